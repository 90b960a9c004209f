import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showInstantDay, today } from './calendar.ts';
import { correctClock, correctClockByHeader, now, trueInstant } from './clock.ts';
import { fieldSchema } from './fields/index.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-18T12:00:00Z') });
});
afterEach(() => {
  correctClock(new Date());
  vi.useRealTimers();
});

it('the clock is that of the device until it is corrected', () => {
  expect(now()).toEqual(new Date('2026-11-18T12:00:00Z'));
  expect(today()).toBe('2026-11-18');
});

it.each([
  ['2026-11-21T04:59:59.999Z', '2026-11-20'],
  ['2026-11-21T05:00:00.000Z', '2026-11-21'],
  ['2026-11-15T23:00:00.000Z', '2026-11-15'],
])('after a correction to %s, today is %s', (time, day) => {
  correctClock(new Date(time));
  expect(now()).toEqual(new Date(time));
  expect(today()).toBe(day);
  vi.advanceTimersByTime(86_400_000);
  expect(now().getTime() - new Date(time).getTime()).toBe(86_400_000);
  correctClock(new Date('2026-12-01T17:00:00Z'));
  expect(today()).toBe('2026-12-01');
});

it('a date field compares the future with the corrected day', () => {
  const schema = fieldSchema({ kind: 'date', label: 'Fecha', notFuture: true });
  expect(schema.safeParse('2026-11-20').success).toBe(false);
  correctClock(new Date('2026-11-20T12:00:00Z'));
  expect(schema.safeParse('2026-11-20').success).toBe(true);
});

it('an instant of the uncorrected clock is converted to the true time', () => {
  const shown = Date.now();
  correctClock(new Date('2026-11-21T12:00:00Z'));
  expect(showInstantDay(trueInstant(shown).toISOString())).toBe('21/11/2026');
});

it('the Date header of an answer corrects a clock that is off by more than a minute', () => {
  expect(correctClockByHeader('Wed, 18 Nov 2026 12:00:40 GMT')).toBe(false);
  expect(correctClockByHeader(null)).toBe(false);
  expect(correctClockByHeader('yesterday')).toBe(false);
  expect(now()).toEqual(new Date('2026-11-18T12:00:00Z'));
  expect(correctClockByHeader('Fri, 20 Nov 2026 12:00:00 GMT')).toBe(true);
  expect(now()).toEqual(new Date('2026-11-20T12:00:00Z'));
  // The clock is already corrected.
  expect(correctClockByHeader('Fri, 20 Nov 2026 12:00:30 GMT')).toBe(false);
});
