import { setTimeout, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '#server/db/connect.ts';
import { TurnEnded } from './queue.ts';

/** How many other requests the process answers. */
export type Load = 'none' | 'some' | 'many';

/** How long a pause is for each second of work. */
const PAUSE_SHARE = { none: 0, some: 1.5, many: 5 } as const;
const MAX_PAUSE_MS = 4_000;

interface LoadPaceOptions {
  readonly database: Pick<Database, 'kind' | 'room'>;
  /** Other requests that are being answered: they go first. */
  readonly load?: (() => Load) | undefined;
  readonly signal: AbortSignal;
  /** Rows of one batch. */
  readonly most: number;
  readonly least: number;
  /** A batch that takes longer is followed by one of half as many rows. */
  readonly slowMs: number;
}

/** Pauses in proportion to the work, so that other requests keep most of their speed. */
export function createLoadPace({ database, load = () => 'none', signal, most, least, slowMs }: LoadPaceOptions) {
  let atOnce = most;
  let begun = performance.now();
  return {
    /** Rows for the next batch: fewer after a slow one, because others wait for it. */
    atOnce: () => atOnce,

    /** Between two batches: lets requests go first. @throws TurnEnded when the process ends or the disk is almost full */
    async pause(): Promise<void> {
      const now = load();
      const took = performance.now() - begun;
      atOnce = took > slowMs ? Math.max(least, atOnce >> 1) : Math.min(most, atOnce * 2);
      // The embedded database answers no one else during a statement.
      const share = PAUSE_SHARE[now === 'none' && database.kind === 'pglite' ? 'some' : now];
      const rest = Math.min(MAX_PAUSE_MS, share * took);
      if (rest >= 1) await setTimeout(rest, undefined, { ref: false, signal }).catch(() => {});
      else await yieldToEventLoop();
      if (signal.aborted || database.room() !== 'enough') throw new TurnEnded();
      begun = performance.now();
    },
  };
}
