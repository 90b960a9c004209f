import type { JobResult, Measured } from './measure.ts';

const figure = (value: number, digits = 3): string => {
  if (Number.isNaN(value)) return '–';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value
    .toPrecision(digits)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
};

const HEAD = [
  'job',
  'children',
  'server',
  'jobs/s',
  'ratio',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'server CPU ms',
  'PostgreSQL CPU ms',
  'statements',
  'MB',
];

function line(result: JobResult, measured: Measured, ratio: number | null): string[] {
  const { title, perSecond, p50, p95, p99, serverMs, databaseMs, statements, memory } = measured;
  const ours = title === 'ours';
  return [
    ours ? result.title : '',
    ours ? result.size.toLocaleString('en') : '',
    ours ? 'ours' : `limit, ${title}`,
    figure(perSecond),
    ratio === null ? '' : ratio.toFixed(2),
    ...[p50, p95, p99, serverMs, databaseMs, statements].map((value) => figure(value)),
    figure(memory),
  ];
}

export const markdown = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_name, index) => (index === 0 ? '---' : '--:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

/** A table with one line for our server and one for each limit, per job. */
export const jobTable = (results: readonly JobResult[]): string =>
  markdown(
    HEAD,
    results.flatMap((result) => [
      line(result, result.ours, null),
      ...result.limits.map((limit) => line(result, limit, limit.ratio)),
    ]),
  );

/** A table of the growth of p50 from the smallest size to the largest. */
export function growthTable(results: readonly JobResult[], sizes: readonly number[]): string {
  const [small, large] = [Math.min(...sizes), Math.max(...sizes)];
  const rows = results
    .filter(({ size }) => size === large)
    .flatMap(({ job, title, ours }) => {
      const before = results.find((other) => other.job === job && other.size === small);
      return before
        ? [[title, figure(before.ours.p50), figure(ours.p50), (ours.p50 / before.ours.p50).toFixed(2)]]
        : [];
    });
  const at = (size: number) => `p50 ms at ${size.toLocaleString('en')}`;
  return markdown(['job', at(small), at(large), 'growth'], rows);
}

/** One line per job for the terminal, printed during the run. */
export function shortLine({ title, size, ours, limits }: JobResult): string {
  const ratios = limits.map((limit) => `×${limit.ratio.toFixed(2)} of ${figure(limit.perSecond)}/s (${limit.title})`);
  const busy = ours.loadBusy > 0.9 ? `, the load process itself was busy (${Math.round(100 * ours.loadBusy)} %)` : '';
  return `${title.padEnd(28)} ${String(size).padStart(8)}  ${figure(ours.perSecond).padStart(7)}/s  p50 ${figure(ours.p50)} ms  ${ratios.join(', ')}${busy}`;
}
