import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import postcss from 'postcss';
import { CSS_COLORS } from './css-colors.mjs';
import { heldAgainst } from './reached.mjs';
import { root } from './run.mjs';

const WEB = join(root, 'src/web');
/** The only place for literal colours, lengths and breakpoints. */
const THEME = /^theme\//;
/** All style sheets outside the theme. */
const LINES = { reached: 3_005, unit: 'lines', whole: true };

const NAMES = CSS_COLORS.join('|');
const COLOR_CALL = String.raw`\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(`;
const COLOR = new RegExp(String.raw`#[\da-f]{3,8}\b|${COLOR_CALL}|(?<![\w-])(?:${NAMES})(?![\w-])`, 'i');
const LENGTH =
  /(?<![\w.-])-?\d*\.?\d+(?:px|r?em|pt|pc|cm|mm|in|q|ex|ch|cap|ic|r?lh|[sld]?v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max))\b/gi;
const FONT_SIZE = /%|(?<![\w-])(?:(?:xx?-|xxx-)?(?:small|large)|medium|smaller|larger|math)(?![\w-])/i;
const SPACE = /^(?:margin|padding|gap|row-gap|column-gap|grid-gap|grid-row-gap|grid-column-gap)(?:-|$)/;
/** Tiny offsets that align a line or an icon. */
const HAIR = /^-?[012]px$/;
const SHARP = ({ value }) =>
  value.split(/,(?![^(]*\))/).every((shadow) => /^\s*(?:inset\s+)?(?:-?\d\S*\s+){2}0(?:px)?\s/.test(`${shadow} `));

/** The whole window, from which a token may be subtracted. */
const WINDOW = /\b100[dls]?v[hw]\b/g;

const lengthsOf = (value) => (value.match(LENGTH) ?? []).filter((length) => !HAIR.test(length));

/** @returns the literal in a declaration, and the tokens for it */
function literalOf(declaration) {
  const { prop, value } = declaration;
  if (COLOR.test(value)) return 'a colour: var(--mantine-color-…) or a token of theme/colors.ts';
  if (prop === 'font' || prop === 'font-size')
    return lengthsOf(value).length > 0 || FONT_SIZE.test(value)
      ? 'a font size: var(--mantine-font-size-2xs … 2xl) or --fs-…'
      : null;
  if (SPACE.test(prop)) return lengthsOf(value).length > 0 ? 'a space: var(--mantine-spacing-3xs … 2xl)' : null;
  if (prop.endsWith('radius')) return lengthsOf(value).length > 0 ? 'a radius: var(--mantine-radius-2xs … xl)' : null;
  if (prop.startsWith('--')) return lengthsOf(value).length > 0 ? 'a length under a name: theme/global.css' : null;
  if (/\b(?:calc|min|max|clamp)\(.*var\(--/s.test(value) && lengthsOf(value.replace(WINDOW, '')).length > 0)
    return 'a length beside a token: build it of tokens';
  if (prop === 'box-shadow' && lengthsOf(value).length > 0 && !SHARP(declaration))
    return 'a shadow: var(--mantine-shadow-xs … xl) or --shadow-…';
  return null;
}

/** Literals in a style sheet outside the theme, and classes from another module. */
export function problemsOfSheet(name, text) {
  const problems = [];
  const sheet = postcss.parse(text);
  const report = ({ source }, what) => problems.push(`src/web/${name}:${source.start.line}: ${what}`);
  sheet.walkDecls((declaration) => {
    const literal = literalOf(declaration);
    if (literal) report(declaration, `${declaration.prop} writes out ${literal}`);
    if (declaration.prop === 'composes' && declaration.value.includes(' from '))
      report(declaration, 'a module built on another module: make it a component');
  });
  sheet.walkAtRules(/^(?:media|container)$/, (rule) => {
    if (lengthsOf(rule.params).length > 0) report(rule, 'a width written out: @media (--below-lg) and its like');
  });
  return problems;
}

const STYLE_IMPORT = /from '([^']+\.module\.css)'/g;
const IN_CODE = [
  new RegExp(COLOR_CALL, 'i'),
  /(?<![\w.&#])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])/i,
  // Mantine's `white` and `red.6` are not colours of this theme.
  new RegExp(String.raw`(['"\`])(?:[^'"\`]*\b(?:solid|dashed|dotted)\s+)?(?:${NAMES})(?:\.\d)?\1`, 'i'),
  /\b(?:font-?Size|fz)['"]?[:=]\s*\{?['"`]?[\d.]/i,
  /\b(?:(?:margin|padding)[\w-]*['"]?[:=]|(?:rowGap|columnGap|[mp][trblxyse]?)[:=]|gap=)\s*\{?['"`]?-?(?:0?\.\d+|[1-9]\d*)(?!\d|x[sl]\b)/,
];
/** Paper sizes are in points. */
const ON_PAPER = /\b(?:size|fontSize)\s*[:=]\s*[\d.]|setFontSize\(\s*[\d.]/;
const PAPER = /^ui\/pdf\//;

/** Literals in code outside the theme, and styles from another folder. */
export function problemsOfCode(name, text) {
  const lines = text.split('\n');
  const refused = PAPER.test(name) ? [...IN_CODE, ON_PAPER] : IN_CODE;
  const literals = lines.flatMap((line, index) =>
    refused.some((literal) => literal.test(line))
      ? [`src/web/${name}:${index + 1}: a colour, a font size or a space outside the theme`]
      : [],
  );
  const foreign = [...text.matchAll(STYLE_IMPORT)].filter(([, path]) => {
    const from = path.startsWith('#web/') ? path.slice('#web/'.length) : join(dirname(name), path);
    return dirname(from) !== dirname(name);
  });
  return [...literals, ...foreign.map(([, path]) => `src/web/${name}: styled by another folder's ${path}`)];
}

/** Checks that styles use the theme, that each folder has its own modules, and their size. @returns a result like that of a tool */
export function styles() {
  const files = readdirSync(WEB, { recursive: true }).map((name) => relative(WEB, join(WEB, name)));
  const sheets = files.filter((name) => name.endsWith('.css'));
  const code = files.filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !THEME.test(name));
  const textOf = (name) => readFileSync(join(WEB, name), 'utf8');
  const lines = sheets.reduce((sum, name) => sum + textOf(name).split('\n').length - 1, 0);
  const problems = [
    ...sheets.filter((name) => !THEME.test(name)).flatMap((name) => problemsOfSheet(name, textOf(name))),
    ...code.flatMap((name) => problemsOfCode(name, textOf(name))),
  ];
  const summary = `${problems.length} literals`;
  const { summary: lineSummary, problem } = heldAgainst('styles', LINES, lines);
  if (problem) problems.push(problem);
  return { code: problems.length === 0 ? 0 : 1, summary: `${summary}, ${lineSummary}`, output: problems.join('\n') };
}
