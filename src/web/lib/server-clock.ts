import { today } from '#domain/calendar.ts';
import { clockBehind, correctClockByHeader, now, setClockBehind } from '#domain/clock.ts';
import type { ClockCorrection } from '#domain/device/misdated.ts';
import { storedMark } from './stored-mark.ts';

const clockMark = storedMark('libreta.reloj');
const correctionMark = storedMark('libreta.reloj.corregido');
/** The time of an answer of the server, renewed once a day, or every ten minutes while the clock is corrected. */
const confirmedMark = storedMark('libreta.reloj.confirmado');
/** The time of the user's answer to the question for the date. */
const answeredMark = storedMark('libreta.reloj.respondido');
/** The last correction by more than an hour: its fields in the order of {@link ClockCorrection}. */
const largeMark = storedMark('libreta.reloj.cambio');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const GRACE_DAYS = 7;
const CONFIRMED_DAYS = 14;

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

/**
 * Whether the date is certain enough for something to expire by it. It is not while it is the user's, nor for 7 days after the server replaced
 * such a date, or one that was wrong by more than a day: what was stored before has the wrong date. Nor is it before the date that the server
 * last confirmed, as after an empty battery, or 14 days after it.
 */
export function isDateCertain(): boolean {
  const time = now().getTime();
  const confirmed = Number(confirmedMark.get());
  const isNear = !confirmed || (time > confirmed - DAY_MS && time < confirmed + CONFIRMED_DAYS * DAY_MS);
  return !isByUser && isNear && time >= Number(correctionMark.get()) + GRACE_DAYS * DAY_MS;
}

/**
 * Whether the device's own clock may have been set right since the server or the user corrected it: it no longer shows an earlier time than
 * then, by half an hour, because the time of the correction is up to ten minutes old and a clock that its user sets is not exact. A device
 * that was off for as long as its clock is behind looks the same.
 */
export function isCorrectionDoubtful(): boolean {
  const corrected = Number((isByUser ? answeredMark : confirmedMark).get());
  const shown = now().getTime() - clockBehind();
  return corrected > 0 && clockBehind() > HOUR_MS && shown > corrected - HOUR_MS / 2;
}

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

/** The server's last correction of the clock by more than an hour, kept across reloads; null if there was none. */
export function lastLargeCorrection(): ClockCorrection | null {
  const [since, at, movedMs, behindMs] = (largeMark.get() ?? '').split(' ').map(Number);
  return since !== undefined && at && movedMs && behindMs !== undefined ? { since, at, movedMs, behindMs } : null;
}

const OLD_AFTER_MS = MINUTE_MS;

/** @param date the header of an answer @param askedAt the time of its request: the device may have slept before it handled the answer */
export function applyServerTime(date: string | null, askedAt = now().getTime()): void {
  if (Math.abs(now().getTime() - askedAt) > OLD_AFTER_MS) return;
  const dayBefore = today();
  const behindBefore = clockBehind();
  const since = Number(confirmedMark.get());
  const wasOff = correctClockByHeader(date);
  const renewedAfterMs = clockBehind() === 0 ? DAY_MS : 10 * MINUTE_MS;
  if (date && Math.abs(now().getTime() - since) > renewedAfterMs) confirmedMark.set(`${now().getTime()}`);
  if (!wasOff && !(isByUser && date)) return;
  const movedMs = clockBehind() - behindBefore;
  if (Math.abs(movedMs) > HOUR_MS) largeMark.set([since, now().getTime(), movedMs, clockBehind()].join(' '));
  if (isByUser || Math.abs(movedMs) > DAY_MS) correctionMark.set(`${now().getTime()}`);
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
  answeredMark.set(`${now().getTime()}`);
}
