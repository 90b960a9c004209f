import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { newestIn } from '#server/backup/copies.ts';
import { makeFolder } from '#server/backup/make-folder.ts';
import type { Config } from '#server/base/config.ts';
import { runPeriodically } from '#server/base/run-periodically.ts';
import type { LastBackup } from '#server/modules/health/health-routes.ts';

const LOOK_EVERY_MS = 60_000;
const AFTER_FAILURE_MS = 10 * 60_000;
const MAX_OUTPUT = 4_000;

const COMMAND = fileURLToPath(new URL('backup.js', import.meta.url));

/** Runs in a process of its own, since encrypting would block this one. @throws Error with the output of a failed command */
async function makeScheduled(signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [COMMAND, '--programada'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const end = () => child.kill('SIGTERM');
  signal.addEventListener('abort', end);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(0, MAX_OUTPUT);
  });
  try {
    const [code] = await once(child, 'close');
    if (code !== 0 && !signal.aborted) throw new Error(output.trim() || `The backup ended with ${code}`);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

interface Backups {
  readonly last: (() => LastBackup) | undefined;
  begin(): () => Promise<void>;
}

/** Processes on the same database may share the folder: one of them makes each copy. */
export function scheduleBackups(
  { BACKUP_DIR: folder, BACKUP_EVERY: every }: Config,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Backups {
  if (!folder) return { last: undefined, begin: () => async () => {} };
  let newest: number | null = null;
  let failed = false;
  const findNewest = async () => {
    await makeFolder(folder);
    newest = await newestIn(folder);
    return newest;
  };
  const work = async (signal: AbortSignal): Promise<boolean> => {
    try {
      if (Date.now() - ((await findNewest()) ?? 0) < every) return true;
      const before = newest;
      await makeScheduled(signal);
      if ((await findNewest()) !== before) log.info({ newest }, 'database backed up');
      failed = false;
      return true;
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  return {
    last: () => ({
      ageSeconds: newest === null ? null : Math.max(0, Math.round((Date.now() - newest) / 1_000)),
      failed,
    }),
    begin: () =>
      runPeriodically({
        ...{ work, everyMs: LOOK_EVERY_MS, afterFailureMs: AFTER_FAILURE_MS, log },
        failing: 'backing the database up failed',
      }),
  };
}
