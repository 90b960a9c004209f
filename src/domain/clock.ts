/** How far this device's clock is behind the true time, in ms; 0 on the server. */
let behindMs = 0;

/** Sets the clock to a time from the server or from the user. */
export function correctClock(time: Date): void {
  behindMs = time.getTime() - Date.now();
}

/** The true instant at which the uncorrected device clock showed `ms` since 1970. */
export const trueInstant = (ms: number): Date => new Date(ms + behindMs);

export const now = (): Date => trueInstant(Date.now());

/** More than the transfer time of an answer and its rounding to whole seconds. */
const MAX_DIFFERENCE_MS = 60_000;

export const clockBehind = (): number => behindMs;

export function setClockBehind(ms: number): void {
  behindMs = ms;
}

/** Corrects the clock by the `Date` header of an answer (RFC 9110, 6.6.1) if it is off by more than a minute. @returns whether it was */
export function correctClockByHeader(date: string | null): boolean {
  const serverTime = date === null ? Number.NaN : Date.parse(date);
  const off = !Number.isNaN(serverTime) && Math.abs(serverTime - now().getTime()) > MAX_DIFFERENCE_MS;
  if (off) correctClock(new Date(serverTime));
  return off;
}
