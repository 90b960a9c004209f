import { expect } from 'vitest';
import { lasting } from './passing-time.ts';

const WORK_MS = 15;
const TIMES = 20;

/** How many times longer than on an idle machine a piece of work takes now. */
export async function slowedBy(): Promise<number> {
  let worked = 0;
  const began = performance.now();
  let rested = 0;
  for (let times = 0; times < TIMES; times += 1) {
    const before = process.cpuUsage();
    const used = () => {
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    while (used() < WORK_MS);
    worked += used();
    const resting = performance.now();
    await lasting(1, 'the turn of others');
    rested += performance.now() - resting;
  }
  return Math.max(1, (performance.now() - began - rested) / worked);
}

/**
 * Compares a measured time with a promised one. On a busy machine the share of other processes is measured, only if needed, and taken into account.
 * @param before slowness before the measurement, by `slowedBy`
 */
export async function expectWithin(promisedMs: number, measuredMs: number, what: string, before = 1): Promise<void> {
  if (measuredMs < promisedMs) return;
  const slowed = Math.max(before, await slowedBy());
  const shown = `${what}: ms, each of a machine that others make ${slowed.toFixed(1)} times as slow`;
  expect(measuredMs / slowed, shown).toBeLessThan(promisedMs);
}
