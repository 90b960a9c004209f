/** How far the clock of this device is behind the true time; nobody corrects that of the server. */
let behindMs = 0;

/** Has the clock go by what somebody else knows to be the time: a server that answered, or a person who was asked. */
export function correctClock(time: Date): void {
  behindMs = time.getTime() - Date.now();
}

/** The instant at which the uncorrected clock of this device showed so many ms since 1970. */
export const instantShown = (ms: number): Date => new Date(ms + behindMs);

/** The one clock by which it is now, and today. */
export const now = (): Date => instantShown(Date.now());

/** An answer may have been on its way for so long, and says whole seconds. */
const NOTICEABLE_MS = 60_000;

/** How far the clock of this device is known to be behind, in ms. */
export const clockBehind = (): number => behindMs;

/** Has the clock go by what was known of it before. */
export function setClockBehind(ms: number): void {
  behindMs = ms;
}

/**
 * Goes by the `Date` of an answer (RFC 9110, 6.6.1) where this clock is noticeably off.
 * @returns whether it was
 */
export function hearTime(date: string | null): boolean {
  const told = date === null ? Number.NaN : Date.parse(date);
  const off = !Number.isNaN(told) && Math.abs(told - now().getTime()) > NOTICEABLE_MS;
  if (off) correctClock(new Date(told));
  return off;
}
