import type { JobResult } from './measure.ts';
import { markdown } from './table.ts';

/** The jobs of one brigade member in the two busiest half hours (docs/scaling.md gives the reasons). */
export const HALF_HOURS = {
  morning: {
    title: 'morning: signs in, plans the day, sees 4 children',
    jobs: { signin: 1, list: 1, followup: 1, search: 4, page: 4, save: 8 },
  },
  evening: { title: 'evening: sends 40 children recorded without signal', jobs: { list: 1, save: 80 } },
} as const;
export const HALF_HOUR_S = 1_800;
/** Above this load, requests queue behind each other. */
const BUSY = 0.6;
/** The share of people without signal all day, who send in the evening. */
export const OFFLINE = 0.5;

type Work = Readonly<Record<string, number>>;

const count = (people: number) =>
  (Number.isFinite(people) ? Math.floor(people / 10) * 10 : Number.NaN).toLocaleString('en');

/** A table of the people that a core of the server and one of PostgreSQL can serve; null if a job was not measured. */
export function workingDay(results: readonly JobResult[], size: number): string | null {
  const costOf = (job: string) => results.find((result) => result.job === job && result.size === size)?.ours;
  const needed = Object.values(HALF_HOURS).flatMap(({ jobs }) => Object.keys(jobs));
  if (needed.some((job) => !costOf(job))) return null;
  const seconds = (jobs: Work, part: 'serverMs' | 'databaseMs') =>
    Object.entries(jobs).reduce((sum, [job, times]) => sum + (times * (costOf(job)?.[part] ?? Number.NaN)) / 1_000, 0);
  const carried = (jobs: Work, part: 'serverMs' | 'databaseMs', of = 1) =>
    (BUSY * HALF_HOUR_S) / (of * seconds(jobs, part));
  const rows = Object.entries(HALF_HOURS).map(([name, { title, jobs }]) => {
    const of = name === 'evening' ? OFFLINE : 1;
    return [
      title,
      seconds(jobs, 'serverMs').toFixed(2),
      seconds(jobs, 'databaseMs').toFixed(2),
      count(carried(jobs, 'serverMs', of)),
      count(carried(jobs, 'databaseMs', of)),
    ];
  });
  const head = [
    'half hour of one person',
    'server CPU s',
    'PostgreSQL CPU s',
    'people per core of the server',
    'per core of PostgreSQL',
  ];
  return `People per core at ${size.toLocaleString('en')} children, each core ${100 * BUSY} % busy, half of all people sending in the evening:\n\n${markdown(head, rows)}`;
}
