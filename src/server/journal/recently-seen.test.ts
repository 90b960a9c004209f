import { expect, test } from 'vitest';
import { createRecentlySeen, createSparseEvents } from './recently-seen.ts';

const MINUTE_MS = 60_000;

test('a key is recent for ten minutes since it was seen last', () => {
  let at = 0;
  const isRecent = createRecentlySeen(() => at);
  expect(isRecent('a')).toBe(false);
  at = 9 * MINUTE_MS;
  expect([isRecent('a'), isRecent('b')]).toEqual([true, false]);
  at = 18 * MINUTE_MS;
  expect(isRecent('a')).toBe(true);
  at = 28 * MINUTE_MS;
  expect(isRecent('a')).toBe(false);
});

test('of a network that names another cedula each time only five events in ten minutes are let through', () => {
  let at = 0;
  const isLeftOut = createSparseEvents(() => at);
  const letThrough = (group: string, times: number) =>
    Array.from({ length: times }, () => isLeftOut(group, crypto.randomUUID())).filter((one) => !one).length;
  expect(letThrough('192.0.2.1', 30_000)).toBe(5);
  expect(letThrough('192.0.2.2', 3)).toBe(3);
  at = 9 * MINUTE_MS;
  expect(letThrough('192.0.2.1', 300)).toBe(0);
  at = 10 * MINUTE_MS;
  expect(letThrough('192.0.2.1', 300)).toBe(5);
});

test('a key is let through once in ten minutes', () => {
  const isLeftOut = createSparseEvents(() => 0);
  expect([isLeftOut('192.0.2.1', 'a'), isLeftOut('192.0.2.1', 'a'), isLeftOut('192.0.2.2', 'a')]).toEqual([
    false,
    true,
    false,
  ]);
});
