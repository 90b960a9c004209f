import { expect, it } from 'vitest';
import type { Failure } from './failure.ts';
import { deviceMayAnswer, isAnswer, remainingWaitMs, storedWriteState, writeTarget } from './routing.ts';

// proves S1
it.each([
  [{ reachable: true, waiting: 0, own: false, sameFormat: true }, 'server'],
  [{ reachable: true, waiting: 3, own: false, sameFormat: true }, 'server'],
  [{ reachable: true, waiting: 4, own: false, sameFormat: true }, 'device'],
  [{ reachable: true, waiting: 1, own: true, sameFormat: true }, 'device'],
  [{ reachable: false, waiting: 0, own: false, sameFormat: true }, 'device'],
  [{ reachable: true, waiting: 0, own: false, sameFormat: false }, 'device'],
] as const)('a write in the state %o goes to the %s', (now, side) => {
  expect(writeTarget(now)).toBe(side);
});

const FAILURES: readonly Failure[] = [
  ...([
    'silence',
    'busy',
    'fault',
    'unable',
    'session',
    'role',
    'ahead',
    'behind',
    'tooLarge',
    'tooOften',
    'refused',
  ] as const),
];

// proves S2
it('a write that was sent at once stays pending after silence and busy, and is withdrawn otherwise', () => {
  expect(FAILURES.filter((failure) => storedWriteState(failure) === 'waits')).toEqual(['silence', 'busy']);
  expect(storedWriteState(null)).toBe('withdrawn');
});

// proves S3
it.each([
  [0, true, 0, 800],
  [800, true, 300, 500],
  [800, true, 900, 0],
  [801, true, 0, 0],
  [Number.POSITIVE_INFINITY, true, 0, 0],
  [0, false, 0, 0],
])(
  'after a last answer of %d ms (reachable: %s), a read sent %d ms ago waits %d ms more',
  (lastMs, reachable, lasted, left) => {
    expect(remainingWaitMs({ lastMs }, reachable, lasted)).toBe(left);
  },
);

// proves S3
it('the device answers if it has all booklets or the server is unreachable', () => {
  expect([deviceMayAnswer(true, true), deviceMayAnswer(false, false), deviceMayAnswer(false, true)]).toEqual([
    true,
    true,
    false,
  ]);
});

// proves S4
it('a refusal is an answer; silence, busy, fault and unable are not', () => {
  expect(FAILURES.filter((failure) => !isAnswer(failure))).toEqual(['silence', 'busy', 'fault', 'unable']);
});
