import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sharedClock, startBystander } from './bystander.ts';
import { lasting } from './passing-time.ts';

const SAMPLE_MS = 5;

/** Runs work and measures the longest pause of the event loop, in ms. */
export async function longestPause<T>(work: () => Promise<T>): Promise<{ result: T; pause: number }> {
  const delays = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delays.enable();
  const result = await work();
  // The next sample counts the last pause.
  await lasting(SAMPLE_MS * 2, 'a sample');
  delays.disable();
  return { result, pause: delays.max / 1e6 };
}

/** As `longestPause`, without the time in which the machine stood still for all its programs. @returns ms */
export async function longestOwnPause(work: () => Promise<unknown>): Promise<number> {
  const bystander = await startBystander();
  const turns = [sharedClock()];
  const timer = setInterval(() => turns.push(sharedClock()), SAMPLE_MS);
  try {
    await work();
    await lasting(SAMPLE_MS * 2, 'a sample');
  } finally {
    clearInterval(timer);
  }
  const withoutPauses = await bystander.stop();
  return turns.slice(1).reduce((most, to, at) => Math.max(most, withoutPauses(turns[at] ?? to, to)), 0);
}
