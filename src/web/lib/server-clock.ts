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

const BY_USER = '?';
let isByUser = false;
/** Whether the date is the user's answer, which may be wrong, and the server has not confirmed it yet: nothing may expire by it. */
export const isClockByUser = (): boolean => isByUser;

function keep(dayBefore: string): void {
  for (const listener of listeners) listener(dayBefore);
  try {
    localStorage.setItem(KEY, `${clockBehind()}${isByUser ? BY_USER : ''}`);
  } catch {
    // storage is blocked: the next answer corrects the clock again
  }
}

function restore(): void {
  try {
    const kept = localStorage.getItem(KEY) ?? '';
    isByUser = kept.endsWith(BY_USER);
    setClockBehind(Number(kept.replace(BY_USER, '')) || 0);
  } catch {
    // storage is blocked
  }
}

restore();

export function applyServerTime(date: string | null): void {
  const dayBefore = today();
  const wasOff = correctClockByHeader(date);
  if (!wasOff && !(isByUser && date)) return;
  isByUser = false;
  keep(dayBefore);
}

/** Moves the clock without the server. */
export function moveClock(ms: number): void {
  const dayBefore = today();
  setClockBehind(clockBehind() + ms);
  keep(dayBefore);
}

/** As {@link moveClock}, by the user's answer. */
export function moveClockByUser(ms: number): void {
  isByUser = true;
  moveClock(ms);
}
