import { today } from '#domain/calendar.ts';
import { clockBehind, correctClockByHeader, setClockBehind } from '#domain/clock.ts';

const KEY = 'libreta.reloj';

type ClockListener = (dayBefore: string) => void;

const listeners = new Set<ClockListener>();
/** Calls after the clock was corrected, when earlier measurements are invalid, with the day that it showed before. @returns stops the calls */
export function onClockMoved(listener: ClockListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function keep(dayBefore: string): void {
  for (const listener of listeners) listener(dayBefore);
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
  const dayBefore = today();
  if (correctClockByHeader(date)) keep(dayBefore);
}

/** Moves the clock without the server. */
export function moveClock(ms: number): void {
  const dayBefore = today();
  setClockBehind(clockBehind() + ms);
  keep(dayBefore);
}
