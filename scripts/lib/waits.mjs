import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { root } from './run.mjs';

/** Where time may pass and be bounded on purpose: the helpers, and a thread that cannot read them. */
const HELPERS = ['passing-time.ts', 'others-share.ts', 'health-worker.mjs'].map((name) => `tests/support/${name}`);
const TEST = /^tests\/.*\.(ts|tsx|mjs)$|\.(test|e2e)\.(ts|tsx|mjs)$/;

const HINT = 'wait for an event (until in tests/support/passing-time.ts), or name what lasts (lasting)';
const BOUND_HINT = 'no absolute bound on a time: expectWithin in tests/support/others-share.ts';
/** An event of the loop, not a time. */
const TURNS = new Set(['setImmediate']);
const TIMERS = /^(node:)?timers\/promises$/;
const UPPER_BOUNDS = new Set(['toBeLessThan', 'toBeLessThanOrEqual']);
/** What helpers and their callers call a time that they measured. */
const MEASURED =
  /^(ms|millis|milliseconds|seconds|took|elapsed|waited|duration|pause|slowest|longest|longestPause|worksAfter)$|(Ms|Seconds|Took)$/;

const children = (node) =>
  Object.values(node).flatMap((inside) =>
    (Array.isArray(inside) ? inside : [inside]).filter((one) => typeof one?.type === 'string'),
  );

function walk(node, visit, above = []) {
  visit(node, above);
  for (const inside of children(node)) walk(inside, visit, [...above, node]);
}

const nameOf = (node) => node?.name ?? (typeof node?.value === 'string' ? node.value : undefined);
const calleeOf = ({ callee }) => nameOf(callee?.type === 'MemberExpression' ? callee.property : callee);
const readsClock = (node) =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  ['performance.now', 'Date.now', 'hrtime.bigint'].includes(
    `${nameOf(node.callee.object) ?? nameOf(node.callee.object.property)}.${nameOf(node.callee.property)}`,
  );

/** Whether it is, or holds, how long something took; a part of another time has no unit. */
function isMeasured(node, names) {
  if (
    node.type === 'BinaryExpression' &&
    node.operator === '/' &&
    [node.left, node.right].every((one) => isMeasured(one, names))
  )
    return false;
  if (node.type === 'BinaryExpression' && node.operator === '-' && children(node).some((one) => holdsClock(one)))
    return true;
  if (node.type === 'Identifier') return names.has(node.name) || MEASURED.test(node.name);
  if (node.type === 'MemberExpression' && !node.computed) {
    return isMeasured(node.property, names) || isMeasured(node.object, names);
  }
  return children(node).some((one) => isMeasured(one, names));
}

function holdsClock(node) {
  return readsClock(node) || children(node).some(holdsClock);
}

/** The names that stand for a time that was measured in this source. */
function measuredNames(program) {
  const names = new Set();
  walk(program, (node) => {
    const [target, value] =
      node.type === 'VariableDeclarator'
        ? [node.id, node.init]
        : node.type === 'AssignmentExpression'
          ? [node.left, node.right]
          : [];
    if (target?.type === 'Identifier' && value && !/Function/.test(value.type) && isMeasured(value, names))
      names.add(target.name);
  });
  return names;
}

/** What of a source waits for a time, or bounds one: the line and what is wrong with it. */
export function waitsIn(file, source) {
  if (HELPERS.includes(file)) return [];
  const { program } = parseSync(file, source);
  const names = measuredNames(program);
  const fakes = /\buseFakeTimers\(/.test(source);
  const problems = [];
  const add = (node, what) => problems.push(`${file}:${source.slice(0, node.start).split('\n').length}: ${what}`);

  walk(program, (node, above) => {
    if (node.type === 'ImportDeclaration' && TIMERS.test(node.source.value)) {
      const others = node.specifiers.filter(({ imported }) => !TURNS.has(nameOf(imported)));
      if (others.length > 0) add(node, `timers/promises: ${HINT}`);
    }
    if (node.type === 'ImportExpression' && TIMERS.test(node.source.value ?? '')) add(node, `timers/promises: ${HINT}`);
    if (node.type === 'Literal' || node.type === 'TemplateElement') {
      const text = typeof node.value === 'string' ? node.value : node.value?.raw;
      if (typeof text === 'string' && /pg_sleep/.test(text)) add(node, `pg_sleep: ${HINT}`);
    }
    if (node.type !== 'CallExpression') return;
    const callee = calleeOf(node);
    if (callee === 'waitForTimeout') add(node, `waitForTimeout: ${HINT}`);
    if (callee === 'promisify' && nameOf(node.arguments[0]) === 'setTimeout')
      add(node, `setTimeout as a promise: ${HINT}`);
    if (callee === 'wait' && nameOf(node.callee.object) === 'Atomics') add(node, `Atomics.wait: ${HINT}`);
    const promised = above.some((one) => one.type === 'NewExpression' && nameOf(one.callee) === 'Promise');
    if (callee === 'setTimeout' && promised) add(node, `setTimeout as a promise: ${HINT}`);
    // Time that a test turns itself is no measure of the machine.
    if (UPPER_BOUNDS.has(callee) && !fakes) {
      const expected = node.callee.object;
      const [subject] =
        expected?.type === 'CallExpression' && calleeOf(expected) === 'expect' ? expected.arguments : [];
      if (subject && isMeasured(subject, names)) add(node, BOUND_HINT);
    }
  });
  return problems;
}

const filesUnder = (folder) =>
  readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

/** Whether no test waits for a time, or holds an absolute one against the machine; answers as a tool does. */
export function waits() {
  const files = ['src', 'tests', 'scripts'].flatMap(filesUnder).filter((file) => TEST.test(file));
  const problems = files.flatMap((file) => waitsIn(file, readFileSync(join(root, file), 'utf8')));
  return {
    code: problems.length === 0 ? 0 : 1,
    summary: `${problems.length} in ${files.length} files of tests`,
    output: problems.join('\n'),
  };
}
