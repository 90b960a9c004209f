import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readConfig } from '#server/base/config.ts';
import { dbFault } from '#server/base/db-errors.ts';
import type { Database } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { foldFigures, recountFigures } from '#server/figures/fold-figures.ts';
import { sealAll } from '#server/journal/sealing.ts';
import { verifyJournal } from '#server/journal/verify.ts';
import { createSessionRepository } from '#server/modules/auth/session-repository.ts';
import { createUserRepository } from '#server/modules/users/user-repository.ts';
import { buildApp } from '#server/start/app.ts';
import { createFirstAdministrator } from '#server/start/first-administrator.ts';
import { ApiClient } from '../support/api-client.ts';
import { createRecord } from '../support/factories.ts';
import { imported, rehearsed, womanFile, work } from '../support/imports.ts';
import { expectFiguresExact } from '../support/maintained-figures.ts';
import { databaseUrl } from '../support/migrated-template.ts';
import { SECRET } from '../support/test-api.ts';
import { openAgain } from '../support/test-database.ts';

const PASSWORD = 'Clave de 1 prueba';
const ADMIN = { cedula: '1710034065', password: 'Administra2026' };
/** Unique names, because the server may be shared. */
const NAME = `libreta_${randomBytes(6).toString('hex')}`;
const [OWNER, APP] = [`${NAME}_owner`, `${NAME}_app`];

let superuser: pg.Client;
let database: Database;
let app: Awaited<ReturnType<typeof buildApp>>;
let admin: ApiClient;
/** The verification of an empty journal. */
let emptyVerification: Awaited<ReturnType<typeof verifyJournal>>;

const urlOf = (role: string) => {
  const template = inject('template');
  if (template.kind !== 'postgres') throw new Error('only on PostgreSQL');
  const url = new URL(databaseUrl(template.url, NAME));
  return Object.assign(url, { username: role, password: encodeURIComponent(PASSWORD) }).href;
};

async function runScript(url: string): Promise<void> {
  const script = readFileSync('deploy/postgres-roles.sql', 'utf8')
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(/:\w+_password/g, `'${PASSWORD}'`)
    .replaceAll('libreta', NAME);
  const [outside = '', within = ''] = script.split(`\\connect ${NAME}`);
  for (const [address, part] of [
    [url, outside],
    [databaseUrl(url, NAME), within],
  ] as const) {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    for (const statement of part.split(';').map((one) => one.trim())) if (statement) await client.query(statement);
    await client.end();
  }
}

const dropAll = async () => {
  await superuser.query(`drop database if exists ${NAME} with (force)`);
  for (const role of [OWNER, APP]) await superuser.query(`drop role if exists ${role}`);
};

beforeAll(async () => {
  const template = inject('template');
  if (template.kind !== 'postgres') throw new Error('only on PostgreSQL');
  superuser = new pg.Client({ connectionString: template.url });
  await superuser.connect();
  await dropAll();
  await runScript(template.url);
  database = await openAgain(urlOf(APP), { ownerUrl: urlOf(OWNER) });
  await migrateDatabase(database);
  emptyVerification = await verifyJournal(database.db);
  const parts = { users: createUserRepository(database.db), sessions: createSessionRepository(database.db) };
  await createFirstAdministrator(parts, readConfig({ ADMIN_CEDULA: ADMIN.cedula, ADMIN_PASSWORD: ADMIN.password }));
  app = await buildApp({ database, secret: SECRET });
  const { body } = await new ApiClient(app).post('/api/auth/signin', ADMIN);
  admin = new ApiClient(app, body.accessToken);
});
afterAll(async () => {
  await app?.close();
  await database?.close();
  await dropAll();
  await superuser.end();
});

const asRole = async (role: string, statement: string): Promise<string> => {
  const client = new pg.Client({ connectionString: urlOf(role) });
  await client.connect();
  try {
    await client.query(statement);
    return 'done';
  } catch (error) {
    return dbFault(error)?.code ?? String(error);
  } finally {
    await client.end();
  }
};

const DENIED = '42501';

describe('the database role of the application', () => {
  it('verifies an empty journal', () => {
    expect(emptyVerification).toMatchObject({ entries: 0, head: null, findings: [] });
  });

  it('may do all that the application does: record, delete, restore, erase, seal, and fold and recount figures', async () => {
    const child = await createRecord(admin, 'nino');
    await createRecord(admin, 'control', {}, child._id);
    expect((await admin.delete(`/api/nino/${child._id}`)).status).toBe(200);
    const restored = await admin.post(`/api/auditoria/eliminados/${child._id}/restaurar`, {});
    expect([restored.status, restored.body.registros]).toEqual([200, 1]);
    const erased = await admin.post(`/api/auditoria/personas/${child._id}/borrar`, { motivo: 'Lo pidió' });
    expect(erased.status, erased.text).toBe(200);
    expect((await sealAll(database.db)).sealed).toBeGreaterThan(4);
    expect((await verifyJournal(database.db)).findings).toEqual([]);
    expect(await foldFigures(database.db)).toBeGreaterThan(4);
    await recountFigures(database.db);
  });

  it.each([
    `update journal set action = 'ver'`,
    `update journal set before = null, after = null, kept = null, salt = null`,
    'delete from journal',
    'truncate journal',
    'drop table journal',
    'alter table journal disable trigger user',
    `update journal_seal set hash = 'x'`,
    'delete from journal_seal',
    'truncate journal_seal',
    'create or replace function journal_append_only() returns trigger language plpgsql as $$ begin return new; end $$',
    'create table mine (id int)',
    `copy journal to program 'cat'`,
  ])('may not execute: %s', async (statement) => {
    expect(await asRole(APP, statement)).toBe(DENIED);
  });

  it('cannot blank journal entries of a person who is not erased', async () => {
    const child = await createRecord(admin, 'nino');
    expect(await asRole(APP, `select journal_erase('${child._id}')`)).toBe(DENIED);
  });

  it('cannot do so by temporary tables either that stand in front of the real ones', async () => {
    const child = await createRecord(admin, 'nino');
    const empty = ['mujer', 'nino'].map(
      (table) => `create temporary table ${table} (_id uuid); grant select on ${table} to public`,
    );
    expect(await asRole(APP, `${empty.join('; ')}; select journal_erase('${child._id}')`)).toBe(DENIED);
  });

  it('may read the journal and append to it', async () => {
    expect(await asRole(APP, 'select * from journal')).toBe('done');
    expect(await asRole(APP, `insert into journal (action, kind) values ('ver', 'nino')`)).toBe('done');
  });

  it('goes on saving people while a newer program has not granted the new table of the search yet', async () => {
    await asRole(OWNER, `revoke all on person_search from ${APP}`);
    const child = await createRecord(admin, 'nino');
    expect((await admin.delete(`/api/nino/${child._id}`)).status).toBe(200);
    await asRole(OWNER, `grant select, insert, update, delete on person_search to ${APP}`);
  });

  it.each([
    ['without temporary tables', 'revoke temporary on database $ from', true],
    ['with temporary tables, as the script allows it', 'grant temporary on database $ to', false],
  ])('imports and undoes an import %s, and the figures are exact', async (_, statement, leavesChanges) => {
    expect(await asRole(OWNER, `${statement.replace('$', NAME)} ${APP}`)).toBe('done');
    const { db } = database;
    const pending = async () => (await rawRows(db, sql`select 1 from figure_change`)).length;
    await foldFigures(db);
    expect(await pending()).toBe(0);
    const { _id } = await rehearsed({ database, app }, admin, 'mujer', womanFile());
    expect(await imported({ database, app }, admin, _id)).toMatchObject({ estado: 'importada', creadas: 1 });
    expect((await pending()) > 0).toBe(leavesChanges);
    await expectFiguresExact(db, 'after an import');
    expect((await admin.post(`/api/importaciones/${_id}/deshacer`)).status).toBe(200);
    await work({ database, app });
    expect((await admin.get(`/api/importaciones/${_id}`)).body).toMatchObject({ estado: 'deshecha' });
    await expectFiguresExact(db, 'after its undoing');
  });

  it('is granted new tables by each start, and a start without the owner continues', async () => {
    const again = await openAgain(urlOf(APP), { ownerUrl: urlOf(OWNER) });
    await asRole(OWNER, 'create table nueva (id int)');
    expect(await asRole(APP, 'select * from nueva')).toBe(DENIED);
    await migrateDatabase(again);
    expect(await asRole(APP, 'select * from nueva')).toBe('done');
    expect(await asRole(APP, 'delete from journal')).toBe(DENIED);
    await again.close();
    const alone = await openAgain(urlOf(APP));
    await migrateDatabase(alone);
    await alone.close();
  });
});

it('not even the owner’s role can delete from the journal without disabling its triggers', async () => {
  expect(await asRole(OWNER, 'delete from journal')).toBe(DENIED);
  expect(await asRole(OWNER, 'truncate journal_seal')).toBe(DENIED);
});
