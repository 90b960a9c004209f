import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lockDataDir } from '#server/db/data-lock.ts';

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

it.each([-2, 2])('a machine whose clock is %i days off keeps its lock as long as it renews it', (days) => {
  let beats = 0;
  const renew = () => {
    beats += 1;
    const theirs = new Date(Date.now() + days * DAY_MS + beats * 1_000);
    utimesSync(path, theirs, theirs);
  };
  renew();
  // It renews its lock during every third wait of this one, so that neither stands still alone.
  let waits = 0;
  const waiting = vi.spyOn(Atomics, 'wait').mockImplementation(() => {
    waits += 1;
    if (waits % 3 === 0) renew();
    return 'timed-out';
  });
  try {
    expect(() => lockDataDir(dataDir, () => {})).toThrow(/^Otro proceso/);
    expect(waits).toBe(3);
  } finally {
    waiting.mockRestore();
  }
});
