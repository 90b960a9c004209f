import { startPgBouncer, versionOfPgBouncer } from '../ha/pgbouncer.ts';
import { median } from '../measure.ts';
import type { ServedProcess } from '../setup/processes.ts';
import { cpuSeconds } from '../setup/usage.ts';
import { markdown } from '../table.ts';
import type { Scene } from './scene.ts';

const JOBS = ['list', 'page', 'save'];
const WARM_UP = 2;
const MS = 1_000;
/** Compares a process of the server that reaches PostgreSQL through PgBouncer in transaction mode with one that does not. */
export async function pooler({ bench, size, start }: Scene): Promise<string> {
  const { load, ours, database, connections, rounds, seconds } = bench;
  const version = versionOfPgBouncer();
  const bouncer = await startPgBouncer(database);
  try {
    const pooled = await start({ DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: database });
    try {
      const run = async (job: string, { url }: ServedProcess, seed: number, time = seconds) => {
        const before = cpuSeconds(bouncer.process.pid);
        const done = await load.run({ jobs: [job], urls: [url], connections, seconds: time, seed });
        if (done.failed > 0) throw new Error(`${job}: ${done.failed} failed: ${done.failures.join('; ')}`);
        const bouncerMs = (MS * (cpuSeconds(bouncer.process.pid) - before)) / done.jobs;
        return { rate: done.jobs / done.seconds, p50: done.p50, p99: done.p99, bouncerMs };
      };
      const rows: string[][] = [];
      for (const job of JOBS) {
        for (const server of [ours, pooled]) await run(job, server, 1, WARM_UP * seconds);
        const direct: Awaited<ReturnType<typeof run>>[] = [];
        const through: typeof direct = [];
        for (let round = 0; round < rounds; round += 1) {
          const turns = [() => run(job, ours, 1_000 + round), () => run(job, pooled, 2_000 + round)] as const;
          const first = round % 2 === 0;
          const [one, other] = [await turns[first ? 0 : 1](), await turns[first ? 1 : 0]()];
          direct.push(first ? one : other);
          through.push(first ? other : one);
        }
        const of = (runs: typeof direct, key: keyof (typeof direct)[number], digits: number) =>
          median(runs.map((each) => each[key])).toFixed(digits);
        rows.push([
          ...[job, of(direct, 'rate', 0), of(through, 'rate', 0)],
          median(through.map(({ rate }, round) => rate / (direct[round]?.rate ?? Number.NaN))).toFixed(2),
          ...[of(direct, 'p50', 1), of(through, 'p50', 1), of(direct, 'p99', 1), of(through, 'p99', 1)],
          of(through, 'bouncerMs', 2),
        ]);
      }
      const head = ['job', 'direct, jobs/s', 'pooled', 'ratio', 'p50 ms', 'pooled', 'p99 ms', 'pooled', 'PgBouncer ms'];
      return `Through PgBouncer ${version} in transaction mode, at ${size.toLocaleString('en')} children:\n\n${markdown(head, rows)}`;
    } finally {
      await pooled.stop();
    }
  } finally {
    await bouncer.stop();
  }
}
