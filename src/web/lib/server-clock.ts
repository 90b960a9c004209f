import { clockBehind, correctClockByHeader, setClockBehind } from '#domain/clock.ts';

const KEY = 'libreta.reloj';

const listeners = new Set<() => void>();
/** Called after the clock was corrected, when earlier measurements are invalid. */
export const onClockMoved = (listener: () => void): void => void listeners.add(listener);

function keep(): void {
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(KEY, String(clockBehind()));
  } catch {
    // storage is blocked: the next answer corrects the clock again
  }
}

function kept(): number {
  try {
    return Number(localStorage.getItem(KEY)) || 0;
  } catch {
    return 0;
  }
}

setClockBehind(kept());

export function applyServerTime(date: string | null): void {
  if (correctClockByHeader(date)) keep();
}

/** Moves the clock without the server. */
export function moveClock(ms: number): void {
  setClockBehind(clockBehind() + ms);
  keep();
}
