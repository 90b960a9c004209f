import { today } from '#domain/calendar.ts';
import { clockBehind, correctClockByHeader, now, setClockBehind } from '#domain/clock.ts';
import { storedMark } from './stored-mark.ts';

const clockMark = storedMark('libreta.reloj');
const correctionMark = storedMark('libreta.reloj.corregido');
const DAY_MS = 24 * 60 * 60_000;

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

/** When the server last replaced a date of the user, or one that was wrong by more than a day, in ms since 1970; 0: never. Earlier times may be wrong. */
export const clockCorrectedAt = (): number => Number(correctionMark.get()) || 0;

function keep(dayBefore: string): void {
  for (const listener of listeners) listener(dayBefore);
  clockMark.set(`${clockBehind()}${isByUser ? BY_USER : ''}`);
}

function restore(): void {
  const text = clockMark.get() ?? '';
  isByUser = text.endsWith(BY_USER);
  setClockBehind(Number(text.replace(BY_USER, '')) || 0);
}

restore();

export function applyServerTime(date: string | null): void {
  const dayBefore = today();
  const behindBefore = clockBehind();
  const wasOff = correctClockByHeader(date);
  if (!wasOff && !(isByUser && date)) return;
  if (isByUser || Math.abs(clockBehind() - behindBefore) > DAY_MS) correctionMark.set(`${now().getTime()}`);
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
