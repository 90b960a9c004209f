import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { control, journal, mujer, nino } from '#server/db/schema.ts';
import { imports } from '#server/modules/importing/work/turn.ts';
import { undo } from '#server/modules/importing/work/undo.ts';
import { createRecordRepository } from '#server/modules/records/record-repository.ts';
import { createRecord, newCedula, recordOf } from '../support/factories.ts';
import { csvOf, imported, newLetters, rehearsed, rowsOf, work } from '../support/imports.ts';
import { expectFiguresExact } from '../support/maintained-figures.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let supervisor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
});
afterAll(() => api.close());

const WOMAN = ['HCU', 'Cédula', 'Nombres', 'Apellidos'];
const TAKEN = 'Otra persona tiene ahora su cédula anterior: se queda como está';
const TOUCHED = expect.stringContaining('lo cambió');
const HAS_RECORDS = expect.stringContaining('tiene registros');
const path = (id: string, step: string) => `/api/importaciones/${id}/${step}`;

interface Woman {
  readonly _id: string;
  readonly cedula: string;
  readonly nombres: string;
  readonly apellidos: string;
}
const newWoman = async (change: object = {}) =>
  (await createRecord(supervisor, 'mujer', {
    ...{ nombres: newLetters(), apellidos: newLetters(), ...change },
  })) as unknown as Woman;
const rowOf = ({ nombres, apellidos }: Pick<Woman, 'nombres' | 'apellidos'>, cedula: string, hcu = '7') => [
  ...[hcu, cedula, nombres, apellidos],
];
const newRow = (cedula = newCedula()) => rowOf({ nombres: newLetters(), apellidos: newLetters() }, cedula);
const storedWoman = async (id: string) => (await supervisor.get(`/api/mujer/${id}`)).body;
const womenWith = async (cedula: string): Promise<string[]> =>
  (await supervisor.get('/api/mujer', { cedula })).body.map(({ _id }: Woman) => _id);

async function decide(id: string, ...filas: { fila: number; decision: string | null; persona?: string }[]) {
  const answer = await supervisor.put(path(id, 'decisiones'), { filas });
  expect(answer.status).toBe(200);
  await work(api);
}

async function undone(id: string) {
  expect((await supervisor.post(path(id, 'deshacer'))).status).toBe(200);
  await work(api);
  return (await supervisor.get(`/api/importaciones/${id}`)).body;
}

/** Undoes with batches of one row. */
async function undoneOneByOne(id: string) {
  expect((await supervisor.post(path(id, 'deshacer'))).status).toBe(200);
  const { db } = api.database;
  const process = crypto.randomUUID();
  const stored = await imports.claim(db, process);
  if (stored?._id !== id) throw new Error('another import waits');
  const repositoryOf = (key: string) => createRecordRepository(db, recordOf(key));
  const batches = { rowsAtOnce: 1, pause: async () => {} };
  await undo({ turn: { stored, process }, db, haemoglobinTable: '2024', ...batches, repositoryOf });
  return (await supervisor.get(`/api/importaciones/${id}`)).body;
}

const outcomesOf = async (id: string) =>
  (await rowsOf(supervisor, id)).map(({ estado, nota }: { estado: string; nota: string | null }) => [estado, nota]);

/** An import that gives each woman another document; rows that come after are left out at first. */
async function renamedBy(women: readonly Woman[], more: readonly string[][] = []) {
  const documents = women.map(() => newCedula());
  const rows = women.map((woman, at) => rowOf(woman, documents[at] ?? ''));
  const { _id } = await rehearsed(api, supervisor, 'mujer', csvOf(WOMAN, [...rows, ...more]));
  await decide(
    _id,
    ...women.map((_, at) => ({ fila: at + 2, decision: 'misma' })),
    ...more.map((_, at) => ({ fila: at + 2 + women.length, decision: 'omitir' })),
  );
  expect(await imported(api, supervisor, _id)).toMatchObject({ cambiadas: women.length, creadas: 0 });
  return { id: _id as string, documents };
}

/** Imports rows of an import that were left out. */
async function alsoImported(id: string, ...filas: { fila: number; persona?: string }[]) {
  await decide(id, ...filas.map(({ fila }) => ({ fila, decision: null })));
  const chosen = filas.filter(({ persona }) => persona !== undefined);
  if (chosen.length > 0) await decide(id, ...chosen.map((one) => ({ ...one, decision: 'misma' })));
  return imported(api, supervisor, id);
}

describe('a document that another person has now', () => {
  it('keeps only the row that would take it: all others are undone', async () => {
    const [ana, eva] = [await newWoman(), await newWoman()];
    const { id, documents } = await renamedBy([ana, eva]);
    await newWoman({ cedula: ana.cedula });
    expect(await undone(id)).toMatchObject({ estado: 'deshecha', totales: { conservada: 1, deshecha: 1 } });
    expect(await outcomesOf(id)).toEqual([
      ['conservada', TAKEN],
      ['deshecha', null],
    ]);
    expect(await storedWoman(ana._id)).toMatchObject({ cedula: documents[0], version: 2 });
    expect(await storedWoman(eva._id)).toMatchObject({ cedula: eva.cedula, hcu: expect.not.stringMatching(/^7$/) });
  });

  it('returns when a person of the same import has it, whose creation is undone first', async () => {
    const ana = await newWoman();
    const more = [newRow(ana.cedula), newRow(), newRow()];
    const { id } = await renamedBy([ana], more);
    expect(await alsoImported(id, ...more.map((_, at) => ({ fila: at + 3 })))).toMatchObject({ creadas: 3 });
    const [taker] = await womenWith(ana.cedula);
    expect(taker).not.toBe(ana._id);
    const after = await undoneOneByOne(id);
    expect(after).toMatchObject({ estado: 'deshecha', hechas: 4, totales: { deshecha: 4, conservada: 0 } });
    expect(await womenWith(ana.cedula)).toEqual([ana._id]);
    await expectFiguresExact(api.database.db, 'after undoing');
  });

  it('stays with a person of the same import who has records by now', async () => {
    const ana = await newWoman();
    const { id } = await renamedBy([ana], [newRow(ana.cedula)]);
    await alsoImported(id, { fila: 3 });
    const [taker] = await womenWith(ana.cedula);
    await createRecord(supervisor, 'etmi', {}, taker);
    expect(await undone(id)).toMatchObject({ estado: 'deshecha' });
    expect(await outcomesOf(id)).toEqual([
      ['conservada', TAKEN],
      ['conservada', HAS_RECORDS],
    ]);
    expect(await womenWith(ana.cedula)).toEqual([taker]);
  });

  it.each([
    ['in one batch', undone],
    ['in several batches', undoneOneByOne],
  ])('returns when the same import gave it to another stored person, %s', async (_, undoing) => {
    for (const isFirst of [true, false]) {
      const women = [await newWoman(), await newWoman()].toSorted((a, b) => (a._id < b._id ? -1 : 1));
      const [ana, eva] = (isFirst ? women : women.toReversed()) as [Woman, Woman];
      const { id } = await renamedBy([ana], [rowOf(eva, ana.cedula)]);
      await alsoImported(id, { fila: 3, persona: eva._id });
      expect(await womenWith(ana.cedula)).toEqual([eva._id]);
      expect(await undoing(id)).toMatchObject({ estado: 'deshecha', totales: { deshecha: 2, conservada: 0 } });
      expect(await womenWith(ana.cedula)).toEqual([ana._id]);
      expect(await womenWith(eva.cedula)).toEqual([eva._id]);
    }
  });

  it('is seen when somebody registers it between the look and the write', async () => {
    const [ana, eva] = [await newWoman(), await newWoman()];
    const other = await newWoman();
    const { id } = await renamedBy([ana, eva]);
    expect((await supervisor.post(path(id, 'deshacer'))).status).toBe(200);
    const { db } = api.database;
    let commit = () => {};
    const taken = new Promise<void>((isWritten, hasFailed) => {
      const registering = db.transaction(async (inside) => {
        await (inside as Db).update(mujer).set({ cedula: ana.cedula }).where(eq(mujer._id, other._id));
        isWritten();
        await new Promise<void>((resolve) => {
          commit = resolve;
        });
      });
      registering.catch(hasFailed);
    });
    await taken;
    const working = work(api);
    const locked = sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => rawRows(db, locked), { interval: 20 }).toHaveLength(1);
    commit();
    await working;
    expect(await outcomesOf(id)).toEqual([
      ['conservada', TAKEN],
      ['deshecha', null],
    ]);
    expect(await womenWith(ana.cedula)).toEqual([other._id]);
  });
});

describe('a person whom an import created and edited afterwards', () => {
  /** Row 2 creates her; row 3 is imported later and edits her. */
  async function createdAndEdited() {
    const names = { nombres: newLetters(), apellidos: newLetters() };
    const documents = [newCedula(), newCedula()] as const;
    const rows = documents.map((cedula, at) => rowOf(names, cedula, String(7 + at)));
    const { _id: id } = await rehearsed(api, supervisor, 'mujer', csvOf(WOMAN, rows));
    await decide(id, { fila: 3, decision: 'omitir' });
    await imported(api, supervisor, id);
    const [person = ''] = await womenWith(documents[0]);
    await alsoImported(id, { fila: 3, persona: person });
    expect(await storedWoman(person)).toMatchObject({ cedula: documents[1], version: 2 });
    return { id, person, documents };
  }

  it('goes in one step that the journal names', async () => {
    const { id, person } = await createdAndEdited();
    expect(await undone(id)).toMatchObject({ hechas: 2, totales: { deshecha: 2, conservada: 0 } });
    expect((await supervisor.get(`/api/mujer/${person}`)).status).toBe(404);
    const entries = await api.database.db.select().from(journal).where(eq(journal.about, person)).orderBy(journal.seq);
    // Looking at her is noted too.
    const changes = entries.filter(({ after }) => after !== null);
    expect(changes.map(({ action, after }) => [action, after])).toMatchObject([
      ['crear', { importado: 'datos.csv, fila 2' }],
      ['editar', { importado: 'datos.csv, fila 3' }],
      ['eliminar', { deshecho: 'datos.csv, fila 2' }],
    ]);
  });

  it('stays when somebody changed her since', async () => {
    const { id, person } = await createdAndEdited();
    const body = await storedWoman(person);
    await supervisor.put(`/api/mujer/${person}`, { ...body, direccion: 'OTRA CALLE' });
    await undone(id);
    expect(await outcomesOf(id)).toEqual([
      ['conservada', TOUCHED],
      ['conservada', TOUCHED],
    ]);
  });

  it('returns to what was created, if she has records by now', async () => {
    const { id, person, documents } = await createdAndEdited();
    await createRecord(supervisor, 'etmi', {}, person);
    await undone(id);
    expect(await outcomesOf(id)).toEqual([
      ['conservada', HAS_RECORDS],
      ['deshecha', null],
    ]);
    expect(await storedWoman(person)).toMatchObject({ cedula: documents[0], hcu: '7' });
  });

  it('stays if she has records and somebody else has her first document', async () => {
    const { id, person, documents } = await createdAndEdited();
    await createRecord(supervisor, 'etmi', {}, person);
    await newWoman({ cedula: documents[0] });
    await undone(id);
    expect(await outcomesOf(id)).toEqual([
      ['conservada', HAS_RECORDS],
      ['conservada', TAKEN],
    ]);
  });

  it('is not missed when somebody deleted her', async () => {
    const { id, person } = await createdAndEdited();
    expect((await supervisor.delete(`/api/mujer/${person}`)).status).toBe(200);
    expect(await undone(id)).toMatchObject({ estado: 'deshecha', totales: { conservada: 2 } });
    expect((await outcomesOf(id))[0]).toEqual(['conservada', expect.stringContaining('Ya no existe')]);
  });
});

describe('an edited record', () => {
  const CONTROL = ['Cédula', 'Fecha', 'Peso', 'Talla', 'PC'];
  const birth = { fechanacimiento: '2025-01-10', sexo: 'FEMENINO' };

  it('is shown as warned again, if it was before the import', async () => {
    const child = await createRecord(supervisor, 'nino', { ...birth, apellidos: newLetters() });
    const measured = { longitud: 60, perimetro: 40 };
    await createRecord(supervisor, 'control', { ...measured, fecha: '2025-06-01', edad: 4, peso: 6 }, child._id);
    const doubtful = { ...measured, fecha: '2025-06-11', edad: 5, peso: 12 };
    const { _id: warned } = await createRecord(supervisor, 'control', doubtful, child._id);
    const other = { ...measured, fecha: '2025-06-21', edad: 5, peso: 12.1 };
    const { _id: fine } = await createRecord(supervisor, 'control', other, child._id);
    const flags = async () => {
      const { db } = api.database;
      const { _id, advertida } = control;
      const rows = await db
        .select({ _id, advertida })
        .from(control)
        .where(inArray(_id, [warned, fine]));
      return [warned, fine].map((id) => rows.find((row) => row._id === id)?.advertida);
    };
    expect(await flags()).toEqual([true, false]);
    const rows = [
      [String(child.cedula), '11/06/2025', '6,2', '60', '40'],
      [String(child.cedula), '21/06/2025', '12,2', '60', '40'],
      [String(child.cedula), '01/07/2025', '12,3', '61', '40'],
    ];
    const { _id: id } = await rehearsed(api, supervisor, 'control', csvOf(CONTROL, rows));
    expect(await imported(api, supervisor, id)).toMatchObject({ cambiadas: 2, creadas: 1 });
    expect(await flags()).toEqual([false, true]);
    expect(await undone(id)).toMatchObject({ totales: { deshecha: 3 } });
    expect(await flags()).toEqual([true, false]);
    expect((await supervisor.get('/api/control', { ninoId: child._id })).body).toHaveLength(3);
    await expectFiguresExact(api.database.db, 'after undoing');
  });

  it('keeps its place before a control of the same day that was registered later', async () => {
    const child = await createRecord(supervisor, 'nino', { ...birth, apellidos: newLetters() });
    const measured = { fecha: '2025-06-11', edad: 5, longitud: 60, perimetro: 40 };
    await createRecord(supervisor, 'control', { ...measured, peso: 6 }, child._id);
    const file = csvOf(CONTROL, [[String(child.cedula), '11/06/2025', '6,4', '60', '40']]);
    const { _id: id } = await rehearsed(api, supervisor, 'control', file);
    expect(await imported(api, supervisor, id)).toMatchObject({ cambiadas: 1 });
    const { _id: second } = await createRecord(supervisor, 'control', { ...measured, peso: 9.5 }, child._id);
    const { db } = api.database;
    const ofChild = async () => {
      const { estado, controlPeso: peso } = nino;
      const [summary] = await db.select({ estado, peso }).from(nino).where(eq(nino._id, child._id));
      const latest = await db
        .select({ _id: control._id })
        .from(control)
        .where(and(eq(control.parentId, child._id), control.ultimoDelMes));
      return { ...summary, latest };
    };
    const before = await ofChild();
    expect(before).toMatchObject({ peso: 9.5, latest: [{ _id: second }] });
    expect(await undone(id)).toMatchObject({ totales: { deshecha: 1 } });
    expect(await ofChild()).toEqual(before);
  });
});
