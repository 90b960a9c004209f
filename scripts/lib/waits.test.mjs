import { expect, it } from 'vitest';
import { waitsIn } from './waits.mjs';

/** In two parts, for the rule holds for this file too. */
const SLEEP = ['pg', 'sleep'].join('_');
const FILE = 'tests/integration/sample.int.test.ts';
const linesOf = (source, file = FILE) =>
  waitsIn(file, source).map((problem) => /:(\d+): ([^:]*)/.exec(problem)?.slice(1).join(' '));

it.each([
  ["import { setTimeout as wait } from 'node:timers/promises';", 'timers/promises'],
  ["import * as timers from 'timers/promises';", 'timers/promises'],
  ["const { setTimeout: wait } = await import('node:timers/promises');", 'timers/promises'],
  ['await new Promise((resolve) => setTimeout(resolve, 300));', 'setTimeout as a promise'],
  [
    'await new Promise<void>((resolve) => void globalThis.setTimeout(() => resolve(), 300));',
    'setTimeout as a promise',
  ],
  ['const wait = promisify(setTimeout);', 'setTimeout as a promise'],
  ['Atomics.wait(buffer, 0, 0, 300);', 'Atomics.wait'],
  ['await page.waitForTimeout(300);', 'waitForTimeout'],
  [`await db.execute(sql\`select ${SLEEP}(0.3)\`);`, SLEEP],
  [`await client.query('select ${SLEEP}(0.3)');`, SLEEP],
])('refuses a wait for a time: %s', (source, what) => {
  expect(linesOf(`\n${source}\n`)).toEqual([`2 ${what}`]);
});

it.each([
  'expect(performance.now() - began).toBeLessThan(2_000);',
  'expect(Math.abs(Date.now() - at)).toBeLessThanOrEqual(60_000);',
  'const later = performance.now() - began;\nexpect(later).toBeLessThan(2_000);',
  'let slow = 0;\nslow = Math.max(slow, performance.now() - began);\nexpect(slow / 1_000).toBeLessThan(2);',
  "const { ms } = await ask();\nexpect(ms, 'the answer').toBeLessThan(2_000);",
  'expect(ledger.health.longest.live).toBeLessThan(1_000);',
])('refuses an absolute bound on a time: %s', (source) => {
  expect(linesOf(source)).toEqual([`${source.split('\n').length} no absolute bound on a time`]);
});

it.each([
  "import { setImmediate as nextTurn } from 'node:timers/promises';",
  "import { lasting } from '../support/passing-time.ts';\nawait lasting(4_000, 'the fault');",
  'const lastResort = setTimeout(() => child.kill(), 40_000);',
  'await expect.poll(() => written).toEqual([1]);',
  'expect(performance.now() - began).toBeGreaterThan(1_000);',
  'const [right, wrong] = [performance.now() - one, performance.now() - other];\nexpect(wrong / right).toBeLessThan(2);',
  'const ms = 3;\nconst quick = ms / took;\nexpect(ms / took).toBeLessThan(2);',
  'expect(answers.length).toBeLessThan(5);',
  'expect(answer.status).toBeLessThan(300);',
  'vi.useFakeTimers();\nexpect(Date.now() - at).toBeLessThanOrEqual(60_000);',
  `// ${SLEEP} and waitForTimeout are for nobody.`,
])('lets pass: %s', (source) => {
  expect(linesOf(source)).toEqual([]);
});

it('lets time pass in the helpers alone', () => {
  const source = 'export const lasting = (ms) => new Promise((resolve) => setTimeout(resolve, ms));';
  expect(linesOf(source, 'tests/support/passing-time.ts')).toEqual([]);
  expect(linesOf(source, 'tests/support/other.ts')).toHaveLength(1);
});
