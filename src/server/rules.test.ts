import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rulesFingerprint } from '../../scripts/lib/rules-fingerprint.ts';
import { rulesOfProgram } from './rules.ts';

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'libreta-reglas-'));
  for (const path of ['src/domain', 'package.json']) cpSync(path, join(copy, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

function change(path: string, before: string | RegExp, after: string): void {
  const file = join(copy, 'src/domain', path);
  const text = readFileSync(file, 'utf8');
  expect(text.split(before).length, `${path} has "${before}"`).toBeGreaterThan(1);
  writeFileSync(file, text.replace(before, after));
}

test.each([
  ['the limit of a weight', 'growth/malnutrition.ts', 'weight: [8.2, 12.2]', 'weight: [8.3, 12.2]'],
  ['the WHO’s figure of a girl', 'growth/who/figures-femenino.ts', /(m: ["'`].{40})(\w)/, '$1$2$2'],
  ['the WHO’s figure of a boy', 'growth/who/figures-masculino.ts', /(m: ["'`].{40})(\w)/, '$1$2$2'],
  ['a plausible z-score', 'growth/indicators.ts', 'plausible: [-6, 5]', 'plausible: [-6, 6]'],
  ['the day of a control', 'follow-up/controls.ts', 'under: 12', 'under: 11'],
  ['the order of visits', 'follow-up/visits.ts', 'control: 2', 'control: 3'],
  ['the day of a vaccine', 'vaccines/schedule.ts', /months: 2\b/, 'months: 3'],
  ['a sentence that is kept', 'growth/disagreement.ts', 'La OMS no encuentra sobrepeso.', 'No hay sobrepeso.'],
  ['what is kept', 'booklet/child-summary.ts', 'vacunas: vaccines.length', 'vacunas: 0'],
])('is another one when %s changes', async (_what, path, before, after) => {
  change(path, before, after);
  expect(await rulesFingerprint(copy)).not.toBe(await rulesOfProgram());
});

test('is the same wherever the source lies, and whatever changes but the rules', async () => {
  change('booklet/child-summary.ts', '/** A day that does not come. */', '/* Otherwise said. */\n\n\n');
  change('booklet/child-summary.ts', 'const followed = day', 'const isFollowed: boolean = day');
  change('booklet/child-summary.ts', /\bfollowed \?/g, 'isFollowed ?');
  appendFileSync(join(copy, 'src/domain/growth/malnutrition.ts'), 'export const UNUSED = 1;\n');
  expect(await rulesFingerprint(copy)).toBe(await rulesOfProgram());
});

test('fits into the column, and is not what stands for rules that are not known', async () => {
  const fingerprint = await rulesOfProgram();
  expect(Number.isInteger(fingerprint)).toBe(true);
  expect(fingerprint).toBeGreaterThan(0);
  expect(fingerprint).toBeLessThan(2 ** 31);
});
