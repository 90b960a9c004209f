import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse('2026-11-18T15:00:00Z');

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: START, toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An open page on a device whose clock the server has corrected. */
async function openPage(behindMs: number) {
  const clock = await import('#domain/clock.ts');
  const { applyServerTime } = await import('#web/lib/server-clock.ts');
  const { clockDoubtedSince, watchClock } = await import('./clock-watch.ts');
  const contact = (trueMs: number) => applyServerTime(new Date(trueMs).toUTCString());
  contact(START + behindMs);
  watchClock();
  return {
    ...clock,
    contact,
    clockDoubtedSince,
    behind: () => Math.round(clock.clockBehind() / SECOND_MS) * SECOND_MS,
  };
}

const pass = () => vi.advanceTimersByTime(20 * SECOND_MS);
/** Sets the device's clock. In sleep it advances too, while `performance.now()` stands still. */
const jump = (ms: number) => vi.setSystemTime(Date.now() + ms);
function show(visibilityState: 'visible' | 'hidden'): void {
  Object.assign(document, { visibilityState });
  document.dispatchEvent(new Event('visibilitychange'));
}

it.each([
  ['three days behind', 3 * DAY_MS],
  ['three days ahead', -3 * DAY_MS],
  ['five minutes behind', 300 * SECOND_MS],
])('a clock that was %s and corrects itself leaves the time as it was', async (_, behindMs) => {
  const { behind, now } = await openPage(behindMs);
  pass();
  jump(behindMs);
  pass();
  expect(behind()).toBe(0);
  expect(now().getTime()).toBe(START + behindMs + 40 * SECOND_MS);
});

it('an answer that is handled after a sleep does not set the clock back', async () => {
  const { behind } = await openPage(0);
  const { applyServerTime } = await import('#web/lib/server-clock.ts');
  const askedAt = Date.now();
  const date = new Date(askedAt).toUTCString();
  jump(8 * 60 * 60 * SECOND_MS);
  applyServerTime(date, askedAt);
  expect(behind()).toBe(0);
  applyServerTime(date);
  expect(behind()).toBe(-8 * 60 * 60 * SECOND_MS);
});

it('a corrected clock that is set back leaves the time as it was, also while the device sleeps', async () => {
  const { behind } = await openPage(DAY_MS);
  show('hidden');
  jump(-2 * DAY_MS);
  show('visible');
  expect(behind()).toBe(3 * DAY_MS);
});

it.each([
  ['of two days leaves no doubt', 2 * DAY_MS, false],
  ['as long as the clock was behind may be a correction', 3 * DAY_MS, true],
  ['of four days may be a correction', 4 * DAY_MS, true],
])('a sleep %s and changes nothing by itself', async (_, sleepMs, isDoubted) => {
  const { behind, clockDoubtedSince, contact } = await openPage(3 * DAY_MS);
  show('hidden');
  jump(sleepMs);
  pass();
  show('visible');
  pass();
  expect(behind()).toBe(3 * DAY_MS);
  expect(clockDoubtedSince() !== '').toBe(isDoubted);
  contact(Date.now());
  expect(clockDoubtedSince()).toBe('');
});

/** Starts a page without a server on the same device, after the browser was closed for `ms`. */
async function reopenPage(ms: number, clockSetBy: number) {
  vi.resetModules();
  jump(ms + clockSetBy);
  const { clockDoubtedSince, watchClock } = await import('./clock-watch.ts');
  watchClock();
  return clockDoubtedSince() !== '';
}

it.each([
  ['three days behind and was set right', 3 * DAY_MS, HOUR_MS, 3 * DAY_MS, true],
  ['three days behind and still is', 3 * DAY_MS, HOUR_MS, 0, false],
  ['three days behind and was off for longer, which looks like a setting', 3 * DAY_MS, 4 * DAY_MS, 0, true],
  ['years behind, still is, and was off for a week', 3_650 * DAY_MS, 7 * DAY_MS, 0, false],
  ['years behind and was set right', 3_650 * DAY_MS, 7 * DAY_MS, 3_650 * DAY_MS, true],
  ['five minutes behind and was set right', 300 * SECOND_MS, HOUR_MS, 300 * SECOND_MS, false],
  ['right all the time', 0, 7 * DAY_MS, 0, false],
])('a page that starts later on a device whose clock was %s', async (_, behindMs, closedMs, setByMs, isDoubted) => {
  await openPage(behindMs);
  expect(await reopenPage(closedMs, setByMs)).toBe(isDoubted);
});

it('a date that the user gave is doubted only once the clock has been set after it', async () => {
  const { moveClockByUser } = await import('#web/lib/server-clock.ts');
  moveClockByUser(20 * DAY_MS);
  expect(await reopenPage(HOUR_MS, 0)).toBe(false);
  expect(await reopenPage(HOUR_MS, 20 * DAY_MS)).toBe(true);
});

it('a jump of a clock that needed no correction changes nothing', async () => {
  const { clockBehind } = await openPage(0);
  for (const ms of [DAY_MS, -DAY_MS]) {
    jump(ms);
    pass();
  }
  expect(clockBehind()).toBe(0);
});

it('a jump of less than a minute changes nothing', async () => {
  const { behind } = await openPage(3 * DAY_MS);
  jump(-59 * SECOND_MS);
  pass();
  expect(behind()).toBe(3 * DAY_MS);
});

it('a jump that the server has corrected already is not corrected again', async () => {
  const { behind, contact } = await openPage(-3 * DAY_MS);
  jump(-2 * DAY_MS);
  contact(START - 3 * DAY_MS);
  pass();
  expect(behind()).toBe(-DAY_MS);
});
