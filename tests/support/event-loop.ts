import { monitorEventLoopDelay } from 'node:perf_hooks';
import { lasting } from './passing-time.ts';

const SAMPLE_MS = 5;

/** Runs something and tells for how long at a stretch nobody else had a turn in this process, in ms. */
export async function longestPause<T>(work: () => Promise<T>): Promise<{ result: T; pause: number }> {
  const delays = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delays.enable();
  const result = await work();
  // What held the loop last is only counted by the next sample.
  await lasting(SAMPLE_MS * 2, 'a sample');
  delays.disable();
  return { result, pause: delays.max / 1e6 };
}
