const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A session that is not used ends so long after it began, or was renewed. */
const SESSION_MS = 12 * HOUR_MS;
/** Used after so long it is renewed: the answer carries another token. */
const RENEWED_AFTER_MS = HOUR_MS;
/** However much it is used, the password is asked for again after so long. */
const LONGEST_SESSION_MS = 7 * 24 * HOUR_MS;
/** Calls that were under way, and other tabs, still come with the token before, for so long after the new one came first. */
const OVERLAP_MS = MINUTE_MS;

/** What is kept of a session. */
export interface KeptSession {
  readonly generation: number;
  readonly confirmedAt: Date | null;
  readonly renewedAt: Date;
  readonly startedAt: Date;
  readonly lastUsedAt: Date;
  readonly endsAt: Date;
}

/**
 * What a token is to its session. `current`: its token. `confirming`: its token, and it comes first. `before`: the one before, while
 * nobody has come with the new one: the answer that carried it may have been lost. `late`: the one before, a moment too late to be new.
 * `stolen`: replaced long ago, so that two people hold tokens of one session. `over`: the session has ended.
 */
type Standing = 'current' | 'confirming' | 'before' | 'late' | 'stolen' | 'over';

/** @param idleMs after so long without use it ends; 0 for never before its end */
export function standingOf(kept: KeptSession, generation: number, now: Date, idleMs: number): Standing {
  const { confirmedAt, endsAt, lastUsedAt } = kept;
  if (now >= endsAt || (idleMs > 0 && now.getTime() - lastUsedAt.getTime() >= idleMs)) return 'over';
  if (generation === kept.generation) return confirmedAt ? 'current' : 'confirming';
  if (generation !== kept.generation - 1) return 'stolen';
  if (!confirmedAt) return 'before';
  return now.getTime() - confirmedAt.getTime() <= OVERLAP_MS ? 'late' : 'stolen';
}

export const endOf = (startedAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + SESSION_MS, startedAt.getTime() + LONGEST_SESSION_MS));

/** Renewed while used, as long as there is something to gain. */
export const isToRenew = ({ renewedAt, startedAt, endsAt }: KeptSession, now: Date): boolean =>
  now.getTime() - renewedAt.getTime() >= RENEWED_AFTER_MS && endOf(startedAt, now) > endsAt;
