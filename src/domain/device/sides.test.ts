import { expect, it } from 'vitest';
import type { Failure } from './failure.ts';
import { deviceMayAnswer, isAnswer, keptAfter, patienceMs, writesTo } from './sides.ts';

// proves S1
it.each([
  [{ reachable: true, waiting: 0, own: false }, 'server'],
  [{ reachable: true, waiting: 3, own: false }, 'server'],
  [{ reachable: true, waiting: 4, own: false }, 'device'],
  [{ reachable: true, waiting: 1, own: true }, 'device'],
  [{ reachable: false, waiting: 0, own: false }, 'device'],
] as const)('a write at %o goes to the %s', (now, side) => {
  expect(writesTo(now)).toBe(side);
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
it('a write that was sent at once waits where nobody can say whether it was done, and else is taken back', () => {
  expect(FAILURES.filter((failure) => keptAfter(failure) === 'waits')).toEqual(['silence', 'busy']);
  expect(keptAfter(null)).toBe('withdrawn');
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
  'after an answer of %d ms (there: %s), %d ms after it was asked, the server has %d ms',
  (lastMs, reachable, lasted, left) => {
    expect(patienceMs({ lastMs }, reachable, lasted)).toBe(left);
  },
);

// proves S3
it('the device answers where it has everything, or where nobody else can', () => {
  expect([deviceMayAnswer(true, true), deviceMayAnswer(false, false), deviceMayAnswer(false, true)]).toEqual([
    true,
    true,
    false,
  ]);
});

// proves S4
it('a refusal is an answer; silence and what may pass are none', () => {
  expect(FAILURES.filter((failure) => !isAnswer(failure))).toEqual(['silence', 'busy', 'fault', 'unable']);
});
