import { median } from '../measure.ts';
import type { Serving } from '../setup/processes.ts';
import { markdown } from '../table.ts';
import type { Scene } from './scene.ts';

const JOBS = ['list', 'page', 'save'];

/** Two processes of the server on one database, the connections shared out in turn, against one. */
export async function processes({
  bench: { load, ours, connections, rounds, seconds },
  size,
  start,
}: Scene): Promise<string> {
  const second = await start();
  const rate = async (job: string, servers: readonly Serving[], seed: number) => {
    const urls = servers.map(({ url }) => url);
    const { jobs, seconds: time, failed, failures } = await load.run({ jobs: [job], urls, connections, seconds, seed });
    if (failed > 0) throw new Error(`${job}: ${failed} failed: ${failures.join('; ')}`);
    return jobs / time;
  };
  try {
    const rows: string[][] = [];
    for (const job of JOBS) {
      const [ones, twos, ratios]: [number[], number[], number[]] = [[], [], []];
      await rate(job, [ours, second], 1);
      for (let round = 0; round < rounds; round += 1) {
        const both = () => rate(job, [ours, second], 1_000 + round);
        const one = () => rate(job, [ours], 2_000 + round);
        const [first, other] = round % 2 === 0 ? [await one(), await both()] : [await both(), await one()];
        const [alone, together] = round % 2 === 0 ? [first, other] : [other, first];
        ones.push(alone);
        twos.push(together);
        ratios.push(together / alone);
      }
      rows.push([job, median(ones).toFixed(0), median(twos).toFixed(0), median(ratios).toFixed(2)]);
    }
    const head = ['job', 'one process, jobs/s', 'two', 'ratio'];
    return `Two processes against one, at ${size.toLocaleString('en')} children:\n\n${markdown(head, rows)}`;
  } finally {
    await second.stop();
  }
}
