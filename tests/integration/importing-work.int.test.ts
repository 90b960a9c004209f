import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#domain/calendar.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { importPartTable, importRowTable, importTable, journal } from '#server/db/schema.ts';
import { deleteOldImports } from '#server/modules/importing/delete-imports.ts';
import type { Answer } from '../support/api-client.ts';
import { createRecord, newCedula } from '../support/factories.ts';
import { createReader } from '../support/feed.ts';
import { csvOf, imported, newLetters, rehearsed, rowsOf, sendFile, work } from '../support/imports.ts';
import { expectFiguresExact } from '../support/maintained-figures.ts';
import { sentStatements } from '../support/sent-statements.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let supervisor: TestUser;
let brigade: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
  brigade = await api.user('ROLE_BRIGADA');
});
afterAll(() => api.close());

it('costs one statement while no import waits', async () => {
  expect(await sentStatements(() => work(api))).toHaveLength(1);
});

const path = (id: string, step: string) => `/api/importaciones/${id}/${step}`;
const CONTROL = ['Cédula', 'Fecha', 'Peso', 'Talla', 'PC'];
const BIRTH = '2025-01-10';

/** Controls of several children on many days, more than one batch. */
async function controlsOf(children: number, days: number): Promise<{ cedulas: string[]; ids: string[]; file: Buffer }> {
  const created = [];
  for (let at = 0; at < children; at += 1)
    created.push(
      await createRecord(brigade, 'nino', { fechanacimiento: BIRTH, sexo: 'FEMENINO', apellidos: newLetters() }),
    );
  const rows = created.flatMap(({ cedula }) =>
    Array.from({ length: days }, (_, day) => [
      ...[String(cedula), addDays(BIRTH, 40 + 7 * day)],
      ...[String(4 + day / 20), String(55 + day / 5), '39'],
    ]),
  );
  return {
    cedulas: created.map(({ cedula }) => String(cedula)),
    ids: created.map(({ _id }) => _id),
    file: csvOf(CONTROL, rows),
  };
}

const countControls = async (ids: string[]) =>
  (await Promise.all(ids.map(async (ninoId) => (await supervisor.get('/api/control', { ninoId })).body.length))).reduce(
    (sum, count) => sum + count,
    0,
  );

/** A database whose transactions fail after so many that wrote rows of an import, like a process that is killed there. */
function failingAfter(database: Database, batches: number, error = new Error('killed before the commit')): Database {
  let left = batches;
  const db = new Proxy(database.db, {
    get(target, name, receiver) {
      if (name !== 'transaction') return Reflect.get(target, name, receiver);
      return (run: (inside: Db) => Promise<unknown>) =>
        target.transaction(async (inside) => {
          const done = await run(inside as Db);
          if (left <= 0) throw error;
          left -= 1;
          return done;
        });
    },
  });
  return { ...database, db };
}

/** A database whose transactions begin after an event, if it is already awaited. */
function beginningAfter(database: Database, event: () => Promise<unknown> | undefined): Database {
  const db = new Proxy(database.db, {
    get(target, name, receiver) {
      if (name !== 'transaction') return Reflect.get(target, name, receiver);
      return async (run: (inside: Db) => Promise<unknown>) => {
        await event();
        return target.transaction((inside) => run(inside as Db));
      };
    },
  });
  return { ...database, db };
}

describe('a process that is killed in the middle', () => {
  it('leaves whole batches, and another process goes on: every row is written once', async () => {
    const { ids, file } = await controlsOf(8, 50);
    const read = await rehearsed(api, supervisor, 'control', file);
    await supervisor.post(path(read._id, 'importar'));
    await expect(work({ ...api, database: failingAfter(api.database, 3) })).rejects.toThrow('killed before the commit');
    const during = (await supervisor.get(`/api/importaciones/${read._id}`)).body;
    expect(during).toMatchObject({ estado: 'importando', creadas: during.totales.importada });
    expect(await countControls(ids)).toBe(during.totales.importada);
    expect(during.totales.importada).toBeLessThan(400);
    await work(api);
    expect((await supervisor.get(`/api/importaciones/${read._id}`)).body).toMatchObject({
      estado: 'importada',
      creadas: 400,
    });
    expect(await countControls(ids)).toBe(400);
    await expectFiguresExact(api.database.db, 'during an import');
  });

  it('while it reads or rehearses leaves nothing half read', async () => {
    const { file } = await controlsOf(2, 30);
    const { body } = await sendFile(supervisor, 'control', file);
    for (const batches of [2, 4]) await work({ ...api, database: failingAfter(api.database, batches) }).catch(() => {});
    await work(api);
    const read = (await supervisor.get(`/api/importaciones/${body._id}`)).body;
    expect(read).toMatchObject({ estado: 'ensayada', filas: 60, totales: { nueva: 60 } });
    expect(await api.database.db.$count(importPartTable)).toBe(0);
  });

  it('that fails again and again at the same place gives the import up, with a sentence', async () => {
    const { file } = await controlsOf(1, 3);
    const { body } = await sendFile(supervisor, 'control', file);
    for (let tries = 0; tries < 6; tries += 1)
      await work({ ...api, database: failingAfter(api.database, 1) }).catch(() => {});
    await work(api);
    expect((await supervisor.get(`/api/importaciones/${body._id}`)).body).toMatchObject({
      estado: 'fallida',
      fallo: expect.stringContaining('error inesperado'),
    });
  });
});

it('a rehearsal that fails again and again leaves the file, so that it can be rehearsed once more', async () => {
  const { file } = await controlsOf(1, 3);
  const { body } = await sendFile(supervisor, 'control', file);
  // The first turn begins, reads and stores the rows, and begins the rehearsal.
  for (const batches of [4, 1, 1, 1, 1, 1])
    await work({ ...api, database: failingAfter(api.database, batches) }).catch(() => {});
  await work(api);
  const given = (await supervisor.get(`/api/importaciones/${body._id}`)).body;
  expect(given).toMatchObject({ estado: 'columnas', fallo: expect.stringContaining('error inesperado') });
  const columnas = given.columnas.map(({ campo }: { campo: string }) => campo);
  await supervisor.put(path(body._id, 'columnas'), { columnas });
  await work(api);
  const after = (await supervisor.get(`/api/importaciones/${body._id}`)).body;
  expect(after).toMatchObject({ estado: 'ensayada', fallo: null, totales: { nueva: 3 } });
});

it('a database that fails for a while does not end an import', async () => {
  const { file } = await controlsOf(1, 3);
  const { body } = await sendFile(supervisor, 'control', file);
  const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  for (let tries = 0; tries < 9; tries += 1)
    await work({ ...api, database: failingAfter(api.database, 1, locked) }).catch(() => {});
  await work(api);
  expect((await supervisor.get(`/api/importaciones/${body._id}`)).body).toMatchObject({ estado: 'ensayada' });
});

it('an import after which no row waits is done at once', async () => {
  const { file } = await controlsOf(1, 3);
  const read = await rehearsed(api, supervisor, 'control', file);
  await supervisor.post(path(read._id, 'importar'));
  expect(await work(api)).toBe(1);
  expect((await supervisor.get(`/api/importaciones/${read._id}`)).body).toMatchObject({ estado: 'importada' });
});

describe('the queue', () => {
  it('works on one import at a time, and says how many go first', async () => {
    const files = await Promise.all([controlsOf(1, 3), controlsOf(1, 3)]);
    const sent = await Promise.all(files.map(({ file }) => sendFile(supervisor, 'control', file)));
    const ahead = await Promise.all(
      sent.map(async ({ body }) => (await supervisor.get(`/api/importaciones/${body._id}`)).body.delante),
    );
    expect(ahead.toSorted()).toEqual([0, 1]);
    await Promise.all([work(api), work(api), work(api)]);
    await work(api);
    for (const { body } of sent)
      expect((await supervisor.get(`/api/importaciones/${body._id}`)).body).toMatchObject({
        estado: 'ensayada',
        totales: { nueva: 3 },
      });
  });

  it('two imports of one file that were rehearsed before either was written create everything once', async () => {
    const { ids, file } = await controlsOf(2, 20);
    const [one, other] = [
      await rehearsed(api, supervisor, 'control', file),
      await rehearsed(api, api.admin, 'control', file),
    ];
    expect([one.totales.nueva, other.totales.nueva]).toEqual([40, 40]);
    await Promise.all([supervisor.post(path(one._id, 'importar')), api.admin.post(path(other._id, 'importar'))]);
    await Promise.all([work(api), work(api)]);
    await work(api);
    const after = await Promise.all(
      [one, other].map(async ({ _id }) => (await supervisor.get(`/api/importaciones/${_id}`)).body),
    );
    expect(after.map(({ creadas }) => creadas).toSorted((a, b) => a - b)).toEqual([0, 40]);
    expect(after.map(({ totales }) => totales.igual).toSorted((a, b) => a - b)).toEqual([0, 40]);
    expect(await countControls(ids)).toBe(40);
  });
});

describe('an import that is stopped', () => {
  it('keeps what is written, can go on and can be undone', async () => {
    const { ids, file } = await controlsOf(4, 80);
    const read = await rehearsed(api, supervisor, 'control', file);
    await supervisor.post(path(read._id, 'importar'));
    let batches = 0;
    let stop: Promise<Answer> | undefined;
    const load = () => {
      batches += 1;
      // No row changes anything, so the second batch is the first one that writes.
      if (batches === 3) stop = supervisor.post(path(read._id, 'parar'));
      return 'none' as const;
    };
    await work(api, { load, database: beginningAfter(api.database, () => stop) });
    expect((await stop)?.status).toBe(200);
    const stopped = (await supervisor.get(`/api/importaciones/${read._id}`)).body;
    expect(stopped).toMatchObject({ estado: 'parada', deshacerHasta: expect.any(String) });
    expect(await countControls(ids)).toBe(stopped.creadas);
    expect(stopped.totales.nueva + stopped.totales.importada).toBe(320);
    expect(stopped.creadas).toBeGreaterThan(0);
    expect(stopped.totales.nueva).toBeGreaterThan(0);
    expect(await imported(api, supervisor, read._id)).toMatchObject({ estado: 'importada', creadas: 320 });
    await supervisor.post(path(read._id, 'deshacer'));
    await work(api);
    expect((await supervisor.get(`/api/importaciones/${read._id}`)).body).toMatchObject({
      estado: 'deshecha',
      totales: { deshecha: 320 },
    });
    expect(await countControls(ids)).toBe(0);
    expect((await supervisor.get(`/api/nino/${ids[0]}`)).body.estado).toBe('No evaluado');
    await expectFiguresExact(api.database.db, 'during an import');
  });

  it('stays stopped after its rows were looked at again, until the rest is imported', async () => {
    const { file } = await controlsOf(4, 80);
    const read = await rehearsed(api, supervisor, 'control', file);
    await supervisor.post(path(read._id, 'importar'));
    const ending = new AbortController();
    let batches = 0;
    const load = () => {
      batches += 1;
      if (batches === 3) ending.abort();
      return 'none' as const;
    };
    await work(api, { load, signal: ending.signal });
    expect((await supervisor.post(path(read._id, 'parar'))).body).toMatchObject({ estado: 'parada' });
    // The rows are written in the order of the people, so which of them are left differs.
    const [{ fila }] = await rowsOf(supervisor, read._id, 'nueva');
    const decide = (decision: string | null) =>
      supervisor.put(path(read._id, 'decisiones'), { filas: [{ fila, decision }] });
    expect((await decide('omitir')).body).toMatchObject({ estado: 'ensayando' });
    await work(api);
    const { body } = await supervisor.get(`/api/importaciones/${read._id}`);
    expect(body).toMatchObject({ estado: 'parada', deshacerHasta: expect.any(String) });
    expect(body.totales.nueva).toBeGreaterThan(0);
    await decide(null);
    expect((await supervisor.post(path(read._id, 'parar'))).body).toMatchObject({ estado: 'parada' });
    // The row whose look was stopped is looked at after the others are written.
    expect(await imported(api, supervisor, read._id)).toMatchObject({
      ...{ estado: 'importada', creadas: 319, totales: { importada: 319, nueva: 1 } },
    });
    expect(await imported(api, supervisor, read._id)).toMatchObject({ estado: 'importada', creadas: 320 });
  });

  it('before its first row says so, has nothing to undo and can be discarded', async () => {
    const { ids, file } = await controlsOf(1, 2);
    const read = await rehearsed(api, supervisor, 'control', file);
    await supervisor.post(path(read._id, 'importar'));
    expect((await supervisor.post(path(read._id, 'parar'))).body).toMatchObject({
      ...{ estado: 'parada', creadas: 0, deshacerHasta: null },
      message: 'La importación se detuvo. No se importó nada.',
    });
    expect((await supervisor.post(path(read._id, 'deshacer'))).body).toMatchObject({ code: 'undoOver' });
    expect((await supervisor.delete(`/api/importaciones/${read._id}`)).status).toBe(200);
    expect(await api.database.db.$count(importRowTable, eq(importRowTable.importacion, read._id))).toBe(0);
    expect(await countControls(ids)).toBe(0);
  });

  it('refuses a step that does not follow', async () => {
    const { file } = await controlsOf(1, 2);
    const read = await rehearsed(api, supervisor, 'control', file);
    for (const step of ['parar', 'deshacer'])
      expect((await supervisor.post(path(read._id, step))).body).toMatchObject({ code: 'importState' });
    const [one, other] = await Promise.all([
      supervisor.post(path(read._id, 'importar')),
      supervisor.post(path(read._id, 'importar')),
    ]);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
    expect((await supervisor.delete(`/api/importaciones/${read._id}`)).status).toBe(409);
    await work(api);
    const unknown = crypto.randomUUID();
    for (const answer of await Promise.all([
      ...['importar', 'parar', 'deshacer'].map((step) => supervisor.post(path(unknown, step))),
      supervisor.get(`/api/importaciones/${unknown}`),
      supervisor.get(path(unknown, 'filas')),
      supervisor.get(path(unknown, 'problemas.xlsx')),
      supervisor.get('/api/importaciones/nada'),
    ]))
      expect(answer.status).toBe(404);
  });
});

describe('at every moment of an import', () => {
  it('status, maintained figures and what devices pull agree with the records', async () => {
    const { ids, file } = await controlsOf(6, 40);
    const device = createReader(api, brigade);
    await device.pull();
    const read = await rehearsed(api, supervisor, 'control', file);
    await supervisor.post(path(read._id, 'importar'));
    await expect(work({ ...api, database: failingAfter(api.database, 2) })).rejects.toThrow();
    await expectFiguresExact(api.database.db, 'during an import');
    await work(api);
    await expectFiguresExact(api.database.db, 'during an import');
    await device.pull();
    for (const id of ids) {
      expect(device.held.get(id)?.registros.control).toHaveLength(40);
      const { estado } = (await supervisor.get(`/api/nino/${id}`)).body;
      expect(device.held.get(id)?.persona.estado ?? estado).toBe(estado);
    }
  });

  it('leaves no dead rows among the pending changes of the figures', async () => {
    const { file } = await controlsOf(3, 60);
    const pages = async () => {
      const [row] = await rawRows<{ bytes: string }>(
        api.database.db,
        sql`select pg_relation_size('figure_change')::text as bytes`,
      );
      return Number(row?.bytes);
    };
    const read = await rehearsed(api, supervisor, 'control', file);
    // A vacuum between the two looks could give pages back.
    await api.database.db.execute(sql`alter table figure_change set (autovacuum_enabled = off)`);
    const before = await pages();
    await imported(api, supervisor, read._id);
    expect(await pages()).toBe(before);
  });
});

describe('what changed since', () => {
  it('the rehearsal is not overwritten: the row is rehearsed again', async () => {
    const { _id, cedula } = await createRecord(supervisor, 'nino', { fechanacimiento: BIRTH, apellidos: newLetters() });
    const HEADERS = ['HCU', 'Cédula', 'Cédula madre', 'Nombres', 'Apellidos'];
    const read = await rehearsed(api, supervisor, 'nino', csvOf(HEADERS, [['77', cedula, '0603714023', 'NUEVO', '']]));
    expect(read.totales).toMatchObject({ cambia: 1 });
    const { body } = await supervisor.get(`/api/nino/${_id}`);
    await supervisor.put(`/api/nino/${_id}`, { ...body, direccion: 'OTRA CALLE' });
    const after = await imported(api, supervisor, read._id);
    expect(after).toMatchObject({ cambiadas: 0, totales: { cambia: 1 } });
    expect((await supervisor.get(`/api/nino/${_id}`)).body).toMatchObject({ direccion: 'OTRA CALLE', version: 2 });
    expect(await imported(api, supervisor, read._id)).toMatchObject({ cambiadas: 1 });
    expect((await supervisor.get(`/api/nino/${_id}`)).body).toMatchObject({
      direccion: 'OTRA CALLE',
      nombres: 'NUEVO',
    });
  });

  it('the import stays when it is undone, and is listed; what was changed by it returns', async () => {
    const { ids, cedulas } = await controlsOf(2, 0);
    const row = (cedula = '', weight = '') => [cedula, '17/12/2025', weight, '70', '44'];
    const first = await rehearsed(
      api,
      supervisor,
      'control',
      csvOf(
        CONTROL,
        cedulas.map((cedula) => row(cedula, '8')),
      ),
    );
    await imported(api, supervisor, first._id);
    const second = await rehearsed(
      api,
      supervisor,
      'control',
      csvOf(
        CONTROL,
        cedulas.map((cedula) => row(cedula, '8,5')),
      ),
    );
    expect(second.totales).toMatchObject({ cambia: 2 });
    await imported(api, supervisor, second._id);
    const third = await rehearsed(api, supervisor, 'control', csvOf(CONTROL, [row(cedulas[0], '8,6')]));
    await imported(api, supervisor, third._id);
    await supervisor.post(path(second._id, 'deshacer'));
    await work(api);
    const rows = await rowsOf(supervisor, second._id);
    expect(rows.map(({ estado, nota }: { estado: string; nota: string | null }) => [estado, nota])).toEqual([
      ['conservada', expect.stringContaining('lo cambió')],
      ['deshecha', null],
    ]);
    const weights = await Promise.all(
      ids.map(async (ninoId) => (await supervisor.get('/api/control', { ninoId })).body[0].peso),
    );
    expect(weights).toEqual([8.6, 8]);
    expect((await supervisor.post(path(second._id, 'deshacer'))).status).toBe(409);
  });
});

it('the journal names who imported, and the undoing', async () => {
  const { file } = await controlsOf(1, 2);
  const read = await rehearsed(api, supervisor, 'control', file, 'mis controles.csv');
  await imported(api, supervisor, read._id);
  await supervisor.post(path(read._id, 'deshacer'));
  await work(api);
  const entries = await api.database.db.select().from(journal).where(eq(journal.about, read._id)).orderBy(journal.seq);
  expect(entries.map(({ action, kind, actor, after }) => ({ action, kind, actor, after }))).toEqual([
    {
      action: 'importar',
      kind: 'importacion',
      actor: supervisor.id,
      after: { archivo: 'mis controles.csv', creadas: 2, cambiadas: 0 },
    },
    {
      action: 'deshacer',
      kind: 'importacion',
      actor: supervisor.id,
      after: { archivo: 'mis controles.csv', filas: 2 },
    },
  ]);
});

describe('what an import keeps', () => {
  it('of a person goes when she or he is erased', async () => {
    const cedula = newCedula();
    const HEADERS = ['HCU', 'Cédula', 'Nombres', 'Apellidos'];
    const read = await rehearsed(api, supervisor, 'mujer', csvOf(HEADERS, [['1', cedula, newLetters(), newLetters()]]));
    const everything = async () => {
      const stored = await api.database.db.select().from(importTable).where(eq(importTable._id, read._id));
      return JSON.stringify([stored, (await supervisor.get(`/api/importaciones/${read._id}`)).body]);
    };
    expect(await everything()).toContain(cedula);
    await imported(api, supervisor, read._id);
    const [{ _id }] = (await supervisor.get('/api/mujer', { cedula })).body;
    expect((await api.admin.post(`/api/auditoria/personas/${_id}/borrar`, { motivo: 'Lo pidió' })).status).toBe(200);
    expect(await rowsOf(supervisor, read._id)).toEqual([]);
    expect(await everything()).not.toContain(cedula);
  });

  it('of a person goes with her rows that were left out, and undecided rows are rehearsed without her', async () => {
    const HEADERS = ['HCU', 'Cédula', 'Nombres', 'Apellidos', 'Fecha nacimiento'];
    const [nombres, apellidos] = [newLetters(), newLetters()];
    const { _id } = await createRecord(supervisor, 'mujer', { nombres, apellidos, fechanacimiento: '1999-04-05' });
    const rows = [1, 2].map((hcu) => [String(hcu), newCedula(), nombres, apellidos, '05/04/1999']);
    const read = await rehearsed(api, supervisor, 'mujer', csvOf(HEADERS, rows));
    await supervisor.put(path(read._id, 'decisiones'), { filas: [{ fila: 2, decision: 'omitir' }] });
    await work(api);
    const totals = async () => (await supervisor.get(`/api/importaciones/${read._id}`)).body.totales;
    expect(await totals()).toMatchObject({ omitida: 1, parecida: 1 });
    expect((await api.admin.post(`/api/auditoria/personas/${_id}/borrar`, { motivo: 'Lo pidió' })).status).toBe(200);
    await work(api);
    expect(await totals()).toMatchObject({ omitida: 0, parecida: 0, nueva: 1 });
  });

  it('of a decided row ends also after the person whom it resembled was deleted', async () => {
    const HEADERS = ['HCU', 'Cédula', 'Nombres', 'Apellidos', 'Fecha nacimiento'];
    const [nombres, apellidos] = [newLetters(), newLetters()];
    const { _id } = await createRecord(supervisor, 'mujer', { nombres, apellidos, fechanacimiento: '1999-04-05' });
    const rows = [1, 2].map((hcu) => [String(hcu), newCedula(), nombres, apellidos, '05/04/1999']);
    const read = await rehearsed(api, supervisor, 'mujer', csvOf(HEADERS, rows));
    const totals = async () => (await supervisor.get(`/api/importaciones/${read._id}`)).body.totales;
    expect(await totals()).toMatchObject({ parecida: 2 });
    await supervisor.delete(`/api/mujer/${_id}`);
    const filas = [
      { fila: 2, decision: 'distinta' },
      { fila: 3, decision: 'omitir' },
    ];
    expect((await supervisor.put(path(read._id, 'decisiones'), { filas })).status).toBe(200);
    await work(api);
    expect(await totals()).toMatchObject({ nueva: 1, omitida: 1 });
    expect(JSON.stringify(await rowsOf(supervisor, read._id))).not.toContain(_id);
  });

  it('of a person who is erased while her row is rehearsed is not stored', async () => {
    const HEADERS = ['HCU', 'Cédula', 'Nombres', 'Apellidos', 'Dirección'];
    const [cedula, direccion] = [newCedula(), `CALLE ${newLetters()}`];
    const { _id } = await createRecord(supervisor, 'mujer', { cedula, direccion });
    const { db } = api.database;
    const locked = sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const rehearsal = await db.transaction(async (erasing) => {
      await erasing.execute(sql`delete from mujer where _id = ${_id}`);
      const file = csvOf(HEADERS, [['1', cedula, newLetters(), newLetters(), 'OTRA']]);
      const running = rehearsed(api, supervisor, 'mujer', file);
      await expect.poll(async () => (await rawRows(db, locked)).length).toBe(1);
      return { running };
    });
    const { _id: id } = await rehearsal.running;
    const rows = JSON.stringify(await rowsOf(supervisor, id));
    expect(rows).toContain(cedula);
    expect(rows).not.toContain(direccion);
    expect(rows).not.toContain(_id);
  });

  it('of a failed import goes after an hour, its part of the list stays', async () => {
    const { file } = await controlsOf(1, 3);
    const { body } = await sendFile(supervisor, 'control', file);
    const one = eq(importTable._id, body._id);
    await api.database.db.update(importTable).set({ estado: 'fallida', fallo: 'No se pudo leer.' }).where(one);
    const parts = () => api.database.db.$count(importPartTable, eq(importPartTable.importacion, body._id));
    await deleteOldImports(api.database.db);
    expect(await parts()).toBe(1);
    await api.database.db.update(importTable).set({ creada: sql`now() - interval '61 minutes'` }).where(one);
    await deleteOldImports(api.database.db);
    expect(await parts()).toBe(0);
    expect((await supervisor.get(`/api/importaciones/${body._id}`)).body).toMatchObject({ estado: 'fallida' });
  });

  it('goes after the days of undoing, except who imported which file and when', async () => {
    const { file } = await controlsOf(1, 2);
    const [done, left] = [
      await rehearsed(api, supervisor, 'control', file),
      await rehearsed(api, supervisor, 'control', file),
    ];
    await imported(api, supervisor, done._id);
    const past = sql`now() - interval '31 days'`;
    await api.database.db
      .update(importTable)
      .set({ creada: past, terminada: sql`case when terminada is not null then ${past} end` });
    expect((await supervisor.post(path(done._id, 'deshacer'))).body.code).toBe('undoOver');
    await deleteOldImports(api.database.db);
    expect((await supervisor.get(`/api/importaciones/${left._id}`)).status).toBe(404);
    expect((await supervisor.get(`/api/importaciones/${done._id}`)).body).toMatchObject({
      archivo: 'datos.csv',
      creadas: 2,
      deshacerHasta: null,
      columnas: expect.arrayContaining([expect.objectContaining({ ejemplos: [] })]),
    });
    const [{ ejemplos, distintos } = {}] = await api.database.db
      .select()
      .from(importTable)
      .where(eq(importTable._id, done._id));
    expect([ejemplos, distintos]).toEqual([[], []]);
    expect(await api.database.db.$count(importRowTable)).toBe(0);
  });
});
