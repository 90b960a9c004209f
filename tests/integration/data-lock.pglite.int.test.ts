import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDataDir } from '#server/db/data-lock.ts';
import { watch } from '../support/process-warnings.ts';

const DAY_MS = 24 * 60 * 60_000;

let dataDir: string;
let path: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'libreta-lock-'));
  path = join(dataDir, 'libreta.lock');
  writeFileSync(path, JSON.stringify({ pid: 1, host: 'another-machine', started: null }));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it.each([-2, 2])('a lock of another machine that is not renewed is free, even if dated %i days from now', (days) => {
  const left = new Date(Date.now() + days * DAY_MS);
  utimesSync(path, left, left);
  const release = lockDataDir(dataDir, () => {});
  release();
});

it.each([-2, 2])('a machine whose clock is %i days off keeps its lock as long as it renews it', async (days) => {
  const renewing = `let beats = 0;
    setInterval(() => {
      const theirs = new Date(Date.now() + ${days * DAY_MS} + (beats += 1) * 1000);
      require('node:fs').utimesSync(${JSON.stringify(path)}, theirs, theirs);
      console.log('renewed');
    }, 300);`;
  const elsewhere = spawn(process.execPath, ['-e', renewing], { stdio: ['ignore', 'pipe', 'pipe'] });
  const { ended } = watch(elsewhere, 'The other machine');
  await once(elsewhere.stdout, 'data');
  try {
    expect(() => lockDataDir(dataDir, () => {})).toThrow(/^Otro proceso/);
  } finally {
    elsewhere.kill();
    await ended;
  }
});
