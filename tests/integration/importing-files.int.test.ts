import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES } from '#domain/calls/importing.ts';
import { importPartTable, importRowTable } from '#server/db/schema.ts';
import { readInProcess } from '#server/modules/importing/reading/reader.ts';
import { rowsOf, sendFile, work } from '../support/imports.ts';
import { fixture, odsOf, odsRow, xlsxOf } from '../support/sheet-files.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let supervisor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
});
afterAll(() => api.close());

/** Sends a file and waits until it is read. @returns the import */
async function readFile(file: Buffer | Uint8Array, archivo: string, read?: typeof readInProcess) {
  const { status, body } = await sendFile(supervisor, 'nino', Buffer.from(file), archivo);
  expect(status).toBe(202);
  await work(api, read && { read });
  return (await supervisor.get(`/api/importaciones/${body._id}`)).body;
}

async function storedOf(id: string) {
  const { db } = api.database;
  const parts = await db.$count(importPartTable, eq(importPartTable.importacion, id));
  return { parts, rows: await db.$count(importRowTable, eq(importRowTable.importacion, id)) };
}

it.each(['ninos.xlsx', 'ninos.xls', 'ninos.ods', 'w1252-puntoycoma.csv'])(
  '%s is rehearsed with its rows, notices and cells, and the file is deleted',
  async (name) => {
    const read = await readFile(fixture(name), name);
    expect(read).toMatchObject({ estado: 'ensayada', formato: name.split('.').at(-1), filas: 3, cerosPerdidos: 1 });
    expect(read.avisos).toContain('Los títulos están en la fila 3: lo que hay encima no se leyó.');
    expect(read.columnas[3]).toEqual({
      titulo: 'Nombres',
      ejemplos: ['Ñusta Raquel', 'José María', 'Sisa'],
      campo: 'nombres',
    });
    expect(await storedOf(read._id)).toEqual({ parts: 0, rows: 3 });
    const rows = await rowsOf(supervisor, read._id);
    expect(rows.map(({ fila }: { fila: number }) => fila)).toEqual([4, 6, 7]);
    expect(rows[0].celdas.slice(0, 6)).toEqual([
      ...['12345', '603714023', '0603714023', 'Ñusta Raquel', 'Sacón Guamán'],
      name.endsWith('.csv') ? '17/09/2025' : '2025-09-17',
    ]);
  },
);

const wide = Array.from({ length: 301 }, (_, at) => `Columna ${at}`);
it.each([
  ['contrasena.xls', fixture('contrasena.xls'), 'El archivo tiene contraseña. Quítasela en Excel y súbelo otra vez.'],
  ['foto.xlsx', Buffer.from('%PDF-1.7\n1 0 obj'), /^Este archivo no es una hoja de cálculo\./],
  ['reporte.xls', fixture('pagina-web.xls'), /^Este archivo es una página web/],
  ['cortado.ods', fixture('ninos.ods').subarray(0, 9_000), /^El archivo está dañado o incompleto\./],
  ['ancho.xlsx', xlsxOf([wide, wide.map((_, at) => at)]), /^La hoja tiene 301 columnas y se leen hasta 300\./],
  ['títulos.csv', Buffer.from('Cédula,Nombres\n'), /^El archivo no tiene filas con datos;/],
  [
    'sin-títulos.csv',
    Buffer.from('0603714023,Sisa,2024-05-01\n0603714031,Ana,2024-05-02\n'),
    /^El archivo no tiene una fila con los títulos de las columnas\./,
  ],
])('%s is refused with a sentence, and nothing of it stays', async (name, file, sentence) => {
  const read = await readFile(file, name);
  expect(read).toMatchObject({ estado: 'fallida', filas: 0 });
  if (typeof sentence === 'string') expect(read.fallo).toBe(sentence);
  else expect(read.fallo).toMatch(sentence);
  expect(await storedOf(read._id)).toEqual({ parts: 0, rows: 0 });
});

it('a file that exceeds a limit after its first rows leaves none of them', async () => {
  const rows = odsRow(['Cédula', 'Nombres']) + odsRow(['1', 'Ana']).repeat(2_000) + odsRow(['a'], 1_000_000, 300);
  const read = await readFile(odsOf(`<table:table table:name="H">${rows}</table:table>`), 'crece.ods', readInProcess);
  expect(read).toMatchObject({
    estado: 'fallida',
    fallo: 'El archivo tiene más de 2 millones de celdas. Divídelo en partes y súbelas una por una.',
  });
  expect(await storedOf(read._id)).toEqual({ parts: 0, rows: 0 });
});

it('characters that the database cannot store do not stop a file', async () => {
  const file = xlsxOf([
    ['Cédula', 'Nombres'],
    ['1', 'a_x0000_b_xDC00_c_x0007_d'],
  ]);
  const read = await readFile(file, 'raro.xlsx');
  const [{ celdas }] = await rowsOf(supervisor, read._id);
  expect(celdas).toEqual(['1', 'ab\ufffdc\u0007d']);
});

it('an empty file and one of more than 50 MB are refused before they are read', async () => {
  expect(await sendFile(supervisor, 'nino', Buffer.alloc(0))).toMatchObject({
    status: 400,
    body: { code: 'emptyFile', message: 'El archivo está vacío. Revisa que sea el archivo correcto.' },
  });
  expect(await sendFile(supervisor, 'nino', Buffer.alloc(MAX_FILE_BYTES + 1))).toMatchObject({
    status: 413,
    body: { code: 'fileTooLarge', message: 'El archivo pesa más de 50 MB. Divídelo en partes y súbelas una por una.' },
  });
});

describe('a file that is arriving when its import is discarded', () => {
  const PART = Buffer.alloc(512 * 1024, 'Cédula;Nombres\n');
  it.each([
    ['between two of its parts', [PART]],
    ['after its last part', []],
  ])('%s is refused with a sentence, and nothing of it stays', async (_, rest) => {
    let id = '';
    async function* pieces() {
      yield PART;
      await expect.poll(() => api.database.db.$count(importPartTable)).toBe(1);
      const [arriving] = (await supervisor.get('/api/importaciones')).body;
      id = arriving._id;
      expect(arriving.fallo).toBe('El archivo no ha llegado completo. Si nadie lo está subiendo, súbelo otra vez.');
      expect((await api.admin.delete(`/api/importaciones/${id}`)).status).toBe(200);
      yield* rest;
    }
    const answer = await sendFile(supervisor, 'nino', Readable.from(pieces(), { objectMode: false }));
    expect(answer).toMatchObject({
      status: 409,
      body: { message: 'Alguien descartó esta importación mientras llegaba el archivo. Súbelo otra vez.' },
    });
    expect(await storedOf(id)).toEqual({ parts: 0, rows: 0 });
    expect((await supervisor.get(`/api/importaciones/${id}`)).status).toBe(404);
  });
});

it.each(['multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
  'a form around a file is not read as a table: %s',
  async (type) => {
    expect(await sendFile(supervisor, 'nino', '--x\r\n\r\n--x--', 'form.csv', type)).toMatchObject({
      status: 415,
      body: { code: 'formUpload' },
    });
  },
);
