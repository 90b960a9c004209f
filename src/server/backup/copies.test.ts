import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { nameOfCopy, newestIn } from './copies.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-22T10:00:00Z');

it('the newest copy is the newest with a plausible time, so that one from a clock that ran ahead does not stop new copies', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'libreta-copies-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const make = (hours: number) => writeFileSync(join(folder, nameOfCopy(new Date(NOW + hours * HOUR_MS))), '');
  expect(await newestIn(folder, NOW)).toBeNull();
  make(48);
  expect(await newestIn(folder, NOW)).toBeNull();
  make(-30);
  make(-1);
  expect(await newestIn(folder, NOW)).toBe(NOW - HOUR_MS);
  make(0);
  expect(await newestIn(folder, NOW)).toBe(NOW);
});
