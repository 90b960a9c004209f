import { addDays } from '../calendar.ts';
import { seesEverything } from '../roles.ts';
import { type Failure, spread } from './failure.ts';

/** The position of a device in the feed, stored with the last page that it received. */
export interface PullPosition {
  /** The format of the stored booklets; if it changes, all of them are fetched again. */
  readonly formato: string;
  /** The cantons of the stored booklets, `0601,0602`; empty for all booklets of a brigade. */
  readonly alcance: string;
  /** Where the feed continues; empty if the stored booklets have an older format. */
  readonly siguiente: string;
  readonly completo: boolean;
  readonly total: number;
  readonly contacto: string;
  readonly revisado: string;
}

const COMPARE_AFTER_DAYS = 7;
const LISTS_EVERY_MS = 6 * 60 * 60_000;
const RETRY_AFTER_MS = 15_000;
const MAX_RETRIES = 20;
const SOON_AGAIN: ReadonlySet<Failure> = new Set(['silence', 'fault', 'unable', 'tooOften']);
const FIRST_TURN_AGAIN_MS = 5_000;
/** The usual time between two turns. */
export const PULL_EVERY_MS = 5 * 60_000;
const DAY_LENGTH = 10;

/** The cantons to pull; '' means all booklets of the account, null none. @param chosen cantons chosen on this device since its last pull */
export function pullScope(
  roles: readonly string[],
  chosen: string | undefined,
  read: PullPosition | null,
): string | null {
  if (!seesEverything(roles)) return '';
  return (chosen ?? read?.alcance) || null;
}

export interface PullPlan {
  readonly clearsFirst: boolean;
  /** `feed`: changes since `since`. `compare`: differences from the server's list. `anew`: everything on that list. */
  readonly how: 'feed' | 'compare' | 'anew';
  readonly since: string;
}

/** @param today `YYYY-MM-DD` @param thorough whether the user asked for a full comparison */
export function planPull(
  read: PullPosition | null,
  scope: string,
  { today, thorough }: { readonly today: string; readonly thorough: boolean },
): PullPlan {
  const sameScope = read?.alcance === scope ? read : null;
  const clearsFirst = read !== null && sameScope === null;
  if (sameScope?.siguiente === '') return { clearsFirst, how: 'anew', since: '' };
  const due = sameScope?.completo && addDays(sameScope.revisado.slice(0, DAY_LENGTH), COMPARE_AFTER_DAYS) <= today;
  return { clearsFirst, how: due || thorough ? 'compare' : 'feed', since: sameScope?.siguiente ?? '' };
}

/** @param listsAt when the option lists last arrived, in milliseconds; 0: not since the page started */
export const listsAreDue = (now: number, listsAt: number): boolean => now - listsAt > LISTS_EVERY_MS;

export const retryDelayMs = (failure: Failure | null, tries: number): number | null =>
  failure === 'busy' && tries < MAX_RETRIES ? RETRY_AFTER_MS : null;

/**
 * The time until the next turn after turns that failed, or null if it comes as usual.
 * @param failures how many turns failed in a row, at least 1 @param luck from 0 to 1
 */
export const turnAgainMs = (failure: Failure | null, failures: number, luck: number): number | null =>
  failure !== null && SOON_AGAIN.has(failure)
    ? Math.min(spread(FIRST_TURN_AGAIN_MS * 2 ** (failures - 1), luck), PULL_EVERY_MS)
    : null;
