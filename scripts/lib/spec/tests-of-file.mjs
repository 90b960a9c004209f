import { parseAst } from 'vite';

/** Modifiers under which every test runs and must pass. */
const PLAIN = new Set(['each', 'for', 'describe', 'concurrent', 'sequential', 'serial', 'parallel']);
/** Modifiers that skip a test or expect it to fail. */
const LEFT_OUT = new Set(['skip', 'skipIf', 'runIf', 'todo', 'fixme', 'fails', 'fail']);
/** Nodes allowed between a test and the top of its file, besides groups. */
const AROUND = new Set(['Program', 'BlockStatement', 'ForOfStatement']);

const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((value) => typeof value?.type === 'string');
const isFunction = ({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

/** The names of a callee: test.describe.each(…)(…) is ["test", "describe", "each"]. */
function calleeNames(node) {
  if (node.type === 'Identifier') return [node.name];
  if (node.type === 'MemberExpression') return [...calleeNames(node.object), node.property.name];
  return calleeNames(node.callee ?? node.tag ?? { type: 'Identifier' });
}

/** Why a test with these modifiers may be skipped or may fail unnoticed. */
function reasonAgainst(names, options) {
  const modifier = [...names, ...options].find((name) => LEFT_OUT.has(name));
  if (modifier) return `"${modifier}" may leave it out`;
  const odd = names.find((name) => !PLAIN.has(name));
  return odd && `what ".${odd}" does to a test is not known here`;
}

/** The call of a test or a group in a statement. */
function testCall(statement) {
  const call = statement.type === 'ExpressionStatement' ? statement.expression : statement;
  if (call.type !== 'CallExpression') return undefined;
  const [first, ...names] = calleeNames(call.callee);
  const work = call.arguments.find(isFunction);
  if (!['test', 'it', 'describe'].includes(first) || !work || work === call.arguments[0]) return undefined;
  const options = call.arguments.flatMap(({ properties = [] }) => properties.map(({ key }) => key?.name));
  return {
    call,
    work,
    group: first === 'describe' || names.includes('describe'),
    each: names.includes('each'),
    against: reasonAgainst(names, options),
  };
}

/** A call such as test.skip(…), test.fixme() or skip() in a test. */
function leavesOut(node) {
  const names = node.type === 'CallExpression' ? calleeNames(node.callee) : [];
  const left = names[0] !== 'expect' && LEFT_OUT.has(names.at(-1));
  return left ? `"${names.at(-1)}" may leave it out` : childrenOf(node).map(leavesOut).find(Boolean);
}

/** A group can also be skipped by a call among its tests or in a hook. */
const leftOutAmong = ({ body }) =>
  Array.isArray(body)
    ? body
        .map((statement) => statement.type === 'ExpressionStatement' && !testCall(statement) && leavesOut(statement))
        .find(Boolean)
    : undefined;

function titleOf(title, source) {
  if (title.type === 'Literal') return String(title.value);
  const text = source.slice(title.start, title.end);
  return title.type === 'TemplateLiteral' ? text.slice(1, -1) : `\${${text}}`;
}

/** @returns the tests of a file by line (or by the enclosing loop or condition): the full title, and why the test is no proof, if so */
export function testsOf(source, path) {
  const tests = new Map();
  const lineOf = ({ start }) => source.slice(0, start).split('\n').length;
  /** @param around enclosing groups, the reason against the tests in them, whether a test runs for several cases, and the lines around it */
  const visit = (node, { groups, against, cases, lines }) => {
    const test = testCall(node);
    if (test) {
      const titles = [...groups, titleOf(test.call.arguments[0], source)];
      const counterReason = against ?? test.against;
      if (test.group)
        return visit(test.work.body, { groups: titles, against: counterReason, cases: cases || test.each, lines: [] });
      const facts = { title: titles.join(' › '), against: counterReason ?? leavesOut(test.work.body) };
      for (const line of [...lines, lineOf(node)]) tests.set(line, facts);
      return;
    }
    const [loop, condition] = [node.type === 'ForOfStatement', node.type === 'IfStatement'];
    // A condition may choose among several cases; around a single test it may skip it everywhere.
    const plain = AROUND.has(node.type) || (cases && condition);
    const hidden = plain ? leftOutAmong(node) : `it stands in a ${node.type}, where it may not run`;
    const inside = { groups, against: against ?? hidden, cases: cases || loop };
    for (const child of childrenOf(node))
      visit(child, { ...inside, lines: loop || condition ? [...lines, lineOf(node)] : [] });
  };
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path), { groups: [], cases: false, lines: [] });
  return tests;
}
