import { expect } from 'vitest';
import { type Pause, sharedClock, startBystander } from './bystander.ts';
import { lasting } from './passing-time.ts';

const WORK_MS = 15;
const TIMES = 20;

/** How often it is looked whether the machine stands still. */
const LOOK_EVERY_MS = 50;
/** A longer pause of the machine is a standstill. Shorter ones slow it down, see `slowedBy`. */
const STANDSTILL_MS = 500;

let bystander: ReturnType<typeof startBystander> | undefined;
let watchedFrom = 0;

/** From now on, standstills of the machine are seen. */
export async function watchStandstills(): Promise<void> {
  bystander ??= startBystander(LOOK_EVERY_MS);
  await bystander;
  watchedFrom = sharedClock();
}

/** The most time that the machine stood still within any period of this length, in ms. */
function mostStoodStill(pauses: readonly Pause[], lengthMs: number): number {
  const within = (from: number) =>
    pauses.reduce(
      (sum, pause) => sum + Math.max(0, Math.min(from + lengthMs, pause.to) - Math.max(from, pause.from)),
      0,
    );
  return Math.max(0, ...pauses.flatMap(({ from, to }) => [within(from), within(to - lengthMs)]));
}

/** As `mostStoodStill`, since the watch began. */
async function stoodStill(lengthMs: number): Promise<number> {
  if (!bystander) return 0;
  const pauses = await (await bystander).pauses();
  return mostStoodStill(
    pauses.filter(({ from, to }) => from >= watchedFrom && to - from >= STANDSTILL_MS),
    lengthMs,
  );
}

/** How many times longer than on an idle machine a piece of work takes now. From now on, its standstills are seen as well. */
export async function slowedBy(): Promise<number> {
  const slowed = await slowness();
  await watchStandstills();
  return slowed;
}

async function slowness(): Promise<number> {
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
 * Compares a measured time with a promised one. On a busy machine the share of other processes is measured, only if needed, and taken into account,
 * and so is the time in which the machine stood still for all its programs.
 * @param before slowness before the measurement, by `slowedBy`
 */
export async function expectWithin(promisedMs: number, measuredMs: number, what: string, before = 1): Promise<void> {
  if (measuredMs < promisedMs) return;
  const slowed = Math.max(before, await slowness());
  // Afterwards, so that the bystander has seen the end of a standstill.
  const still = await stoodStill(measuredMs);
  const shown = `${what}: ms, each of a machine that others make ${slowed.toFixed(1)} times as slow and that stood still for ${still.toFixed(0)} ms`;
  expect((measuredMs - still) / slowed, shown).toBeLessThan(promisedMs);
}
