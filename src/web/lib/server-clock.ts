import { clockBehind, hearTime, setClockBehind } from '#domain/clock.ts';

const KEY = 'libreta.reloj';

const listeners = new Set<() => void>();
/** Told after the clock was corrected: what was measured with it before means nothing any more. */
export const onClockMoved = (listener: () => void): void => void listeners.add(listener);

function keep(): void {
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(KEY, String(clockBehind()));
  } catch {
    // storage is blocked: it is heard again with the next answer
  }
}

function kept(): number {
  try {
    return Number(localStorage.getItem(KEY)) || 0;
  } catch {
    return 0;
  }
}

// What was known when the application was last open holds until somebody says otherwise.
setClockBehind(kept());

/** Every answer of the server says what time it is. */
export function hearServerTime(date: string | null): void {
  if (hearTime(date)) keep();
}

/** Somebody says that it is some days later; the time of day stays. */
export function moveClock(days: number): void {
  setClockBehind(clockBehind() + days * 24 * 60 * 60_000);
  keep();
}
