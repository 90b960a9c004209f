import pg from 'pg';
import { JOBS } from './jobs/index.ts';
import type { Limit } from './jobs/job.ts';
import type { Load, LoadResult } from './load/load.ts';
import { statementCount } from './setup/database.ts';
import type { Facts } from './setup/facts.ts';
import type { ServedProcess } from './setup/processes.ts';
import { cpuSeconds, cpuSecondsWithChildren, memoryMegabytes } from './setup/usage.ts';

/** The result of one server in one round. */
interface Run extends LoadResult {
  readonly serverMs: number;
  readonly databaseMs: number;
  readonly statements: number;
  readonly memory: number;
}

/** The medians of all rounds of a job on one server. */
export interface Measured {
  readonly title: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Processor time of the server and of PostgreSQL for each job, in milliseconds. */
  readonly serverMs: number;
  readonly databaseMs: number;
  readonly statements: number;
  readonly memory: number;
  readonly loadBusy: number;
}

export interface JobResult {
  readonly job: string;
  readonly title: string;
  readonly size: number;
  readonly ours: Measured;
  /** `ratio` is the number of our jobs for each job of the limit in the same round. */
  readonly limits: readonly (Measured & { readonly ratio: number })[];
}

export interface Bench {
  readonly load: Load;
  readonly ours: ServedProcess;
  readonly limit: ServedProcess;
  readonly facts: Facts;
  readonly database: string;
  readonly postmaster: number | undefined;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
  const [before, after] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]] as const;
  return ((before ?? Number.NaN) + (after ?? Number.NaN)) / 2;
};

const WARM_UP_SHARE = 0.6;
const MS = 1_000;

function measuredOf(title: string, runs: readonly Run[]): Measured {
  const of = (name: keyof Run) => median(runs.map((run) => Number(run[name])));
  return {
    title,
    perSecond: median(runs.map(({ jobs, seconds }) => jobs / seconds)),
    ...{ p50: of('p50'), p95: of('p95'), p99: of('p99'), serverMs: of('serverMs'), databaseMs: of('databaseMs') },
    ...{ statements: of('statements'), memory: of('memory'), loadBusy: of('busy') },
  };
}

/** Repeats a job on our server and on its limits in turns, so that a noisy machine disturbs all of them equally. */
export async function measureJob(bench: Bench, job: string, size: number): Promise<JobResult> {
  const { load, ours, limit, connections, rounds, seconds, postmaster } = bench;
  const counting = new pg.Client({ connectionString: bench.database });
  await counting.connect();
  let seed = 1;
  const run = async (serving: ServedProcess, under: string, time: number): Promise<Run> => {
    const before = [
      cpuSeconds(serving.pid),
      cpuSecondsWithChildren(postmaster),
      await statementCount(counting),
    ] as const;
    seed += connections;
    const done = await load.run({ jobs: [job], urls: [serving.url], under, connections, seconds: time, seed });
    if (done.failed > 0 || done.jobs === 0)
      throw new Error(
        `${job} at ${under || serving.url}: ${done.failed} of ${done.jobs} failed: ${done.failures.join('; ')}`,
      );
    const each = (after: number, earlier: number) => (after - earlier) / done.jobs;
    return {
      ...done,
      serverMs: MS * each(cpuSeconds(serving.pid), before[0]),
      databaseMs: MS * each(cpuSecondsWithChildren(postmaster), before[1]),
      statements: each(await statementCount(counting), before[2]),
      memory: memoryMegabytes(serving.pid),
    };
  };
  const { title, limits = [] } = JOBS[job] as (typeof JOBS)[string];
  const contenders: readonly { limit: Limit | null; serving: ServedProcess; runs: Run[] }[] = [
    { limit: null, serving: ours, runs: [] },
    ...limits.map((one) => ({ limit: one, serving: limit, runs: [] })),
  ];
  try {
    for (const { limit: one, serving } of contenders) await run(serving, one?.under ?? '', WARM_UP_SHARE * seconds);
    for (let round = 0; round < rounds; round += 1) {
      const order = round % 2 === 0 ? contenders : contenders.toReversed();
      for (const { limit: one, serving, runs } of order) runs.push(await run(serving, one?.under ?? '', seconds));
    }
  } finally {
    await counting.end();
  }
  const [mine, ...others] = contenders;
  const rate = ({ jobs, seconds: time }: Run) => jobs / time;
  return {
    job,
    title,
    size,
    ours: measuredOf('ours', mine?.runs ?? []),
    limits: others.map(({ limit: one, runs }) => ({
      ...measuredOf(one?.title ?? '', runs),
      ratio: median(runs.map((other, round) => rate(mine?.runs[round] as Run) / rate(other))),
    })),
  };
}
