/** Helpers for checks that read the syntax tree. */

export const children = (node) =>
  Object.values(node).flatMap((inside) =>
    (Array.isArray(inside) ? inside : [inside]).filter((one) => typeof one?.type === 'string'),
  );

/** @param visit is called with each node and its ancestors, the outermost first */
export function walk(node, visit, above = []) {
  visit(node, above);
  for (const inside of children(node)) walk(inside, visit, [...above, node]);
}

/** Whether a condition holds for a node or one inside it. */
export const holds = (node, what) => what(node) || children(node).some((one) => holds(one, what));

/** Removes type assertions, `!` and parentheses around a node. */
export function bare(node) {
  const wrapped = ['ParenthesizedExpression', 'ChainExpression'];
  return node && (/^TS\w+Expression$/.test(node.type) || wrapped.includes(node.type)) ? bare(node.expression) : node;
}

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']);
export const isFunction = (node) => FUNCTIONS.has(node?.type);

/** The name of an identifier or the text of a literal. */
export const nameOf = (node) => node?.name ?? (typeof node?.value === 'string' ? node.value : undefined);

/** The last name of a callee: `b` of `a.b()`. */
export function calleeOf({ callee }) {
  const called = bare(callee);
  return nameOf(called?.type === 'MemberExpression' ? called.property : called);
}

/** The full name of a callee or member, such as `Promise.withResolvers`; only `.b` of `a().b`. */
export function pathOf(node) {
  const reached = bare(node);
  if (reached?.type !== 'MemberExpression') return nameOf(reached) ?? '';
  return `${pathOf(reached.object)}.${nameOf(reached.property)}`;
}

/** The text of a string or template; each expression in it becomes NUL. */
export function textOf(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '\0';
  if (node.type === 'BinaryExpression' && node.operator === '+') return textOf(node.left) + textOf(node.right);
  if (node.type !== 'TemplateLiteral') return '\0';
  return node.quasis
    .map(({ value }, at) => value.raw + (node.expressions[at] ? textOf(node.expressions[at]) : ''))
    .join('');
}

export const isText = (node) =>
  node?.type === 'TemplateLiteral' ||
  (node?.type === 'Literal' && typeof node.value === 'string') ||
  (node?.type === 'BinaryExpression' && node.operator === '+');

/** Each variable or parameter with its value. */
export function namings(program) {
  const assignments = [];
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' && node.init) assignments.push({ target: node.id, value: bare(node.init) });
    if (node.type === 'AssignmentExpression') assignments.push({ target: node.left, value: bare(node.right) });
    if (node.type === 'FunctionDeclaration' && node.id) assignments.push({ target: node.id, value: node });
  });
  return assignments;
}

/** The local names of these properties in a destructuring. */
export const taken = (pattern, parts) =>
  pattern.properties
    .filter(({ key, value }) => parts.includes(nameOf(key)) && value?.type === 'Identifier')
    .map(({ value }) => value.name);
