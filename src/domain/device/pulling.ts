import { addDays } from '../calendar.ts';
import { seesEverything } from '../roles.ts';
import type { Failure } from './failure.ts';

/** Where a device stopped reading: kept with the page that it read last. */
export interface Reading {
  /** Of the booklets that are kept: with another one all of them are asked for anew. */
  readonly formato: string;
  /** The cantons whose booklets are here, `0601,0602`; empty for all that a brigade has. */
  readonly alcance: string;
  /** Where the feed goes on; empty where what is here was kept in another format. */
  readonly siguiente: string;
  /** Whether everything had come once. */
  readonly completo: boolean;
  /** How many booklets there are to be. */
  readonly total: number;
  /** When the server said so last, ISO 8601. */
  readonly contacto: string;
  /** When everything was last compared with the server, ISO 8601. */
  readonly revisado: string;
}

/** Everything is compared anew after so long: what a feed might miss is found. */
const COMPARE_AFTER_DAYS = 7;
const LISTS_EVERY_MS = 6 * 60 * 60_000;
const AGAIN_AFTER_MS = 15_000;
const MOST_TRIES = 20;
/** Of an instant in ISO 8601, its day. */
const DAY_LETTERS = 10;

/** Which booklets come down: those of these cantons, with '' all of the account's; null: none. @param chosen on this device, since it last read */
export function scopeOf(roles: readonly string[], chosen: string | undefined, read: Reading | null): string | null {
  if (!seesEverything(roles)) return '';
  return (chosen ?? read?.alcance) || null;
}

export interface Plan {
  /** What is here is of another scope: it goes first. */
  readonly empties: boolean;
  /** `feed`: what changed since `since`. `compare`: what differs from the server's list. `anew`: everything on that list. */
  readonly how: 'feed' | 'compare' | 'anew';
  readonly since: string;
}

/** How booklets come down now. @param today as YYYY-MM-DD @param thorough whether a person wants everything compared */
export function planOf(
  read: Reading | null,
  scope: string,
  { today, thorough }: { readonly today: string; readonly thorough: boolean },
): Plan {
  const known = read?.alcance === scope ? read : null;
  const empties = read !== null && known === null;
  if (known?.siguiente === '') return { empties, how: 'anew', since: '' };
  const due = known?.completo && addDays(known.revisado.slice(0, DAY_LETTERS), COMPARE_AFTER_DAYS) <= today;
  return { empties, how: due || thorough ? 'compare' : 'feed', since: known?.siguiente ?? '' };
}

/** Whether the option lists are asked for. @param listsAt when they came last, in milliseconds; 0: not since the page began */
export const listsAreDue = (now: number, listsAt: number): boolean => now - listsAt > LISTS_EVERY_MS;

/** After how many milliseconds a failed call is made again at once; null: not before the next turn. @param tries made again so far */
export const againAfterMs = (failure: Failure | null, tries: number): number | null =>
  failure === 'busy' && tries < MOST_TRIES ? AGAIN_AFTER_MS : null;
