import { expect, it } from 'vitest';
import { waitsIn } from './waits.mjs';

/** Split, because the rule applies to this file too. */
const SLEEP = ['pg', 'sleep'].join('_');
const FILE = 'tests/integration/sample.int.test.ts';
const linesOf = (source, file = FILE) =>
  waitsIn(file, source).map((problem) => /:(\d+): ([^:]*)/.exec(problem)?.slice(1).join(' '));

it.each([
  ["import { setTimeout as wait } from 'node:timers/promises';", 'timers/promises'],
  ["import * as timers from 'timers/promises';", 'timers/promises'],
  ["import { promises } from 'node:timers';", 'timers/promises'],
  ["export { setTimeout as wait } from 'node:timers/promises';", 'timers/promises'],
  ["export * from 'timers/promises';", 'timers/promises'],
  ["const { setTimeout: wait } = await import('node:timers/promises');", 'timers/promises'],
  ['const { setTimeout: wait } = await import(`node:timers/promises`);', 'timers/promises'],
  ["const { setTimeout: wait } = require('node:timers/promises');", 'timers/promises'],
  ["await process.getBuiltinModule('timers/promises').setTimeout(300);", 'timers/promises'],
  ['await new Promise((resolve) => setTimeout(resolve, 300));', 'setTimeout as a promise'],
  [
    'await new Promise<void>((resolve) => void globalThis.setTimeout(() => resolve(), 300));',
    'setTimeout as a promise',
  ],
  ["await new Promise((resolve) => globalThis['setTimeout'](resolve, 300));", 'setTimeout as a promise'],
  ['await new Promise((resolve) => setInterval(resolve, 300));', 'setTimeout as a promise'],
  ['const wait = promisify(setTimeout);', 'setTimeout as a promise'],
  ['await util.promisify(globalThis.setTimeout)(300);', 'setTimeout as a promise'],
  ['Atomics.wait(buffer, 0, 0, 300);', 'Atomics.wait'],
  ['await Atomics.waitAsync(buffer, 0, 0, 300).value;', 'Atomics.waitAsync'],
  ["await once(AbortSignal.timeout(300), 'abort');", 'AbortSignal.timeout'],
  ['await page.waitForTimeout(300);', 'waitForTimeout'],
  ["await page['waitForTimeout'](300);", 'waitForTimeout'],
  ["await page.evaluate('new Promise((done) => setTimeout(done, 300))');", 'setTimeout in a page'],
  ['await vi.waitFor(() => expect(asked).toBe(1));', 'vi.waitFor'],
  ['await vi.waitUntil(() => asked === 1, { timeout: 300 });', 'vi.waitUntil'],
  ['while (Date.now() < end);', 'a loop until a time'],
  ['do await turn(); while (performance.now() - began < 300);', 'a loop until a time'],
  ['for (const began = Date.now(); Date.now() - began < 300; ) await turn();', 'a loop until a time'],
  ["execFileSync('sleep', ['0.3']);", 'sleep'],
  ["await run('sleep 0.3');", 'sleep'],
  ["spawn('sh', ['-c', 'kill \"$1\"; sleep \"$2\"', 'sh', pid, seconds]);", 'sleep'],
  [`await db.execute(sql\`select ${SLEEP}(0.3)\`);`, SLEEP],
  [`await client.query('select ${SLEEP}(0.3)');`, SLEEP],
  ["await client.query('select pg_' + 'sleep(0.3)');", SLEEP],
  [`await client.query(\`select pg_\${'sleep'}(0.3)\`);`, SLEEP],
  ["await lasting(300, 'hope');", 'lasting'],
  ["await lasting(300, '');", 'lasting'],
  ['await lasting(300, reason);', 'lasting'],
  ['await lasting(300);', 'lasting'],
  ["fetch(url, { signal: givesUpAfter(300, 'hope') });", 'givesUpAfter'],
])('refuses a wait for a time: %s', (source, what) => {
  expect(linesOf(`\n${source}\n`)).toEqual([`2 ${what}`]);
});

it.each([
  'const { promise, resolve } = Promise.withResolvers();\nsetTimeout(resolve, 300);',
  'const gate = Promise.withResolvers();\nsetTimeout(() => gate.resolve(), 300);',
  'let done;\nconst gone = new Promise((resolve) => {\n  done = resolve;\n});\nsetTimeout(done, 300);',
  'const st = setTimeout;\nawait new Promise((resolve) => st(resolve, 300));',
  'const { setTimeout: st } = globalThis;\nawait new Promise((resolve) => st(resolve, 300));',
  "import { setTimeout as st } from 'node:timers';\nawait new Promise((resolve) => st(resolve, 300));",
  "import * as timers from 'node:timers';\nawait util.promisify(timers.setTimeout)(300);",
  'const later = (done) => setTimeout(done, 300);\nawait new Promise(later);',
  'const later = (done) => setTimeout(() => done(1), 300);\nawait new Promise((resolve) => later(resolve));',
])('refuses a timer that ends a promise by another name: %s', (source) => {
  expect(linesOf(source)).toEqual([`${source.split('\n').length} setTimeout as a promise`]);
});

it.each([
  'expect(performance.now() - began).toBeLessThan(2_000);',
  'expect(new Date() - began).toBeLessThan(2_000);',
  'expect(Math.abs(Date.now() - at)).toBeLessThanOrEqual(60_000);',
  'const later = performance.now() - began;\nexpect(later).toBeLessThan(2_000);',
  'let slow = 0;\nslow = Math.max(slow, performance.now() - began);\nexpect(slow / 1_000).toBeLessThan(2);',
  "const { ms } = await ask();\nexpect(ms, 'the answer').toBeLessThan(2_000);",
  'expect(ledger.health.longest.live).toBeLessThan(1_000);',
  'expect(performance.now() - began < 2_000).toBe(true);',
  'expect(2_000 >= performance.now() - began).toBeTruthy();',
  'expect(performance.now() - began > 2_000).toBe(false);',
  'expect(isUp && !(performance.now() - began > 2_000)).toEqual(true);',
  'assert(performance.now() - began < 2_000);',
  'expect(2_000).toBeGreaterThan(performance.now() - began);',
  'expect(performance.now() - began).not.toBeGreaterThan(2_000);',
  'expect.soft(performance.now() - began).toBeLessThan(2_000);',
  'await expect.poll(() => performance.now() - began).toBeLessThan(2_000);',
  'await expect.poll(() => performance.now() - began < 2_000).toBe(true);',
])('refuses an absolute bound on a time: %s', (source) => {
  expect(linesOf(source)).toEqual([`${source.split('\n').length} no absolute bound on a time`]);
});

it('refuses no function for having the name of a property of every object', () => {
  expect(linesOf('const valueOf = (one) => one;\nvalueOf(1);')).toEqual([]);
});

const BOUND = 'expect(Date.now() - at).toBeLessThan(60_000);';

it.each([
  `vi.useFakeTimers();\n${BOUND}`,
  `beforeEach(() => {\n  vi.useFakeTimers();\n});\nafterEach(() => vi.useRealTimers());\nit('', () => {\n  ${BOUND}\n});`,
  `describe('', () => {\n  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));\n  it('', () => {\n    ${BOUND}\n  });\n});`,
  `const at = () => vi.useFakeTimers({ now });\nit('', () => {\n  at();\n  ${BOUND}\n});`,
  `it('', () => {\n  vi.useFakeTimers();\n  onTestFinished(() => vi.useRealTimers());\n  ${BOUND}\n});`,
])('lets time that a test turns itself be bounded: %s', (source) => {
  expect(linesOf(source)).toEqual([]);
});

it.each([
  `vi.useFakeTimers();\nvi.useRealTimers();\n${BOUND}`,
  `${BOUND}\nvi.useFakeTimers();`,
  `vi.useFakeTimers({ toFake: ['setTimeout'] });\n${BOUND}`,
  `it('', () => {\n  vi.useFakeTimers();\n});\nit('', () => {\n  ${BOUND}\n});`,
  `describe('', () => {\n  beforeEach(() => vi.useFakeTimers());\n});\nit('', () => {\n  ${BOUND}\n});`,
  `beforeEach(() => vi.useFakeTimers());\nit('', () => {\n  vi.useRealTimers();\n  ${BOUND}\n});`,
])('refuses a bound where the clock is not, or no longer, turned by the test: %s', (source) => {
  expect(linesOf(source)).toEqual([expect.stringMatching(/^\d+ no absolute bound on a time$/)]);
});

it.each([
  "import { setImmediate as nextTurn } from 'node:timers/promises';",
  "import { lasting } from '../support/passing-time.ts';\nawait lasting(4_000, 'the fault');",
  'const lastResort = setTimeout(() => child.kill(), 40_000);',
  'const tick = (work) => setInterval(work, 300);\nconst ticking = tick(look);',
  'this.gate = Promise.withResolvers();',
  'test.setTimeout(120_000);',
  'await expect.poll(() => written).toEqual([1]);',
  'await dialog.waitFor();',
  'while (asked < 3) await turn();',
  "it('does not sleep through the night', () => {});",
  'expect(performance.now() - began).toBeGreaterThan(1_000);',
  'expect(performance.now() - began < 1_000).toBe(false);',
  'expect(performance.now() - began).not.toBeLessThan(1_000);',
  'const [right, wrong] = [performance.now() - one, performance.now() - other];\nexpect(wrong / right).toBeLessThan(2);',
  'const ms = 3;\nconst quick = ms / took;\nexpect(ms / took).toBeLessThan(2);',
  'expect(answers.length).toBeLessThan(5);',
  'expect(answer.status).toBeLessThan(300);',
  `// ${SLEEP} and waitForTimeout are for nobody.`,
])('lets pass: %s', (source) => {
  expect(linesOf(source)).toEqual([]);
});

it('allows waiting in the helpers only', () => {
  const source = 'export const lasting = (ms) => new Promise((resolve) => setTimeout(resolve, ms));';
  expect(linesOf(source, 'tests/support/passing-time.ts')).toEqual([]);
  expect(linesOf(source, 'tests/support/other.ts')).toHaveLength(1);
});
