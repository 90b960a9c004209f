import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { newestIn } from '#server/backup/copies.ts';
import { makeFolder } from '#server/backup/make-folder.ts';
import { againAndAgain } from '#server/base/again-and-again.ts';
import type { Config } from '#server/base/config.ts';
import type { LastBackup } from '#server/modules/health/health-routes.ts';

const LOOK_EVERY_MS = 60_000;
const AFTER_FAILURE_MS = 10 * 60_000;
const MOST_OUTPUT = 4_000;

/** The command that makes a copy, beside the built server. */
const COMMAND = fileURLToPath(new URL('backup.js', import.meta.url));

/**
 * In a process of its own: encrypting would keep everybody waiting here. @throws Error with what the command said when it fails
 */
async function makeScheduled(signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [COMMAND, '--programada'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const end = () => child.kill('SIGTERM');
  signal.addEventListener('abort', end);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, MOST_OUTPUT);
  });
  try {
    const [code] = await once(child, 'close');
    if (code !== 0 && !signal.aborted) throw new Error(said.trim() || `The backup ended with ${code}`);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

interface Backups {
  /** Undefined where no copies are asked for. */
  readonly last: (() => LastBackup) | undefined;
  /** Begins to make them as often as is asked for. @returns what ends it, and the one under way */
  begin(): () => Promise<void>;
}

/** Scheduled copies of the database, into a folder that processes on the same database may share: one of them makes each. */
export function scheduleBackups(
  { BACKUP_DIR: folder, BACKUP_EVERY: every }: Config,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Backups {
  if (!folder) return { last: undefined, begin: () => async () => {} };
  let newest: number | null = null;
  let failed = false;
  const look = async () => {
    await makeFolder(folder);
    newest = await newestIn(folder);
    return newest;
  };
  const work = async (signal: AbortSignal): Promise<boolean> => {
    try {
      if (Date.now() - ((await look()) ?? 0) < every) return true;
      const before = newest;
      await makeScheduled(signal);
      if ((await look()) !== before) log.info({ newest }, 'database backed up');
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
      againAndAgain({
        ...{ work, everyMs: LOOK_EVERY_MS, afterFailureMs: AFTER_FAILURE_MS, log },
        failing: 'backing the database up failed',
      }),
  };
}
