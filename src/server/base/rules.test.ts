import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rulesFingerprint } from '../../../scripts/lib/rules-fingerprint.ts';
import { rulesOfProgram } from './rules.ts';

/** The files of the server that contain rules. */
const HISTORY = 'server/modules/records/child-history.ts';
const SUMMARY = 'server/modules/records/child-summary.ts';

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'libreta-reglas-'));
  for (const path of ['src/domain', `src/${HISTORY}`, `src/${SUMMARY}`, 'package.json'])
    cpSync(path, join(copy, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

function change(path: string, before: string | RegExp, after: string): void {
  const file = join(copy, 'src', path);
  const text = readFileSync(file, 'utf8');
  expect(text.split(before).length, `${path} has "${before}"`).toBeGreaterThan(1);
  writeFileSync(file, text.replace(before, after));
}

test.each([
  ['the limit of a weight', 'domain/growth/malnutrition.ts', 'weight: [8.2, 12.2]', 'weight: [8.3, 12.2]'],
  ['the WHO’s figure of a girl', 'domain/growth/who/figures-femenino.ts', /(m: ["'`].{40})(\w)/, '$1$2$2'],
  ['the WHO’s figure of a boy', 'domain/growth/who/figures-masculino.ts', /(m: ["'`].{40})(\w)/, '$1$2$2'],
  ['a plausible z-score', 'domain/growth/indicators.ts', 'plausible: [-6, 5]', 'plausible: [-6, 6]'],
  ['the day of a control', 'domain/follow-up/controls.ts', 'under: 12', 'under: 11'],
  ['the order of visits', 'domain/follow-up/visits.ts', 'control: 2', 'control: 3'],
  ['the day of a vaccine', 'domain/vaccines/schedule.ts', /months: 2\b/, 'months: 3'],
  ['a stored sentence', 'domain/growth/disagreement.ts', 'La OMS no encuentra sobrepeso.', 'No hay sobrepeso.'],
  ['a stored value', 'domain/follow-up/child-summary.ts', 'vacunas: vacuna.length', 'vacunas: 0'],
  ['the choice of a child’s records', HISTORY, 'eq(table.parentId, ninoId)', 'ne(table.parentId, ninoId)'],
  ['a field that is read of a control', HISTORY, 'edad: control.edad', 'edad: control.orden'],
  ['the order of a record that is being written', HISTORY, 'POSITIVE_INFINITY', 'NEGATIVE_INFINITY'],
  ['the WHO’s tables that a child is compared with', SUMMARY, 'isSex(sexo) ?', '!isSex(sexo) ?'],
])('the fingerprint changes with %s', async (_what, path, before, after) => {
  change(path, before, after);
  expect(await rulesFingerprint(copy)).not.toBe(await rulesOfProgram());
});

test('the fingerprint does not depend on the place of the source, on comments, names or unused code', async () => {
  change('domain/follow-up/child-summary.ts', /\/\*\*.*\*\//, '/* Another comment. */\n\n\n');
  change('domain/follow-up/child-summary.ts', 'const followed = day', 'const isFollowed: boolean = day');
  change('domain/follow-up/child-summary.ts', /\bfollowed \?/g, 'isFollowed ?');
  appendFileSync(join(copy, 'src/domain/growth/malnutrition.ts'), 'export const UNUSED = 1;\n');
  change(HISTORY, '/** ', '/* Another comment: ');
  change(HISTORY, /\bof\(/g, 'recordsIn(');
  change(HISTORY, 'const of = ', 'const recordsIn = ');
  expect(await rulesFingerprint(copy)).toBe(await rulesOfProgram());
});

test('the fingerprint fits into the column and is not 0, which stands for unknown rules', async () => {
  const fingerprint = await rulesOfProgram();
  expect(Number.isInteger(fingerprint)).toBe(true);
  expect(fingerprint).toBeGreaterThan(0);
  expect(fingerprint).toBeLessThan(2 ** 31);
});
