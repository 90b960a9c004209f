import { bare, calleeOf, children, holds, isFunction, nameOf, namings, pathOf, walk } from './syntax.mjs';

/** Names that variables with measured times have. */
const MEASURED =
  /^(ms|millis|milliseconds|seconds|took|elapsed|waited|duration|pause|slowest|longest|longestPause|worksAfter)$|(Ms|Seconds|Took)$/;
const CLOCKS = /(^|\.)(performance\.now|Date\.now|hrtime|hrtime\.bigint)$/;

const readsClock = (node) =>
  (node.type === 'CallExpression' && CLOCKS.test(pathOf(node.callee))) ||
  (node.type === 'NewExpression' && nameOf(node.callee) === 'Date' && node.arguments.length === 0);

export const holdsClock = (node) => holds(node, readsClock);

/** Whether a node is or contains a measured duration; a ratio of two durations has no unit and does not count. */
function isMeasured(node, names) {
  if (
    node.type === 'BinaryExpression' &&
    node.operator === '/' &&
    [node.left, node.right].every((one) => isMeasured(one, names))
  )
    return false;
  if (node.type === 'BinaryExpression' && node.operator === '-' && children(node).some(holdsClock)) return true;
  if (node.type === 'Identifier') return names.has(node.name) || MEASURED.test(node.name);
  if (node.type === 'MemberExpression' && !node.computed) {
    return isMeasured(node.property, names) || isMeasured(node.object, names);
  }
  return children(node).some((one) => isMeasured(one, names));
}

/** The variables of a source that contain a measured time. */
function measuredNames(program) {
  const names = new Set();
  for (const { target, value } of namings(program))
    if (target.type === 'Identifier' && !isFunction(value) && isMeasured(value, names)) names.add(target.name);
  return names;
}

const BELOW = { '<': ['left', 'right'], '<=': ['left', 'right'], '>': ['right', 'left'], '>=': ['right', 'left'] };
const SMALLER = new Set(['toBeLessThan', 'toBeLessThanOrEqual']);
const GREATER = new Set(['toBeGreaterThan', 'toBeGreaterThanOrEqual']);
const SAME = new Set(['toBe', 'toEqual', 'toStrictEqual']);
const EXPECTATIONS = new Set(['expect', 'expect.soft', 'expect.poll']);

/** The subject and the matcher of an `expect` call. */
function expectation(node) {
  let object = bare(node.callee)?.object;
  let not = false;
  while (object?.type === 'MemberExpression') {
    not = not !== (nameOf(object.property) === 'not');
    object = object.object;
  }
  if (object?.type !== 'CallExpression' || !EXPECTATIONS.has(pathOf(object.callee)) || !object.arguments[0]) return;
  return { matcher: calleeOf(node), not, subject: object.arguments[0], expected: node.arguments[0] };
}

/** Whether a condition has the wanted value only when a measured time is short. */
function needsShort(node, wanted, isTime) {
  const condition = bare(node);
  if (condition.type === 'UnaryExpression' && condition.operator === '!')
    return needsShort(condition.argument, !wanted, isTime);
  if (condition.type === 'LogicalExpression')
    return [condition.left, condition.right].some((one) => needsShort(one, wanted, isTime));
  const sides = condition.type === 'BinaryExpression' ? BELOW[condition.operator] : undefined;
  if (!sides) return false;
  const [small, great] = (wanted ? sides : sides.toReversed()).map((side) => condition[side]);
  return isTime(small) && !isTime(great);
}

/** @returns a function that says whether a call sets an upper bound on a measured time */
function boundsTime(program) {
  const names = measuredNames(program);
  const isTime = (node) => node !== undefined && isMeasured(node, names);
  return (node) => {
    if (node.type !== 'CallExpression') return false;
    if (/^assert(\.ok|\.equal)?$/.test(pathOf(node.callee)) && node.arguments[0])
      return needsShort(node.arguments[0], true, isTime);
    const asked = expectation(node);
    if (!asked) return false;
    const { matcher, not, subject, expected } = asked;
    if ((not ? GREATER : SMALLER).has(matcher)) return isTime(subject);
    if ((not ? SMALLER : GREATER).has(matcher)) return isTime(expected) && !isTime(subject);
    const expectedValue = SAME.has(matcher) ? expected?.value : { toBeTruthy: true, toBeFalsy: false }[matcher];
    const condition = isFunction(subject) && subject.expression ? subject.body : subject;
    return typeof expectedValue === 'boolean' && needsShort(condition, expectedValue !== not, isTime);
  };
}

const HOOKS = new Set(['beforeEach', 'beforeAll']);
const covers = (outer, inner) => outer.start <= inner.start && inner.end <= outer.end;

/** Whether a call fakes the clock itself, not only timers. */
function fakesClock(node) {
  if (node.type !== 'CallExpression' || calleeOf(node) !== 'useFakeTimers') return false;
  const [options] = node.arguments;
  const only = options?.properties?.find(({ key }) => nameOf(key) === 'toFake')?.value;
  return !only || holds(only, (one) => ['Date', 'performance'].includes(one.value));
}

/** @returns a function that says whether the clock is fake at a node: faked time does not depend on the machine */
function fakeAt(program) {
  const makers = new Set(
    namings(program)
      .filter(({ target, value }) => target.type === 'Identifier' && isFunction(value) && holds(value, fakesClock))
      .map(({ target }) => target.name),
  );
  const [fakes, reals] = [[], []];
  walk(program, (node, above) => {
    if (node.type !== 'CallExpression') return;
    const inside = above.findLast((one) => isFunction(one) || one === program);
    if (calleeOf(node) === 'useRealTimers') reals.push({ at: node.start, scope: inside });
    if (!fakesClock(node) && !makers.has(nameOf(node.callee))) return;
    // A hook applies to all tests in its group.
    const hook = above[above.indexOf(inside) - 1];
    const isHook = hook?.type === 'CallExpression' && HOOKS.has(nameOf(hook.callee));
    const scope = isHook
      ? above.slice(0, above.indexOf(hook)).findLast((one) => isFunction(one) || one === program)
      : inside;
    fakes.push({ at: isHook ? scope.start : node.start, scope });
  });
  return (node) =>
    fakes.some(
      ({ at, scope }) =>
        at <= node.start &&
        covers(scope, node) &&
        !reals.some((real) => real.at > at && real.at < node.start && covers(real.scope, node)),
    );
}

/** @returns a function that says whether a node asserts an absolute time */
export function assertsTime(program) {
  const bounds = boundsTime(program);
  const isFake = fakeAt(program);
  return (node) => bounds(node) && !isFake(node);
}
