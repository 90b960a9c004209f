import { setTimeout as wait } from 'node:timers/promises';

const WORK_MS = 15;
const TIMES = 20;

/** How many times as long as on a machine of its own a piece of work takes now, because others use the machine too. */
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
    // Others have their turn.
    await wait(1);
    rested += performance.now() - resting;
  }
  return Math.max(1, (performance.now() - began - rested) / worked);
}
