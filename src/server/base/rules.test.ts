import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rulesFingerprint } from '../../../scripts/lib/rules-fingerprint.ts';
import { rulesOfProgram } from './rules.ts';

/** What of the server is a rule. */
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
  ['a sentence that is kept', 'domain/growth/disagreement.ts', 'La OMS no encuentra sobrepeso.', 'No hay sobrepeso.'],
  ['what is kept', 'domain/follow-up/child-summary.ts', 'vacunas: vaccines.length', 'vacunas: 0'],
  ['which records of a child count', HISTORY, 'eq(table.parentId, ninoId)', 'ne(table.parentId, ninoId)'],
  ['what is read of a control', HISTORY, 'edad: control.edad', 'edad: control.orden'],
  ['what a record that is being written adds', HISTORY, 'POSITIVE_INFINITY', 'NEGATIVE_INFINITY'],
  ['the WHO’s tables that a child is held against', SUMMARY, 'isSex(sexo) ?', '!isSex(sexo) ?'],
])('is another one when %s changes', async (_what, path, before, after) => {
  change(path, before, after);
  expect(await rulesFingerprint(copy)).not.toBe(await rulesOfProgram());
});

test('is the same wherever the source lies, and whatever changes but the rules', async () => {
  change('domain/follow-up/child-summary.ts', '/** A day that does not come. */', '/* Otherwise said. */\n\n\n');
  change('domain/follow-up/child-summary.ts', 'const followed = day', 'const isFollowed: boolean = day');
  change('domain/follow-up/child-summary.ts', /\bfollowed \?/g, 'isFollowed ?');
  appendFileSync(join(copy, 'src/domain/growth/malnutrition.ts'), 'export const UNUSED = 1;\n');
  change(HISTORY, '/** The same history with', '/* As before, but with');
  change(HISTORY, /\bof\(/g, 'recordsIn(');
  change(HISTORY, 'const of = ', 'const recordsIn = ');
  expect(await rulesFingerprint(copy)).toBe(await rulesOfProgram());
});

test('fits into the column, and is not what stands for rules that are not known', async () => {
  const fingerprint = await rulesOfProgram();
  expect(Number.isInteger(fingerprint)).toBe(true);
  expect(fingerprint).toBeGreaterThan(0);
  expect(fingerprint).toBeLessThan(2 ** 31);
});
