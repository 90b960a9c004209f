import { median } from '../measure.ts';
import type { ServedProcess } from '../setup/processes.ts';
import { limitCpuShare } from '../setup/slices.ts';
import { markdown } from '../table.ts';
import type { Scene } from './scene.ts';

const JOBS = ['list', 'page', 'save'];
/** The share of a core for each process; the database and the load get the rest. */
const SHARE = 0.25;
const WARM_UP = 3;

/**
 * Compares two processes of the server on one database with one process: once without a limit, and once with a quarter of a core
 * for each, so that the database is not the bottleneck.
 */
export async function processes({ bench, size, start }: Scene): Promise<string> {
  const { load, ours, connections, rounds, seconds } = bench;
  const second = await start();
  const rate = async (job: string, servers: readonly ServedProcess[], seed: number, time = seconds) => {
    const urls = servers.map(({ url }) => url);
    const {
      jobs,
      seconds: taken,
      failed,
      failures,
    } = await load.run({ jobs: [job], urls, connections, seconds: time, seed });
    if (failed > 0) throw new Error(`${job}: ${failed} failed: ${failures.join('; ')}`);
    return jobs / taken;
  };
  const compare = async (job: string) => {
    const [ones, twos, ratios]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      const turns = [[ours], [ours, second]];
      const rates: number[] = [];
      for (const servers of round % 2 === 0 ? turns : turns.toReversed())
        rates.push(await rate(job, servers, 1_000 + round));
      const [one = 0, two = 0] = round % 2 === 0 ? rates : rates.toReversed();
      ones.push(one);
      twos.push(two);
      ratios.push(two / one);
    }
    return [median(ones).toFixed(0), median(twos).toFixed(0), median(ratios).toFixed(2)];
  };
  try {
    const rows: string[][] = [];
    for (const job of JOBS) {
      await rate(job, [second], 1, WARM_UP * seconds);
      const free = await compare(job);
      const release = limitCpuShare([ours.pid, second.pid], SHARE);
      try {
        rows.push([job, ...free, ...(await compare(job))]);
      } finally {
        release();
      }
    }
    const head = ['job', 'one, jobs/s', 'two', 'ratio', 'one with a quarter of a core', 'two', 'ratio'];
    return `Two processes against one, at ${size.toLocaleString('en')} children:\n\n${markdown(head, rows)}`;
  } finally {
    await second.stop();
  }
}
