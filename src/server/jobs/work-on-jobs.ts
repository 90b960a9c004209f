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

/** Works on a claimed job until its phase ends. @returns whether to go on with the next one */
async function workOnPhase<J extends Job>(
  { database: { db }, log }: Workplace,
  { queue, work, giveUp, failing }: JobKind<J>,
  turn: Turn<J>,
  signal: AbortSignal,
): Promise<boolean> {
  const { stored } = turn;
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
  let isIdle = false;
  try {
    while (!signal.aborted && database.room() === 'enough') {
      const stored = await kind.queue.claim(database.db, process);
      isIdle = !stored && phases === 0;
      if (!stored || !(await workOnPhase(place, kind, { stored, process }, signal))) break;
      phases += 1;
    }
  } finally {
    // Also after a claim that failed: it may have been made, and only its answer lost.
    if (!isIdle) await kind.queue.leave(database.db, process).catch(() => {});
  }
  return phases;
}
