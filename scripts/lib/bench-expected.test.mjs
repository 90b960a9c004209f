import { expect, test } from 'vitest';
import { readExpected, slowerThanExpected } from '../../bench/expected.ts';
import { QUICK_JOBS } from '../../bench/jobs/index.ts';

const measured = (job, title, ratio) => ({ job, limits: [{ title, ratio }] });

test('the documentation expects a ratio of every quick job that has a limit', () => {
  const expected = readExpected();
  const jobs = [...new Set(expected.map(({ job }) => job))];
  expect(jobs).toEqual(QUICK_JOBS.filter((job) => job !== 'followup'));
  expect(expected.every(({ ratio }) => ratio > 0)).toBe(true);
});

test('a documentation without the table is an error', () => {
  expect(() => readExpected('# Performance\n')).toThrow('docs/performance.md has no table');
});

test('a ratio below 0.6 of the expected one is reported, and a limit that no longer exists', () => {
  const expected = [{ job: 'list', limit: 'counts', ratio: 1 }];
  expect(slowerThanExpected([measured('list', 'counts', 0.6)], expected)).toEqual([]);
  expect(slowerThanExpected([measured('search', 'bare', 0.1)], expected)).toEqual([]);
  expect(slowerThanExpected([measured('list', 'counts', 0.59)], expected)).toEqual([
    'list: 0.59 of the limit (counts), less than 0.6 of the expected 1.',
  ]);
  expect(slowerThanExpected([measured('list', 'renamed', 1)], expected)).toEqual([
    'list: there is no limit "counts" to compare with.',
  ]);
});
