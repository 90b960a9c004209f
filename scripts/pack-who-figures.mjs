// Packs the L, M, S figures of the WHO Child Growth Standards into the project's own form (src/domain/growth/who):
//   node scripts/pack-who-figures.mjs <folder with who_lms_day.csv and who_lms_wfl.csv>
// Run it again only if the WHO publishes other figures; the application reads the files that it writes.
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

/** Rows of a table as objects, with the first line as names. */
function rowsOf(file) {
  const [head, ...lines] = readFileSync(join(folder, file), 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, index) => [names[index], value])));
}

/** A decimal as an integer of its last place, without a binary fraction. */
function scaled(text, places) {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > places) throw new Error(`Unexpected figure ${text}`);
  return Number(`${sign}${whole}${fraction.padEnd(places, '0')}`);
}

/** An integer in base 32 with a continuation bit and the sign last, as in source maps. */
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

/** Second differences: the curves are smooth, so nearly all are one small digit. */
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
