import { expect, it } from 'vitest';
import { createReplicaState, MAX_LAG_MS } from './replica-state.ts';

const standingAt = () => {
  const clock = { now: 1_000 };
  return { clock, standing: createReplicaState(() => clock.now) };
};

it('a replica is not used before its position is known', () => {
  expect(standingAt().standing.get()).toEqual({ used: false, behindMs: null });
});

it('the lag counts from the moment of the mark and not from the answer', () => {
  const { clock, standing } = standingAt();
  standing.mark(1_000, 50n);
  clock.now = 1_400;
  standing.replayed(50n);
  expect(standing.get()).toEqual({ used: true, behindMs: 400 });
});

it('a replica that falls too far behind is not used until it has caught up', () => {
  const { clock, standing } = standingAt();
  standing.mark(1_000, 50n);
  standing.replayed(50n);
  for (let second = 1; second <= 8; second += 1) {
    clock.now = 1_000 + 1_000 * second;
    standing.mark(clock.now, 50n + BigInt(second));
    standing.replayed(50n);
    expect(standing.get().used).toBe(1_000 * second <= MAX_LAG_MS);
  }
  // It has reached the position of five seconds ago.
  standing.replayed(53n);
  expect(standing.get()).toEqual({ used: true, behindMs: 5_000 });
  standing.replayed(58n);
  expect(standing.get()).toEqual({ used: true, behindMs: 0 });
});

it('a replica of an idle database is not behind', () => {
  const { clock, standing } = standingAt();
  for (clock.now = 1_000; clock.now < 100_000; clock.now += 1_000) {
    standing.mark(clock.now, 50n);
    standing.replayed(50n);
    expect(standing.get()).toEqual({ used: true, behindMs: 0 });
  }
});

it('a replica without news is not used once the largest lag has passed', () => {
  const { clock, standing } = standingAt();
  standing.mark(1_000, 50n);
  standing.replayed(50n);
  clock.now += MAX_LAG_MS + 1;
  expect(standing.get().used).toBe(false);
});

it('after an outage a replica is used only when it has replayed the newest mark', () => {
  const { clock, standing } = standingAt();
  standing.mark(1_000, 50n);
  standing.replayed(50n);
  standing.away();
  expect(standing.get()).toEqual({ used: false, behindMs: null });
  clock.now = 2_000;
  standing.mark(2_000, 70n);
  standing.replayed(60n);
  expect(standing.get().used).toBe(false);
  standing.replayed(70n);
  expect(standing.get()).toEqual({ used: true, behindMs: 0 });
});
