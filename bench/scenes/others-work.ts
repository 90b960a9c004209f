import { markdown } from '../table.ts';
import type { Scene } from './scene.ts';

const CONNECTIONS = 4;
/** How long each job of others is measured. */
const SECONDS = 10;
const JOBS = { saves: 'save', lists: 'list', dashboards: 'dashboard' } as const;
type Kind = keyof typeof JOBS;
const KINDS = Object.keys(JOBS) as Kind[];

/** Jobs of others a second, by kind. */
type Rates = Readonly<Record<Kind, number>>;

/** How long one measurement of the work of others takes. */
export const MEASURED_SECONDS = KINDS.length * SECONDS;

/** Measures the work of others: saves, lists and dashboards. */
export async function othersWork({ load, ours }: Scene['bench']): Promise<Rates> {
  const rates: Partial<Record<Kind, number>> = {};
  for (const kind of KINDS) {
    const { jobs, seconds } = await load.run({
      ...{ jobs: [JOBS[kind]], urls: [ours.url], connections: CONNECTIONS },
      ...{ seconds: SECONDS, seed: 1 },
    });
    rates[kind] = jobs / seconds;
  }
  return rates as Rates;
}

/** The work of others before, during and right after something, as a table. */
export const othersTable = (before: Rates, during: Rates, after: Rates): string =>
  markdown(
    ['a second', 'before', 'during', 'right after', 'during ÷ before', 'after ÷ before'],
    KINDS.map((kind) => [
      kind,
      ...[before, during, after].map((rates) => rates[kind].toFixed(0)),
      ...[during, after].map((rates) => (rates[kind] / before[kind]).toFixed(2)),
    ]),
  );
