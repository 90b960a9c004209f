const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** An unused session ends this long after it began or was renewed. */
const SESSION_MS = 12 * HOUR_MS;
/** A session that is used after this time is renewed: the answer carries a new token. */
const RENEWED_AFTER_MS = HOUR_MS;
/** No session lasts longer than this, however much it is used. */
const LONGEST_SESSION_MS = 7 * 24 * HOUR_MS;
/** The previous token stays valid this long after the new one first arrives, for requests under way and other tabs. */
const OVERLAP_MS = MINUTE_MS;

export interface StoredSession {
  readonly generation: number;
  readonly confirmedAt: Date | null;
  readonly renewedAt: Date;
  readonly startedAt: Date;
  readonly lastUsedAt: Date;
  readonly endsAt: Date;
}

type Standing =
  | 'current'
  | 'confirming' // the new token, which arrives for the first time
  | 'before' // the previous token, while the new one has not arrived: its answer may be lost
  | 'late' // the previous token, within the overlap
  | 'stolen' // replaced long ago, so two clients hold tokens of one session
  | 'over'; // the session has ended

/** @param idleMs the limit without use; 0 for none */
export function tokenStanding(stored: StoredSession, generation: number, now: Date, idleMs: number): Standing {
  const { confirmedAt, endsAt, lastUsedAt } = stored;
  if (now >= endsAt || (idleMs > 0 && now.getTime() - lastUsedAt.getTime() >= idleMs)) return 'over';
  if (generation === stored.generation) return confirmedAt ? 'current' : 'confirming';
  if (generation !== stored.generation - 1) return 'stolen';
  if (!confirmedAt) return 'before';
  return now.getTime() - confirmedAt.getTime() <= OVERLAP_MS ? 'late' : 'stolen';
}

export const endOf = (startedAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + SESSION_MS, startedAt.getTime() + LONGEST_SESSION_MS));

export const shouldRenew = ({ renewedAt, startedAt, endsAt }: StoredSession, now: Date): boolean =>
  now.getTime() - renewedAt.getTime() >= RENEWED_AFTER_MS && endOf(startedAt, now) > endsAt;
