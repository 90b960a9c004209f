import { bare, calleeOf, holds, isFunction, isText, nameOf, namings, pathOf, taken, textOf, walk } from './syntax.mjs';

const TIMERS = ['setTimeout', 'setInterval'];
const TIMERS_MODULE = /^(node:)?timers$/;
const PROMISES_MODULE = /^(node:)?timers\/promises$/;
/** Waits for an event of the loop, not for a time. */
const TURNS = new Set(['setImmediate']);

const isPromise = (node) => node.type === 'NewExpression' && nameOf(node.callee) === 'Promise';

/** The names of timers in a source, and the functions that settle a promise from outside. */
export function timersOf(program) {
  const names = new Set(TIMERS);
  const spaces = new Set(['globalThis', 'global', 'window', 'self']);
  const resolvers = new Set();
  /** Objects with a promise and its resolver. */
  const deferred = new Set();

  const isTimer = (node) => {
    const one = bare(node);
    if (one?.type === 'Identifier') return names.has(one.name);
    return (
      one?.type === 'MemberExpression' && spaces.has(nameOf(bare(one.object))) && TIMERS.includes(nameOf(one.property))
    );
  };
  /** A function that passes its argument to a timer is a timer. */
  const handsOn = (made) => {
    const given = new Set(made.params.map(nameOf));
    return holds(made, (node) => {
      const called = node.type === 'CallExpression' && isTimer(node.callee) ? node.arguments[0] : undefined;
      return called !== undefined && holds(called, (one) => one.type === 'Identifier' && given.has(one.name));
    });
  };

  walk(program, (node) => {
    if (node.type === 'ImportDeclaration' && TIMERS_MODULE.test(node.source.value)) {
      for (const { imported, local } of node.specifiers) {
        if (!imported || nameOf(imported) === 'default') spaces.add(local.name);
        else if (TIMERS.includes(nameOf(imported))) names.add(local.name);
      }
    }
    const [made] = isPromise(node) ? node.arguments : [];
    if (!isFunction(made)) return;
    const ends = new Set(made.params.map(nameOf));
    for (const { target, value } of namings(made.body))
      if (target.type === 'Identifier' && ends.has(nameOf(value))) resolvers.add(target.name);
  });
  const named = namings(program);
  for (let before = -1; before !== names.size; ) {
    before = names.size;
    for (const { target, value } of named) {
      if (target.type === 'Identifier' && (isTimer(value) || (isFunction(value) && handsOn(value))))
        names.add(target.name);
      if (target.type === 'ObjectPattern' && spaces.has(nameOf(value)))
        for (const one of taken(target, TIMERS)) names.add(one);
    }
  }
  for (const { target, value } of named) {
    if (value.type !== 'CallExpression' || pathOf(value.callee) !== 'Promise.withResolvers') continue;
    if (target.type === 'Identifier') deferred.add(target.name);
    if (target.type === 'ObjectPattern') for (const one of taken(target, ['resolve', 'reject'])) resolvers.add(one);
  }

  const ends = (node) =>
    node !== undefined &&
    holds(node, (one) =>
      one.type === 'MemberExpression'
        ? deferred.has(nameOf(bare(one.object)))
        : one.type === 'Identifier' && resolvers.has(one.name),
    );
  return { isTimer, spaces, ends };
}

/** Whether a node creates a promise that a timer settles. */
export function promisesTimer(node, above, { isTimer, ends }) {
  if (isPromise(node)) return isTimer(node.arguments[0]);
  if (node.type !== 'CallExpression') return false;
  if (calleeOf(node) === 'promisify') return isTimer(node.arguments[0]);
  return isTimer(node.callee) && (above.some(isPromise) || ends(node.arguments[0]));
}

const LOADERS = new Set(['require', 'getBuiltinModule']);

/** Whether a node uses timers/promises, under any name. */
export function reachesPromises(node, { spaces }) {
  const source = (from) => (from && isText(from) ? textOf(from) : '');
  if (node.type === 'ImportDeclaration') {
    const from = source(node.source);
    if (TIMERS_MODULE.test(from)) return node.specifiers.some(({ imported }) => nameOf(imported) === 'promises');
    return PROMISES_MODULE.test(from) && node.specifiers.some(({ imported }) => !TURNS.has(nameOf(imported)));
  }
  if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration')
    return PROMISES_MODULE.test(source(node.source));
  if (node.type === 'ImportExpression') return PROMISES_MODULE.test(source(node.source));
  if (node.type === 'MemberExpression') return nameOf(node.property) === 'promises' && spaces.has(nameOf(node.object));
  return (
    node.type === 'CallExpression' && LOADERS.has(calleeOf(node)) && PROMISES_MODULE.test(source(node.arguments[0]))
  );
}
