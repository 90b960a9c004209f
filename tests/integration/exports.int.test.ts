import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { today } from '#domain/calendar.ts';
import { STREAM_BATCH_ROWS } from '#server/lists/listing.ts';
import { countReads, manyTurns } from '../support/count-reads.ts';
import { type Body, createRecord } from '../support/factories.ts';
import { seed } from '../support/seed.ts';
import { readCsv, readSheets } from '../support/spreadsheet.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

/** The specified columns and the API fields that fill them. */
const LISTS = {
  mujer: {
    file: 'listado-mujeres',
    sheet: 'Mujeres',
    header:
      'HCU,Cédula,Nombres,Apellidos,Discapacidad,Detalle Discapacidad,Teléfono Domicilio,Celular,Dirección,Zona,Provincia,Cantón,Parroquia,Establecimiento,Fecha Registro',
    fields:
      'hcu,cedula,nombres,apellidos,discapacidad,detalleDiscapacidad,telfdomicilio,celular,direccion,zona,provincia,canton,parroquia,establecimiento,fechaRegistro',
  },
  nino: {
    file: 'listado-ninos',
    sheet: 'Niños',
    header:
      'HCU,Cédula,Cédula Madre,Nombres,Apellidos,Discapacidad,Detalle Discapacidad,Fecha Nacimiento,Teléfono Domicilio,Celular,Dirección,Nombre Padres,Zona,Provincia,Cantón,Parroquia,Establecimiento,Sexo,Fecha Registro',
    fields:
      'hcu,cedula,cedulamadre,nombres,apellidos,discapacidad,detalleDiscapacidad,fechanacimiento,telfdomicilio,celular,direccion,nombrePadres,zona,provincia,canton,parroquia,establecimiento,sexo,fechaRegistro',
  },
} as const;
type List = keyof typeof LISTS;
const KEYS = Object.keys(LISTS) as List[];

const NASTY: Body[] = [
  { hcu: '007', cedula: '0000000012', nombres: 'José Ñusta', apellidos: 'Pérez & <Güiñez> "Quote"' },
  { direccion: '＋SUMA(A1)', parroquia: '－2', zona: '＠ya', telfdomicilio: '|x', celular: '＝1+1' },
  { hcu: '=1+1', direccion: '+SUM(A1)', parroquia: '-2', zona: '@ya', telfdomicilio: '-' },
  { hcu: '_x0041_', direccion: 'a;b;"c"', parroquia: "it's", celular: '0999999999999999' },
  { hcu: '\ufffe x \uffff', direccion: 'dos  espacios', parroquia: '👶🏽 ]]> &amp;', zona: '_x000D_' },
  { fechanacimiento: null, telfdomicilio: '', celular: '', discapacidad: 'No', provincia: '', canton: '' },
];

let api: TestApi;
let brigada: TestUser;
let other: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  brigada = await api.user('ROLE_BRIGADA');
  other = await api.user('ROLE_BRIGADA');
  for (const key of KEYS) {
    for (const { fechanacimiento, ...change } of NASTY)
      await createRecord(brigada, key, key === 'nino' ? { ...change, fechanacimiento } : change);
    await createRecord(brigada, key, { nombres: 'Buscada', provincia: 'LOJA', canton: 'OLMEDO' });
    await createRecord(other, key, { nombres: 'Ajena' });
  }
});
afterAll(() => api.close());

const cut = (key: string, value: unknown) =>
  /^fecha/.test(key) ? String(value ?? '').slice(0, 10) : String(value ?? '');

/** The expected cells, from rows of the API. */
async function expected(user: TestUser, key: List, query: Record<string, string> = {}): Promise<string[][]> {
  const { header, fields } = LISTS[key];
  const rows = (await user.get(`/api/${key}`, query)).body as Body[];
  return [header.split(','), ...rows.map((row) => fields.split(',').map((name) => cut(name, row[name])))];
}

async function xlsx(user: TestUser, key: List, query: Record<string, string> = {}): Promise<string[][]> {
  const answer = await user.get(`/api/${key}/exportar.xlsx`, query);
  expect(answer.status, answer.text).toBe(200);
  const [sheet, ...more] = await readSheets(answer.bytes);
  expect([sheet?.name, more]).toEqual([LISTS[key].sheet, []]);
  expect(Number(answer.headers['x-total-count'])).toBe((sheet?.rows.length ?? 0) - 1);
  return sheet?.rows ?? [];
}

/** A CSV value with the apostrophe that prevents formulas. */
const inert = (value: string) => (/^[=+\-@|＝＋－＠]/.test(value) ? `'${value}` : value);

describe.each(KEYS)('%s', (key) => {
  // proves 2.179
  it('xlsx has the columns in order and each cell as the API sends it', async () => {
    const rows = await xlsx(brigada, key);
    expect(rows).toEqual(await expected(brigada, key));
    expect(rows).toHaveLength(NASTY.length + 2);
    expect(rows.map(([, cedula]) => cedula)).toContain('0000000012');
    expect(rows.flat()).toEqual(
      expect.arrayContaining(['=1+1', '+SUM(A1)', '-2', '@YA', '＝1+1', '＠YA', '_x0041_', 'JOSÉ ÑUSTA']),
    );
  });

  it('csv has a BOM, semicolons, CRLF and quotes, and no formula', async () => {
    const { bytes, headers } = await brigada.get(`/api/${key}/exportar.csv`);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.toString();
    expect(text.startsWith(`\uFEFF${LISTS[key].header.replaceAll(',', ';')}\r\n`)).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(text).toContain(';"A;B;""C""";');
    for (const inert of ["'+SUM(A1)", "'＋SUMA(A1)", "'－2", "'＠YA"]) expect(text).toContain(`;${inert};`);
    expect(text).toContain(';0000000012;');
    expect(readCsv(text)).toEqual((await expected(brigada, key)).map((row) => row.map(inert)));
    expect(headers['x-total-count']).toBe(String(NASTY.length + 1));
  });

  it('has a Spanish file name with the day in Guayaquil', async () => {
    for (const [format, type] of [
      ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      ['csv', 'text/csv; charset=utf-8'],
    ]) {
      const { headers } = await brigada.get(`/api/${key}/exportar.${format}`);
      expect([headers['content-disposition'], headers['content-type'], headers['cache-control']]).toEqual([
        `attachment; filename="${LISTS[key].file}-${today()}.${format}"`,
        type,
        'no-store',
      ]);
    }
  });

  // proves 2.174
  it.each([
    [{ q: 'buscada' }, 1],
    [{ provincia: 'LOJA', canton: 'OLMEDO' }, 1],
    [{ establecimiento: 'Centro de Salud Colta' }, NASTY.length + 1],
    [{ sort: 'hcu' }, NASTY.length + 1],
    [{ desde: today(), hasta: today() }, NASTY.length + 1],
    [{ hasta: '2020-01-01' }, 0],
    [{ limit: '2', offset: '1' }, NASTY.length + 1],
  ] as [Record<string, string>, number][])(
    '%j filters and sorts it as the list, without paging',
    async (query, count) => {
      const { limit: _, offset: __, ...narrowing } = query;
      const rows = await xlsx(brigada, key, query);
      expect(rows).toEqual(await expected(brigada, key, narrowing));
      expect(rows).toHaveLength(count + 1);
      const csv = await brigada.get(`/api/${key}/exportar.csv`, query);
      expect(readCsv(csv.text)).toEqual(rows.map((row) => row.map(inert)));
    },
  );

  // proves 2.175
  it('a brigade exports its own rows, supervision all rows', async () => {
    expect((await xlsx(other, key)).map((row) => row.includes('AJENA'))).toEqual([false, true]);
    const supervisor = await api.user('ROLE_SUPERVISOR');
    expect(await xlsx(supervisor, key)).toHaveLength(NASTY.length + 3);
  });

  // proves 2.180
  it('an empty list is a header alone', async () => {
    const newBrigade = await api.user('ROLE_BRIGADA');
    const header = [LISTS[key].header.split(',')];
    expect(await xlsx(newBrigade, key)).toEqual(header);
    expect(readCsv((await newBrigade.get(`/api/${key}/exportar.csv`)).text)).toEqual(header);
  });

  it('answers usuario 403, no session 401 and a wrong query 400', async () => {
    const usuario = await api.user('ROLE_USUARIO');
    for (const format of ['xlsx', 'csv']) {
      const url = `/api/${key}/exportar.${format}`;
      expect([(await usuario.get(url)).status, (await api.anonymous.get(url)).status]).toEqual([403, 401]);
      const wrong = await brigada.get(url, { sort: 'x', desde: 'ayer' });
      expect([wrong.status, wrong.body.message.length]).toEqual([400, 2]);
    }
    expect((await brigada.get(`/api/${key}/exportar.pdf`)).status).toBe(404);
  });
});

describe('a long list', () => {
  /** More than sockets can buffer. */
  const TOTAL = 20_250;
  /** The rows compared individually: several batches and part of one. */
  const SOME = 2_250;
  let url: string;

  beforeAll(async () => {
    // Long, hardly compressible texts, so that sockets cannot buffer the whole list.
    const noise = sql`(select string_agg(md5(i || '-' || part), '') from generate_series(1, 6) as part)`;
    const women = (first: number, last: number) => sql`
      insert into mujer (_id, fecha_registro, created_by, busqueda, hcu, cedula, nombres, apellidos, discapacidad,
        direccion, parroquia, establecimiento)
      select gen_random_uuid(), timestamptz '2026-01-01' + (i / 100) * interval '1 hour', ${api.admin.id},
        case when i <= ${SOME} then 'larga parte ' else 'larga ' end || i, 'H' || i, '00' || 90000000 + i, noise, 'A', 'No',
        reverse(noise), translate(noise, '0123456789', '7492805163'), translate(noise, 'abcdef0123', 'e3d10cfa2b')
      from generate_series(${first}::int, ${last}::int) as i, lateral (select ${noise} as noise) as noises`;
    await seed(api.database.db, TOTAL, women);
    url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  });

  const PART = { q: 'larga parte' };
  const open = async (format: string, encoding: string): Promise<IncomingMessage> => {
    const headers = { 'x-access-token': api.admin.token, 'accept-encoding': encoding };
    const [response] = await once(get(`${url}/api/mujer/exportar.${format}?q=larga`, { headers }), 'response');
    return response;
  };
  it('is complete in both formats, and compressed if requested', async () => {
    const rows = await xlsx(api.admin, 'mujer', PART);
    expect(rows).toHaveLength(SOME + 1);
    expect(rows).toEqual(await expected(api.admin, 'mujer', PART));
    const zipped = await api.admin.send({
      method: 'GET',
      url: '/api/mujer/exportar.csv?q=larga+parte',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(readCsv(gunzipSync(zipped.bytes).toString())).toEqual(rows);
  });

  it('states how many rows each flush of the stream stands for', async () => {
    const { bytes, headers } = await api.admin.get('/api/mujer/exportar.xlsx', PART);
    const flushes = bytes.toString('latin1').split('\x00\x00\xff\xff').length - 1;
    expect(headers['x-rows-per-flush']).toBe(String(STREAM_BATCH_ROWS));
    // One flush for what precedes the rows; the end of the stream follows them.
    const batches = Math.ceil(SOME / STREAM_BATCH_ROWS);
    expect(flushes - batches).toBeGreaterThanOrEqual(1);
    expect(flushes - batches).toBeLessThanOrEqual(2);
  });

  const WAYS = [
    ['xlsx', 'identity'],
    ['csv', 'identity'],
    ['csv', 'gzip'],
  ] as const;

  it.each(WAYS)(
    '%s (%s) is read at the pace of its client and no further when that stops',
    async (format, encoding) => {
      const reads = countReads(api.database.db);
      const response = await open(format, encoding);
      let seen = -1;
      while (seen !== reads()) {
        seen = reads();
        await manyTurns(api.database.db);
      }
      expect(seen * STREAM_BATCH_ROWS).toBeLessThan(TOTAL);
      response.destroy();
      await manyTurns(api.database.db);
      expect(reads()).toBeLessThanOrEqual(seen + 1);
    },
  );

  it.each(WAYS)('%s (%s) that breaks off is not taken for a complete file', async (format, encoding) => {
    countReads(api.database.db, 3);
    const response = await open(format, encoding);
    expect(response.statusCode).toBe(200);
    const failed = once(response.resume(), 'error');
    await expect(failed).resolves.toMatchObject([{ code: 'ECONNRESET' }]);
    expect(response.complete).toBe(false);
  });

  it.each(['xlsx', 'csv'])('%s whose first read fails is answered as any other error', async (format) => {
    countReads(api.database.db, 1);
    // A sort order whose statement is not prepared yet.
    const answer = await api.admin.get(`/api/mujer/exportar.${format}`, { ...PART, sort: 'cedula' });
    expect([answer.status, typeof answer.body.message]).toEqual([500, 'string']);
  });
});
