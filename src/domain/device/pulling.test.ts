import { describe, expect, it } from 'vitest';
import { listsAreDue, type PullPosition, planPull, pullScope, retryDelayMs, turnAgainMs } from './pulling.ts';

const read = (part: Partial<PullPosition> = {}): PullPosition => ({
  ...{ formato: 'f', total: 9, contacto: '2026-11-25T15:00:00.000Z' },
  ...{ alcance: '', siguiente: 'cursor', completo: true, revisado: '2026-11-20T15:00:00.000Z' },
  ...part,
});
const quiet = { today: '2026-11-25', thorough: false };

// proves P1
it.each([
  [['ROLE_BRIGADA'], '0601', null, ''],
  [['ROLE_SUPERVISOR'], undefined, null, null],
  [['ROLE_SUPERVISOR'], '0601,0602', read({ alcance: '0603' }), '0601,0602'],
  [['ROLE_SUPERVISOR'], undefined, read({ alcance: '0603' }), '0603'],
  [['ROLE_SUPERVISOR'], '', read({ alcance: '0603' }), null],
] as const)('roles %o with the choice %s pull the scope %3$s', (roles, chosen, before, scope) => {
  expect(pullScope(roles, chosen, before)).toBe(scope);
});

describe('a pull', () => {
  // proves P2
  it('continues the feed, or starts it the first time', () => {
    expect(planPull(null, '', quiet)).toEqual({ clearsFirst: false, how: 'feed', since: '' });
    expect(planPull(read(), '', quiet)).toEqual({ clearsFirst: false, how: 'feed', since: 'cursor' });
    expect(planPull(read({ completo: false }), '', quiet).how).toBe('feed');
  });

  // proves P2
  it('of another scope deletes the stored booklets and starts the feed again', () => {
    expect(planPull(read({ alcance: '0601' }), '0602', quiet)).toEqual({ clearsFirst: true, how: 'feed', since: '' });
  });

  // proves P3
  it.each([
    ['2026-11-26', false, 'feed'],
    ['2026-11-27', false, 'compare'],
    ['2026-11-25', true, 'compare'],
  ] as const)('compares with the server’s list after a week or on request: %s, %s', (today, thorough, how) => {
    expect(planPull(read(), '', { today, thorough }).how).toBe(how);
  });

  // proves P3
  it('fetches everything after a change of the format', () => {
    expect(planPull(read({ siguiente: '', completo: false }), '', quiet).how).toBe('anew');
    // Another scope is deleted anyway.
    expect(planPull(read({ siguiente: '' }), '0601', quiet)).toEqual({ clearsFirst: true, how: 'feed', since: '' });
  });
});

// proves P4
it('the option lists are fetched once per page and then every six hours', () => {
  const now = 1_700_000_000_000;
  expect([
    listsAreDue(now, 0),
    listsAreDue(now, now - 6 * 3_600_000),
    listsAreDue(now, now - 6 * 3_600_000 - 1),
  ]).toEqual([...[true, false, true]]);
});

// proves P5
it('a busy server is called again after 15 s, at most twenty times; other failures wait for the next turn', () => {
  expect([retryDelayMs('busy', 0), retryDelayMs('busy', 19), retryDelayMs('busy', 20)]).toEqual([15_000, 15_000, null]);
  for (const failure of ['silence', 'fault', 'session', 'refused', null] as const)
    expect(retryDelayMs(failure, 0)).toBeNull();
});

// proves P5
it('after a lost line or a fault of the server the next turn comes soon, then twice as late each time', () => {
  const seconds = (failures: number, luck = 0.5) => (turnAgainMs('silence', failures, luck) ?? Number.NaN) / 1_000;
  expect([seconds(1), seconds(2), seconds(3), seconds(6), seconds(7), seconds(2_000)]).toEqual([
    5, 10, 20, 160, 300, 300,
  ]);
  for (const [luck, pause] of [
    [0, 3.5],
    [1, 6.5],
  ] as const)
    expect(seconds(1, luck)).toBeCloseTo(pause);
  for (const failure of ['fault', 'unable', 'tooOften'] as const) expect(turnAgainMs(failure, 1, 0.5)).toBe(5_000);
  for (const failure of ['busy', 'session', 'role', 'behind', 'refused', null] as const)
    expect(turnAgainMs(failure, 1, 0.5)).toBeNull();
});
