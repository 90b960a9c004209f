import { monitorEventLoopDelay } from 'node:perf_hooks';
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
