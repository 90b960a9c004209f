import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';
import { SERVER_MAIN } from './server-process.ts';

/** Runs the built server with an environment that it should refuse. @returns its exit code and the lines it printed. */
export async function refusedStart(env: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const port = String(await freePort());
  // PGlite's program starts in 40 % less time when the compiler does not optimize it.
  const child = spawn(process.execPath, ['--liftoff-only', SERVER_MAIN], {
    env: { ...inherited, LOG_LEVEL: 'silent', PORT: port, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  return { code, lines: output.trim().split('\n') };
}
