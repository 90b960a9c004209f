import { readFileSync } from 'node:fs';
import type { JobResult } from './measure.ts';

/** The least share of an expected ratio. Below it a change has lost speed, because ratios on shared machines do not vary that much. */
const LEAST_SHARE = 0.6;
const HEADING = '### What the quick bench expects';
const DOCS = new URL('../docs/performance.md', import.meta.url);

/** A ratio to a limit at 2,000 children, as docs/performance.md lists it. */
export interface Expected {
  readonly job: string;
  readonly limit: string;
  readonly ratio: number;
}

/** Reads the rows `| job | limit | ratio |` below the heading. @throws Error if there are none */
export function readExpected(text = readFileSync(DOCS, 'utf8')): readonly Expected[] {
  const section = text.split(`${HEADING}\n`)[1]?.split(/^#/m)[0] ?? '';
  const rows = [...section.matchAll(/^\| `(\w+)` \| ([^|]+) \| ([\d.]+) \|$/gm)];
  if (rows.length === 0) throw new Error(`docs/performance.md has no table below "${HEADING}".`);
  return rows.map(([, job = '', limit = '', ratio]) => ({ job, limit, ratio: Number(ratio) }));
}

/** @returns a sentence for each ratio that is too low; none if all results are fast enough */
export function slowerThanExpected(results: readonly JobResult[], expected: readonly Expected[]): string[] {
  return expected.flatMap(({ job, limit, ratio }) => {
    const result = results.find((one) => one.job === job);
    const measured = result?.limits.find(({ title }) => title === limit);
    if (result && !measured) return [`${job}: there is no limit "${limit}" to compare with.`];
    if (!measured || measured.ratio >= LEAST_SHARE * ratio) return [];
    return [
      `${job}: ${measured.ratio.toFixed(2)} of the limit (${limit}), less than ${LEAST_SHARE} of the expected ${ratio}.`,
    ];
  });
}
