import { spawn } from 'node:child_process';
import { freePort } from './free-port.ts';
import { NODE_OPTIONS, watch } from './process-warnings.ts';
import { SERVER_MAIN } from './server-process.ts';

/** Starts the built server with an environment that it should refuse. @returns exit code and output lines */
export async function refusedStart(env: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const port = String(await freePort());
  const child = spawn(process.execPath, [...NODE_OPTIONS, SERVER_MAIN], {
    env: { ...inherited, LOG_LEVEL: 'silent', PORT: port, ...env },
  });
  const { ended, output } = watch(child, 'The refused server');
  return { code: await ended, lines: output().trim().split('\n') };
}
