import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { answersOk, type Process, startProgram, type Workspace, waitUntil } from './processes.ts';

export interface Application {
  readonly port: number;
  readonly url: string;
  /** Runs a build, a folder with `dist/` and `node_modules/`, and waits until it answers. */
  start(build: string): Promise<void>;
  /** Stops it with SIGTERM, as systemd and containers do. */
  stop(): Promise<void>;
}

/** Prepares a process of the Libreta on its own port. */
export function createApplication(
  place: Workspace,
  name: string,
  port: number,
  env: Record<string, string>,
): Application {
  const dataDir = join(place.home, name);
  mkdirSync(dataDir, { mode: 0o700 });
  if (place.user) chownSync(dataDir, place.user.uid, place.user.gid);
  const url = `http://127.0.0.1:${port}`;
  let process_: Process | undefined;
  return {
    port,
    url,
    async start(build) {
      const main = join(build, 'dist/server/main.js');
      if (!existsSync(main)) throw new Error(`There is no built server in ${build}.`);
      const own = {
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
      };
      const started = startProgram(place, name, process.execPath, ['--max-semi-space-size=32', main], {
        ...own,
        ...env,
      });
      process_ = started;
      await waitUntil(`${name} answers`, async () => {
        if (started.ended()) throw new Error(started.log());
        return answersOk(`${url}/api/health`);
      });
    },
    stop: async () => process_?.end(),
  };
}
