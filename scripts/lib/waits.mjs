import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { assertsTime, holdsClock } from './asserted-times.mjs';
import { root } from './run.mjs';
import { calleeOf, isText, nameOf, pathOf, textOf, walk } from './syntax.mjs';
import { promisesTimer, reachesPromises, timersOf } from './timers.mjs';

/** Files that may wait for a time: the helpers, and a thread that cannot import them. */
const HELPERS = ['passing-time.ts', 'others-share.ts', 'health-worker.mjs', 'bystander-worker.mjs'].map(
  (name) => `tests/support/${name}`,
);
const TEST = /^tests\/.*\.(ts|tsx|mjs)$|\.(test|e2e)\.(ts|tsx|mjs)$/;

/** The packages of tests/exchange. */
const PACKAGES = /\/node_modules\//;

const HINT = 'wait for an event (until in tests/support/passing-time.ts), or name what lasts (lasting)';
const BOUND_HINT = 'no absolute bound on a time: expectWithin in tests/support/others-share.ts';
/** Helpers that wait and take a reason in words. */
const NAMED = new Set(['lasting', 'givesUpAfter']);
const SEVERAL_WORDS = /^\s*\S+\s+\S+/;

/** Calls that wait for a time or time out. */
const WAITS = {
  'Atomics.wait': HINT,
  'Atomics.waitAsync': HINT,
  'AbortSignal.timeout': 'givesUpAfter in tests/support/passing-time.ts',
  'vi.waitFor': 'it gives up after a second: expect.poll',
  'vi.waitUntil': 'it gives up after a second: expect.poll',
};
const LOOPS = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement']);
const SLEEP_PROGRAM = /^sleep$|(^|[;&|(]\s*)sleep\s+[\d."$\0]/;
const IN_PAGE = /^(evaluate|evaluateHandle|evaluateAll|waitForFunction|\$eval|\$\$eval)$/;

/** Whether a call has a matching text as an argument, by itself or in an array. */
const isGiven = (call, pattern) =>
  call.arguments.some((one) =>
    [one, ...(one.elements ?? [])].some((given) => isText(given) && pattern.test(textOf(given))),
  );

/** The waits and time bounds of a source, with their lines. */
export function waitsIn(file, source) {
  if (HELPERS.includes(file)) return [];
  const { program } = parseSync(file, source);
  const timers = timersOf(program);
  const isBound = assertsTime(program);
  const problems = [];
  const add = (node, what) => problems.push(`${file}:${source.slice(0, node.start).split('\n').length}: ${what}`);

  walk(program, (node, above) => {
    if (reachesPromises(node, timers)) add(node, `timers/promises: ${HINT}`);
    if (promisesTimer(node, above, timers)) add(node, `setTimeout as a promise: ${HINT}`);
    if (isText(node) && !isText(above.at(-1)) && /pg_sleep/.test(textOf(node))) add(node, `pg_sleep: ${HINT}`);
    if (LOOPS.has(node.type) && node.test && holdsClock(node.test)) add(node, `a loop until a time: ${HINT}`);
    if (node.type !== 'CallExpression') return;
    const [callee, path] = [calleeOf(node), pathOf(node.callee)];
    if (callee === 'waitForTimeout') add(node, `waitForTimeout: ${HINT}`);
    if (Object.hasOwn(WAITS, path)) add(node, `${path}: ${WAITS[path]}`);
    if (isGiven(node, SLEEP_PROGRAM)) add(node, `sleep: ${HINT}`);
    if (IN_PAGE.test(callee) && isGiven(node, /\bset(Timeout|Interval)\b/)) add(node, `setTimeout in a page: ${HINT}`);
    if (NAMED.has(nameOf(node.callee)) && !isNamed(node.arguments[1])) add(node, `${callee}: say in words what lasts`);
    if (isBound(node)) add(node, BOUND_HINT);
  });
  return problems;
}

const isNamed = (reason) => reason !== undefined && isText(reason) && SEVERAL_WORDS.test(textOf(reason));

const filesUnder = (folder) =>
  readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

/** Checks that no test waits for a time or asserts an absolute one. @returns a result like that of a tool */
export function waits() {
  const files = ['src', 'tests', 'scripts']
    .flatMap(filesUnder)
    .filter((file) => TEST.test(file) && !PACKAGES.test(file));
  const problems = files.flatMap((file) => waitsIn(file, readFileSync(join(root, file), 'utf8')));
  return {
    code: problems.length === 0 ? 0 : 1,
    summary: `${problems.length} in ${files.length} files of tests`,
    output: problems.join('\n'),
  };
}
