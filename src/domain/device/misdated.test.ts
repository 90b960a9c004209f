import { expect, it } from 'vitest';
import { type ClockCorrection, correctedDays, isMisdated } from './misdated.ts';

const DAY_MS = 86_400_000;
const CONFIRMED = Date.parse('2026-11-25T15:00:00Z');
const CONTACT = Date.parse('2026-11-30T15:00:00Z');

/** The server moves the time of a device whose clock was right when the server last confirmed it. */
const moved = (movedMs: number, behindMs = movedMs): ClockCorrection => ({
  ...{ since: CONFIRMED, at: CONTACT, movedMs, behindMs },
});
const AHEAD = moved(-2 * DAY_MS);
const BEHIND = moved(2 * DAY_MS);

const record = (capturado: string, desfase = 0, hace: 'crear' | 'reemplazar' | 'eliminar' = 'crear') => ({
  ...{ capturado, desfase, hace },
});

// proves C18
it.each([
  ['on a day in the future', record('2026-12-02T14:00:00Z'), AHEAD, true],
  ['on an earlier day of a clock that was ahead', record('2026-11-29T14:00:00Z'), AHEAD, true],
  ['on a day of a clock that was behind', record('2026-11-27T14:00:00Z'), BEHIND, true],
  ['as an edit', record('2026-12-02T14:00:00Z', 0, 'reemplazar'), AHEAD, true],
  ['as a deletion, which has no date', record('2026-12-02T14:00:00Z', 0, 'eliminar'), AHEAD, false],
  ['before the last confirmed time', record('2026-11-25T14:00:00Z'), AHEAD, false],
  ['after the correction of a clock that was ahead', record('2026-11-30T16:00:00Z', -2 * DAY_MS), AHEAD, false],
  ['after the correction of a clock that was behind', record('2026-11-30T16:00:00Z', 2 * DAY_MS), BEHIND, false],
  ['without any correction', record('2026-12-02T14:00:00Z'), null, false],
  [
    'without a difference, as older devices write',
    { hace: 'crear' as const, capturado: '2026-12-02T14:00:00Z' },
    AHEAD,
    true,
  ],
])('a record written %s', (_, operation, correction, isDoubtful) => {
  expect(isMisdated({ desfase: undefined, ...operation }, correction)).toBe(isDoubtful);
});

it('a clock that is wrong by hours misdates only what is near midnight', () => {
  const twoHoursAhead = moved(-DAY_MS / 12);
  // Guayaquil is five hours behind UTC.
  expect(isMisdated(record('2026-11-29T06:00:00Z'), twoHoursAhead)).toBe(true);
  expect(isMisdated(record('2026-11-29T08:00:00Z'), twoHoursAhead)).toBe(false);
});

it('a device that the server had corrected before is judged by the new difference', () => {
  // Its clock was two days ahead and corrected; then it was set three days ahead of that.
  const correction = moved(-3 * DAY_MS, -5 * DAY_MS);
  expect(isMisdated(record('2026-12-03T14:00:00Z', -2 * DAY_MS), correction)).toBe(true);
  expect(isMisdated(record('2026-11-30T16:00:00Z', -5 * DAY_MS), correction)).toBe(false);
});

it('names the day that the device showed and the true one', () => {
  expect(correctedDays(AHEAD)).toEqual({ shown: '2026-12-02', real: '2026-11-30' });
  expect(correctedDays(BEHIND)).toEqual({ shown: '2026-11-28', real: '2026-11-30' });
});
