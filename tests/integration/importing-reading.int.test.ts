import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importPartTable, importRowTable } from '#server/db/schema.ts';
import { csvOf, newLetters, sendFile, work } from '../support/imports.ts';
import { fixture, odsOf, odsRow } from '../support/sheet-files.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let supervisor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
});
afterAll(() => api.close());

async function send(file: Uint8Array, archivo: string): Promise<string> {
  const { status, body } = await sendFile(supervisor, 'mujer', Buffer.from(file), archivo);
  expect(status).toBe(202);
  return body._id;
}

const read = async (id: string) => (await supervisor.get(`/api/importaciones/${id}`)).body;

async function storedOf(id: string) {
  const { db } = api.database;
  const parts = await db.$count(importPartTable, eq(importPartTable.importacion, id));
  return { parts, rows: await db.$count(importRowTable, eq(importRowTable.importacion, id)) };
}

it('a disk that becomes full while a file is read ends the turn, and the file is read when there is room', async () => {
  const rows = Array.from({ length: 1_200 }, (_, at) => [String(at), newLetters(), newLetters()]);
  const id = await send(csvOf(['HCU', 'Nombres', 'Apellidos'], rows), 'mujeres.csv');
  // Before the turn there is room, and behind the part of the header; not any more behind the first rows.
  const answers = ['enough', 'enough'] as const;
  let looks = 0;
  const room = () => {
    looks += 1;
    return answers[looks - 1] ?? 'low';
  };
  await work({ ...api, database: { ...api.database, room } });
  expect(await read(id)).toMatchObject({ estado: 'leyendo', hechas: 500 });
  expect(await storedOf(id)).toEqual({ parts: 1, rows: 500 });
  await work(api);
  expect(await read(id)).toMatchObject({ estado: 'columnas', filas: 1_200 });
  expect(await storedOf(id)).toEqual({ parts: 0, rows: 1_200 });
});

it('the name of a sheet that the database could not store does not fail the import', async () => {
  const file = Buffer.from(fixture('ninos.xls'));
  const at = file.indexOf(Buffer.from('Niños', 'latin1'));
  for (const [count, width, name, cleaned] of [
    [5, 0, Buffer.from('Ni\u0000os', 'latin1'), 'Nios'],
    [2, 1, Buffer.from('\ud800N', 'utf16le'), '\ufffdN'],
  ] as const) {
    file.set([count, width], at - 2);
    name.copy(file, at);
    const id = await send(file, 'niños.xls');
    await work(api);
    const { hoja, estado, avisos } = await read(id);
    expect({ hoja, estado }).toEqual({ hoja: cleaned, estado: 'ensayada' });
    expect(avisos).toContain(`Se leyó la hoja «${cleaned}».`);
  }
});

it('a small file that would write gigabytes is refused, and nothing of it stays', async () => {
  const table = (rows: string) => odsOf(`<table:table table:name="H">${odsRow(['Nombres'])}${rows}</table:table>`);
  const text = 'x'.repeat(5_000);
  for (const [file, fallo] of [
    [table(odsRow([text], 6_600, 300)), /^La fila 2 tiene más de 100\.000 caracteres\./],
    [table(odsRow([text], 6_600, 20)), /^El archivo tiene más de 200 millones de caracteres\./],
  ] as const) {
    expect(file.length).toBeLessThan(10_000);
    const id = await send(file, 'bomba.ods');
    await work(api);
    expect(await read(id)).toMatchObject({ estado: 'fallida', fallo: expect.stringMatching(fallo) });
    expect(await storedOf(id)).toEqual({ parts: 0, rows: 0 });
  }
});
