import { MIXED_JOBS } from '../jobs/index.ts';
import type { Bench } from '../measure.ts';
import { memoryMegabytes } from '../setup/usage.ts';
import { markdown } from '../table.ts';

const MINUTE_S = 60;

/** Runs a mixed load for some minutes, to show whether speed and memory stay the same. */
export async function mixedLoad({ load, ours, connections }: Bench, size: number, minutes: number): Promise<string> {
  const memory: number[] = [];
  const rows: string[][] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const samples: number[] = [];
    const sampling = setInterval(() => samples.push(memoryMegabytes(ours.pid)), 1_000);
    const order = { jobs: MIXED_JOBS, urls: [ours.url], connections, seconds: MINUTE_S, seed: minute };
    const { jobs, seconds, p50, p99, failed, failures } = await load.run(order);
    clearInterval(sampling);
    if (failed > 0) throw new Error(`Mixed load: ${failed} failed: ${failures.join('; ')}`);
    const mean = samples.reduce((sum, each) => sum + each, 0) / samples.length;
    memory.push(mean);
    rows.push([String(minute), (jobs / seconds).toFixed(0), p50.toFixed(1), p99.toFixed(1), mean.toFixed(0)]);
  }
  const growth = (memory.at(-1) ?? Number.NaN) / (memory[0] ?? Number.NaN);
  const head = ['minute', 'jobs/s', 'p50 ms', 'p99 ms', 'MB'];
  return `Mixed load at ${size.toLocaleString('en')} children, memory ×${growth.toFixed(2)} from the first minute to the last:\n\n${markdown(head, rows)}`;
}
