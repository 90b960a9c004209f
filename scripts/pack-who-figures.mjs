// Packs the L, M, S figures of the WHO Child Growth Standards into the project's own form (src/domain/growth/who):
//   node scripts/pack-who-figures.mjs <folder with who_lms_day.csv and who_lms_wfl.csv>
// Needed again only if the WHO publishes other figures; what it writes is the source that the application reads.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './lib/run.mjs';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Say in which folder the tables are: node scripts/pack-who-figures.mjs <folder>');
  process.exit(1);
}

const SEXES = { 1: 'masculino', 2: 'femenino' };
const SCALE = { l: 4, m: 4, s: 5 };
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Rows of a table as objects, by the names in its first line. */
function rowsOf(file) {
  const [head, ...lines] = readFileSync(join(folder, file), 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, index) => [names[index], value])));
}

/** A decimal as a whole number of its last place; never through a binary fraction. */
function scaled(text, places) {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > places) throw new Error(`Unexpected figure ${text}`);
  return Number(`${sign}${whole}${fraction.padEnd(places, '0')}`);
}

/** A whole number in base 32 with a continuation bit, sign last, as source maps write theirs. */
function digitsOf(value) {
  let rest = value < 0 ? -value * 2 + 1 : value * 2;
  let text = '';
  do {
    const more = rest > 31 ? 32 : 0;
    text += DIGITS[(rest % 32) + more];
    rest = Math.floor(rest / 32);
  } while (rest > 0);
  return text;
}

/** The curves are smooth: the change of the change is nearly always one small digit. */
const differences = (values) => values.map((value, index) => value - (values[index - 1] ?? 0));
const pack = (values) => differences(differences(values)).map(digitsOf).join('');

const rows = [...rowsOf('who_lms_day.csv'), ...rowsOf('who_lms_wfl.csv')];
for (const [sex, name] of Object.entries(SEXES)) {
  const own = rows.filter((row) => row.sex === sex);
  const entries = [...new Set(own.map(({ indicator }) => indicator))].map((indicator) => {
    const table = own.filter((row) => row.indicator === indicator);
    const columns = Object.entries(SCALE).map(
      ([column, places]) => `${column}: '${pack(table.map((row) => scaled(row[column], places)))}'`,
    );
    return `  ${indicator}: { ${columns.join(', ')} },`;
  });
  const text = [
    `// Written by scripts/pack-who-figures.mjs: L, M, S of the WHO Child Growth Standards (2006, 2007), ${name}.`,
    'export const figures = {',
    ...entries,
    '} as const;\n',
  ].join('\n');
  writeFileSync(resolve(root, `src/domain/growth/who/figures-${name}.ts`), text);
}
