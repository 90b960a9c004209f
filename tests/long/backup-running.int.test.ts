import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { type Db, openDatabase } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { verifyJournal } from '#server/journal/verify.ts';
import { copyFolder, everyRow, PASSPHRASE } from '../support/copies.ts';
import { newCedula } from '../support/factories.ts';
import { expectFiguresExact } from '../support/maintained-figures.ts';
import { databaseUrl, runSql } from '../support/migrated-template.ts';
import { lasting, until } from '../support/passing-time.ts';
import { remoteApi } from '../support/remote-api.ts';
import { runCommand } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const folder = copyFolder();
const dataDir = folder.file('datos');
const scheduled = folder.file('programadas');
const template = inject('template');
const onPostgres = template.kind === 'postgres';
const databaseOf = (name: string) => (template.kind === 'postgres' ? databaseUrl(template.url, name) : '');
const made: string[] = [];

async function newDatabase(name: string): Promise<string> {
  const unique = `libreta_${name}_${process.pid}`;
  if (template.kind === 'postgres') await runSql(template.url, `create database ${unique}`);
  made.push(unique);
  return databaseOf(unique);
}

let server: ServerProcess;
let here: Record<string, string>;
let token: string;
const saved: string[] = [];

beforeAll(async () => {
  const url = onPostgres ? await newDatabase('copiada') : undefined;
  here = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE, ...(url && { DATABASE_URL: url }) };
  const env = { BACKUP_DIR: scheduled, BACKUP_EVERY: '1m', BACKUP_KEEP: '2', BACKUP_PASSPHRASE: PASSPHRASE };
  // Old backups, as many as are kept, so that the first one is due at once.
  mkdirSync(scheduled);
  for (const name of ['libreta-2026-01-01T000000Z.age', 'libreta-2026-01-02T000000Z.age', 'otro.txt'])
    writeFileSync(join(scheduled, name), 'x');
  server = await startServer({ dataDir, ...(url && { databaseUrl: url }), env });
  token = await remoteApi(server.url).signIn(server.admin);
});
afterAll(async () => {
  await server?.stop();
  for (const name of made)
    if (template.kind === 'postgres') await runSql(template.url, `drop database if exists ${name} with (force)`);
  folder.remove();
});

async function save(): Promise<void> {
  const _id = crypto.randomUUID();
  const { status } = await remoteApi(server.url).call(
    'POST',
    '/api/nino',
    { ...RECORDS.nino.example, _id, cedula: newCedula() },
    token,
  );
  if (status === 201) saved.push(_id);
}

/** Saves continuously during work. @returns its result, and the ids saved before it */
async function whileSaving<T>(work: () => Promise<T>) {
  let going = true;
  const before = saved.length;
  const saving = Promise.all(
    [1, 2, 3].map(async () => {
      while (going) {
        await save();
        await lasting(100, 'the pause between two saves');
      }
    }),
  );
  await until(() => saved.length > before + 20, 'people save');
  const earlier = [...saved];
  try {
    return { result: await work(), earlier };
  } finally {
    going = false;
    await saving;
  }
}

/** Restores with the command and inspects the result. */
async function restored(path: string, look: (db: Db) => Promise<void>): Promise<void> {
  const url = onPostgres ? await newDatabase(`restaurada${made.length}`) : undefined;
  const into = folder.file(`restaurada-${made.length}-${saved.length}`);
  const args = url ? ['--database-url', url] : ['--data-dir', into];
  const { code, lines } = await runCommand('restore', [path, ...args], { BACKUP_PASSPHRASE: PASSPHRASE }).ended;
  expect(lines.join('\n')).toContain('Restaurada la copia del');
  expect(code).toBe(0);
  const database = await openDatabase({ url, dataDir: into });
  try {
    await look(database.db);
  } finally {
    await database.close();
  }
}

test('a scheduled backup runs at the start, removes the oldest and no other file, and reports its age', async () => {
  const mine = () => readdirSync(scheduled).filter((name) => name.endsWith('.age'));
  const isMade = () => mine().some((name) => !name.startsWith('libreta-2026-01')) && mine().length === 2;
  await until(isMade, 'a copy is made');
  expect(readdirSync(scheduled)).toContain('otro.txt');
  expect(mine()).toContain('libreta-2026-01-02T000000Z.age');
  const health = async () => (await remoteApi(server.url).call('GET', '/api/health')).body;
  await until(async () => (await health()).backup.ageSeconds < 120, 'its age is shown');
  expect(await health()).toEqual({ status: 'ok', backup: { ageSeconds: expect.any(Number), failed: false } });
});

if (onPostgres)
  test('of several servers due at once with one folder, exactly one makes the backup', async () => {
    const shared = folder.file('compartidas');
    const env = { ...here, BACKUP_DIR: shared, BACKUP_EVERY: '1h', BACKUP_KEEP: '5' };
    const tries = [1, 2, 3].map(() => runCommand('backup', ['--programada'], env).ended);
    const outcomes = await Promise.all(tries);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(readdirSync(shared).filter((name) => name.startsWith('libreta-'))).toHaveLength(1);
    await restored(join(shared, readdirSync(shared)[0] ?? ''), async () => {});
  });

test('a backup during saves is a consistent snapshot with everything saved before', async () => {
  const path = folder.file('en-marcha.age');
  const { result, earlier } = await whileSaving(() => runCommand('backup', [path], here).ended);
  expect(result.lines.at(-1)).toBe(`Copia guardada en ${path}. Sin su contraseña nadie la abre, tampoco tú.`);
  expect(result.code).toBe(0);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'latin1'), 'what trying a passphrase costs').toMatch(
    /^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/,
  );
  await until(() => !existsSync(join(dataDir, 'instantanea')), 'the snapshot is gone');
  await restored(path, async (db) => {
    const rows = await rawRows<{ id: string }>(db, sql`select _id::text as id from nino`);
    const ids = new Set(rows.map(({ id }) => id));
    expect(earlier.filter((id) => !ids.has(id))).toEqual([]);
    const records = sql.join(
      RECORD_LIST.map(({ key }) => sql`select _id from ${sql.identifier(key)}`),
      sql` union all `,
    );
    const [apart] = await rawRows<{ count: number }>(
      db,
      sql`select count(*)::int as count from (
        (select _id from operacion where huella not like '%:%' and recibida is null except (${records}))
        union all ((select _id from nino) except select _id from operacion)
        union all ((select _id from nino) except select about from journal where action = 'crear')) as apart`,
    );
    expect(apart?.count).toBe(0);
    await expectFiguresExact(db, 'copied while people saved');
    // The latest entries may not be sealed yet.
    expect((await verifyJournal(db, undefined, new Date(0))).findings).toEqual([]);
  });
});

test('a stopped backup leaves nothing, and the server continues', async () => {
  const path = folder.file('parada.age');
  const { child, ended } = runCommand('backup', [path], here);
  const isBegun = () => readdirSync(folder.path).some((name) => name.startsWith('parada.age'));
  await until(isBegun, 'the copy is begun', { everyMs: 5 });
  child.kill('SIGTERM');
  const { code, lines } = await ended;
  expect([code, lines.at(-1)]).toEqual([143, 'Interrumpido: no se guardó ninguna copia.']);
  expect(readdirSync(folder.path).filter((name) => name.startsWith('parada'))).toEqual([]);
  await until(() => !existsSync(join(dataDir, 'instantanea')), 'the snapshot is gone');
  const before = saved.length;
  await save();
  expect(saved.length).toBe(before + 1);
});

test('a restoration over a running Libreta, and a backup without passphrase, are refused', async () => {
  const path = folder.file('en-marcha.age');
  const over = await runCommand('restore', [path, '--reemplazar'], here).ended;
  expect(over.code).toBe(1);
  expect(over.lines).toEqual([
    expect.stringMatching(onPostgres ? /^Una Libreta usa esa base de datos/ : /^Otro proceso \(pid \d+\) ya usa/),
  ]);
  const without = await runCommand('backup', [folder.file('x.age')], { ...here, BACKUP_PASSPHRASE: '' }).ended;
  expect(without.lines).toEqual([
    'Falta la contraseña de las copias: ponla en BACKUP_PASSPHRASE o en BACKUP_PASSPHRASE_FILE.',
  ]);
});

test('a restoration killed halfway leaves the earlier data', async () => {
  await server.stop();
  const look = async () => {
    const database = await openDatabase({ url: here.DATABASE_URL, dataDir });
    try {
      return await everyRow(database.db);
    } finally {
      await database.close();
    }
  };
  const before = await look();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
    const { child, ended } = runCommand('restore', [folder.file('en-marcha.age'), '--reemplazar'], here);
    // The first output appears when rows are inserted.
    await once(child.stdout, 'data');
    child.kill(signal);
    const { code, lines } = await ended;
    // On a fast machine the command may finish before the signal.
    if (lines.at(-1)?.startsWith('Restaurada')) return;
    const exitCode = { SIGTERM: 143, SIGINT: 130, SIGKILL: 137 }[signal];
    expect(code, signal).toBe(exitCode);
    if (signal !== 'SIGKILL') expect(lines.at(-1)).toBe('Interrumpido: la base de datos quedó como estaba.');
    expect(await look(), signal).toEqual(before);
  }
});

test('a stopped restoration into a new folder leaves nothing there', async () => {
  const into = folder.file('nueva');
  const args = [folder.file('en-marcha.age'), '--data-dir', into];
  const { child, ended } = runCommand('restore', args, { BACKUP_PASSPHRASE: PASSPHRASE });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const { code, lines } = await ended;
  if (lines.at(-1)?.startsWith('Restaurada')) return;
  expect([code, lines.at(-1)]).toEqual([143, 'Interrumpido: la base de datos quedó como estaba.']);
  expect(existsSync(into)).toBe(false);
});

if (onPostgres)
  test('a restoration by an unprivileged database user is refused with one sentence', async () => {
    const url = new URL(await newDatabase('ajena'));
    const user = `libreta_ajena_${process.pid}`;
    await runSql(url.href, `create role ${user} login password '${user}'`);
    try {
      const args = [
        folder.file('en-marcha.age'),
        '--database-url',
        Object.assign(new URL(url), { username: user, password: user }).href,
      ];
      const { code, lines } = await runCommand('restore', args, { BACKUP_PASSPHRASE: PASSPHRASE }).ended;
      expect([code, lines]).toEqual([
        1,
        [expect.stringMatching(/^El usuario de la base de datos no puede hacerlo: usa/)],
      ]);
    } finally {
      await runSql(url.href, `drop role ${user}`);
    }
  });

if (onPostgres)
  test('one command moves an embedded installation to PostgreSQL with every row', async () => {
    const from = folder.file('incorporada');
    const embedded = await startServer({ dataDir: from });
    const api = remoteApi(embedded.url);
    const admin = await api.signIn(embedded.admin);
    const body = { ...RECORDS.nino.example, cedula: newCedula() };
    expect((await api.call('POST', '/api/nino', body, admin)).status).toBe(201);
    const url = await newDatabase('mudada');
    const running = await runCommand('move', ['--data-dir', from, '--database-url', url], {}).ended;
    expect(running.lines).toEqual([expect.stringMatching(/^Otro proceso \(pid \d+\) ya usa/)]);
    await embedded.stop();
    const { code, lines } = await runCommand('move', ['--data-dir', from, '--database-url', url], {}).ended;
    expect([code, lines.at(-1)]).toEqual([0, expect.stringMatching(/^Todo está en PostgreSQL/)]);
    const rows = [];
    for (const options of [{ dataDir: from }, { url }]) {
      const database = await openDatabase(options);
      rows.push(await everyRow(database.db));
      await database.close();
    }
    expect(rows[0]?.nino).toHaveLength(1);
    expect(rows[1]).toEqual(rows[0]);
  });
