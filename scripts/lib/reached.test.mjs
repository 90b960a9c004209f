import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TOGETHER } from './budgets.mjs';
import { heldAgainst } from './reached.mjs';
import { root } from './run.mjs';

const problemOf = (budget, is) => heldAgainst('page', { unit: 'kB', ...budget }, is).problem;

describe('a budget', () => {
  it.each([
    [{ reached: 100 }, 100],
    [{ reached: 100 }, 103],
    [{ reached: 100 }, 99.5],
    [{ reached: 176.5, ceiling: 200 }, 181.7],
    [{ reached: 2_719, whole: true }, 2_800],
    [{ reached: 2_719, whole: true }, 2_706],
    // A small count may grow by one.
    [{ reached: 4, whole: true }, 5],
    [{ reached: 0, whole: true }, 0],
  ])('of %j has room for %d', (budget, is) => {
    expect(problemOf(budget, is)).toBeNull();
  });

  it.each([
    [{ reached: 100 }, 103.1, 'page: 103.1 kB, at most 103.0, 3 % above the 100.0 reached'],
    [
      { reached: 2_719, whole: true, unit: 'lines' },
      2_801,
      'page: 2801 lines, at most 2800, 3 % above the 2719 reached',
    ],
    [{ reached: 4, whole: true, unit: 'casts' }, 6, 'page: 6 casts, at most 5, 3 % above the 4 reached'],
    // The ceiling is absolute.
    [{ reached: 199, ceiling: 200 }, 200.1, 'page: 200.1 kB, at most 200.0, the most that was agreed'],
    [{ reached: 210, ceiling: 200 }, 205, 'page: 205.0 kB, at most 200.0, the most that was agreed'],
  ])('of %j is exceeded by %d', (budget, is, problem) => {
    expect(problemOf(budget, is)).toBe(problem);
  });

  it.each([
    [{ reached: 100 }, 99.4],
    [{ reached: 120 }, 74.3],
    [{ reached: 2_719, whole: true, unit: 'lines' }, 2_705],
    [{ reached: 10, whole: true, unit: 'casts' }, 4],
  ])('of %j is to be lowered where %d is reached', (budget, is) => {
    const { unit = 'kB', whole } = budget;
    expect(problemOf(budget, is)).toContain(`write down ${whole ? is : is.toFixed(1)}, so that it stays so`);
    expect(problemOf(budget, is)).toContain(unit);
  });

  it('the message gives the size and the limit', () => {
    expect(heldAgainst('page', { reached: 176.5, ceiling: 200, unit: 'kB' }, 176.44).summary).toBe('176.4 of 181.8 kB');
    expect(heldAgainst('src', { reached: 4, whole: true, unit: 'casts' }, 4).summary).toBe('4 of 5 casts');
  });
});

it('the decision first-load gives the reached sizes', () => {
  const decision = readFileSync(join(root, 'docs/decisions/2026-11-22-first-load.md'), 'utf8');
  const rows = [...decision.matchAll(/^\| ([\w -]+) \| ([\d.]+) \| [\d.–]+ \|$/gm)];
  const reached = Object.entries(TOGETHER).map(([step, budget]) => [step, budget.reached]);
  expect(rows.map(([, step, is]) => [step, Number(is)])).toEqual(reached);
});
