import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { reportFault } from '../support/fault-report.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { runCommand } from '../support/run-command.ts';
import { type SmallDisk, smallDisk } from '../support/small-disk.ts';

const CHILDREN = 3_000;
const OTHERS = 10;
const env = { BACKUP_PASSPHRASE: 'una frase de paso que nadie adivina' };

const home = mkdtempSync(join(tmpdir(), 'libreta-restoring-'));
const copy = join(home, 'copia.age');
const ends: (() => unknown)[] = [];

const did = async (name: string, args: string[], more: Record<string, string> = {}) => {
  const { code, lines } = await runCommand(name, args, { ...env, ...more }).ended;
  if (code !== 0) throw new Error(lines.join('\n'));
};

beforeAll(async () => {
  const from = join(home, 'origen');
  await did('populate', ['--ninos', String(CHILDREN), '--data-dir', from]);
  await did('backup', [copy], { DATA_DIR: from });
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The number of children; null without tables. */
async function childrenIn(place: { url?: string; dataDir?: string }): Promise<number | null> {
  const database = await openDatabase({ url: place.url, dataDir: place.dataDir ?? '' });
  try {
    const [table] = await rawRows<{ there: boolean }>(
      database.db,
      sql`select to_regclass('public.nino') is not null as there`,
    );
    if (!table?.there) return null;
    const [counted] = await rawRows<{ many: number }>(database.db, sql`select count(*)::int as many from nino`);
    return counted?.many ?? 0;
  } finally {
    await database.close();
  }
}

/** Expects the one sentence of a restoration without disk space. */
async function expectNoRoom(args: string[]): Promise<void> {
  const { code, lines } = await runCommand('restore', [copy, ...args], env).ended;
  const messages = lines.filter((line) => !/^\s*\d+ s\s+\d+ %/.test(line));
  expect({ code, messages }).toEqual({
    code: 1,
    messages: [expect.stringMatching(/No queda espacio|no tiene espacio/)],
  });
}

async function diskOf(megabytes: number): Promise<SmallDisk> {
  const disk = await smallDisk(megabytes);
  ends.push(disk.remove);
  return disk;
}

test('the disk of the embedded database fills up during a restoration', async () => {
  const fault = 'the disk is full while restoring, embedded';
  const disk = await diskOf(800);
  const dataDir = join(disk.path, 'datos');
  const args = ['--data-dir', dataDir];
  // First even an empty database has no room, then only its tables.
  for (const left of [10, 60, 90]) {
    disk.fill(left);
    await expectNoRoom(args);
    expect(existsSync(join(dataDir, 'pg')), `${left} MB left`).toBe(false);
    disk.empty();
  }
  await did('populate', ['--ninos', String(OTHERS), '--data-dir', dataDir]);
  disk.fill(20);
  await expectNoRoom([...args, '--reemplazar']);
  disk.empty();
  expect(await childrenIn({ dataDir })).toBe(OTHERS);
  await did('restore', [copy, ...args, '--reemplazar']);
  expect(await childrenIn({ dataDir })).toBe(CHILDREN);
  reportFault({
    fault,
    what: 'a file system is full 4 times while a copy is restored, into nothing and over another database; then there is room',
    refused: 'one sentence each time; what was there stays',
  });
});

test('the disk of PostgreSQL fills up during a restoration', async () => {
  const fault = 'the disk is full while restoring, PostgreSQL';
  const disk = await diskOf(300);
  chmodSync(disk.path, 0o711);
  const cluster = await startCluster({ durable: true, tablesWithin: disk.path });
  ends.push(() => cluster.stop());
  const { url } = cluster;
  const args = ['--database-url', url];
  disk.fill(4);
  await expectNoRoom(args);
  disk.empty();
  expect(await childrenIn({ url })).toBeNull();
  await did('populate', ['--ninos', String(OTHERS), '--database-url', url]);
  disk.fill(4);
  await expectNoRoom([...args, '--reemplazar']);
  disk.empty();
  expect(await childrenIn({ url })).toBe(OTHERS);
  await did('restore', [copy, ...args, '--reemplazar']);
  expect(await childrenIn({ url })).toBe(CHILDREN);
  reportFault({
    fault,
    what: 'the tables’ file system is full twice while a copy is restored, into nothing and over another database; then there is room',
    refused: 'one sentence each time; what was there stays',
  });
});
