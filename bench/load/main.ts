import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '#server/population/random.ts';
import { callsOf } from '../jobs/index.ts';
import type { Facts } from '../setup/facts.ts';
import { Connection } from './connection.ts';
import type { LoadResult, LoadTask } from './load.ts';
import { timesOf } from './times.ts';

interface Taken {
  readonly job: string;
  readonly ms: number;
}

let currentFacts: Facts | undefined;

/** Repeats jobs on one connection until the time is over. */
async function work(order: LoadTask, facts: Facts, place: number, until: number, taken: Taken[], failures: string[]) {
  const { jobs, urls, under = '', pauseMs = 0, seed } = order;
  const random = createRandom(seed, place);
  const connection = await Connection.open(urls[place % urls.length] as string);
  try {
    while (performance.now() < until) {
      const job = random.pick(jobs);
      const begun = performance.now();
      for (const call of callsOf(job, random, facts)) {
        const { status, body } = await connection.send({ ...call, path: under + call.path });
        if (status >= 300) failures.push(`${call.method} ${call.path}: ${status} ${body.toString().slice(0, 200)}`);
      }
      taken.push({ job, ms: performance.now() - begun });
      if (pauseMs > 0) await wait(random.whole(pauseMs, 3 * pauseMs));
    }
  } finally {
    connection.close();
  }
}

async function run(order: LoadTask, facts: Facts): Promise<LoadResult> {
  const taken: Taken[] = [];
  const failures: string[] = [];
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  const until = begun + order.seconds * 1_000;
  await Promise.all(
    Array.from({ length: order.connections }, (_, place) => work(order, facts, place, until, taken, failures)),
  );
  const seconds = (performance.now() - begun) / 1_000;
  const used = process.cpuUsage(cpu);
  const of = (job?: string) => timesOf(taken.flatMap((one) => (job === undefined || one.job === job ? [one.ms] : [])));
  return {
    ...of(),
    byJob: Object.fromEntries([...new Set(order.jobs)].map((job) => [job, of(job)])),
    seconds,
    busy: (used.user + used.system) / 1e6 / seconds,
    failed: failures.length,
    failures: failures.slice(0, 3),
  };
}

process.on('message', (message: { facts: Facts } | { order: LoadTask }) => {
  if ('facts' in message) {
    currentFacts = message.facts;
    process.send?.({ ready: true });
    return;
  }
  if (!currentFacts) throw new Error('The load process has no facts yet');
  run(message.order, currentFacts).then(
    (done) => process.send?.({ done }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
