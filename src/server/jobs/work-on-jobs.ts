import type { FastifyBaseLogger } from 'fastify';
import { dbFault, isUnavailable } from '#server/base/db-errors.ts';
import { errorForLog } from '#server/base/error-for-log.ts';
import type { Database } from '#server/db/connect.ts';
import { type Job, type JobQueue, MAX_TRIES, RENEW_MS, type Turn, TurnEnded } from './queue.ts';

/** Where a process works on jobs. */
export interface Workplace {
  readonly database: Database;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/** How jobs of one table are worked on. */
export interface JobKind<J extends Job> {
  readonly queue: JobQueue<J>;
  /** Works on a job until its phase ends. @throws TurnEnded */
  work(turn: Turn<J>, signal: AbortSignal): Promise<void>;
  /** Ends a job that failed repeatedly. */
  giveUp(turn: Turn<J>): Promise<void>;
  /** The message for the log when a job fails. */
  readonly failing: string;
}

/** Works on the next job until its phase ends. @returns whether there was one */
async function workOnNext<J extends Job>(
  { database: { db }, log }: Workplace,
  { queue, work, giveUp, failing }: JobKind<J>,
  process: string,
  signal: AbortSignal,
): Promise<boolean> {
  const stored = await queue.claim(db, process);
  if (!stored) return false;
  const turn = { stored, process };
  const renewing = setInterval(() => {
    queue.renew(db, turn).catch(() => {});
  }, RENEW_MS);
  try {
    if (stored.intentos > MAX_TRIES) await giveUp(turn);
    else await work(turn, signal);
    return true;
  } catch (error) {
    // A process that is asked to end is no failure of the job.
    if (signal.aborted) await queue.forgiveTry(db, turn).catch(() => {});
    if (error instanceof TurnEnded || signal.aborted) return !signal.aborted;
    const fault = dbFault(error);
    if (fault && isUnavailable(fault)) await queue.forgiveTry(db, turn).catch(() => {});
    log.error({ err: errorForLog(error), job: stored._id, estado: stored.estado }, failing);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/** Works until no job waits. @returns how many phases were done */
export async function workOnJobs<J extends Job>(
  place: Workplace,
  kind: JobKind<J>,
  signal: AbortSignal,
): Promise<number> {
  const { database } = place;
  const process = crypto.randomUUID();
  let phases = 0;
  try {
    while (!signal.aborted && database.room() === 'enough' && (await workOnNext(place, kind, process, signal)))
      phases += 1;
  } finally {
    await kind.queue.leave(database.db, process).catch(() => {});
  }
  return phases;
}
