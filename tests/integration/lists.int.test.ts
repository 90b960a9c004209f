import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Body, createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let brigada: TestUser;
let otherBrigada: TestUser;

const registeredAt = (key: string, id: string, instant: string) =>
  api.database.db.execute(sql`update ${sql.identifier(key)} set fecha_registro = ${instant} where _id = ${id}`);

beforeAll(async () => {
  api = await startTestApi();
  brigada = await api.user('ROLE_BRIGADA');
  otherBrigada = await api.user('ROLE_BRIGADA');
});
afterAll(() => api.close());

describe('searching, filtering and paging women', () => {
  /** Women with their registration instants. */
  const WOMEN: [Body, string][] = [
    [{ hcu: 'H-1', nombres: 'Rosa María', apellidos: 'Ñamandú 50%', canton: 'COLTA' }, '2026-03-09T05:00:00.000Z'],
    [{ hcu: 'H_2', nombres: 'Ana', apellidos: "O'Brien", provincia: 'LOJA', canton: '' }, '2026-03-10T04:59:59.999Z'],
    [{ hcu: 'HX3', nombres: 'Rósa', apellidos: 'Pilco \\ Y', canton: 'GUANO' }, '2026-03-10T05:00:00.000Z'],
    [{ hcu: 'H4', nombres: 'Luz', apellidos: 'Cují', provincia: '', canton: '' }, '2026-03-11T04:59:59.999Z'],
  ];
  const rows: Body[] = [];

  beforeAll(async () => {
    for (const [change, instant] of WOMEN) {
      const row = await createRecord(brigada, 'mujer', change);
      await registeredAt('mujer', row._id, instant);
      rows.push({ ...row, fechaRegistro: instant });
    }
    await createRecord(otherBrigada, 'mujer', { hcu: 'AJENA', nombres: 'Rosa', provincia: 'CARCHI', canton: 'TULCÁN' });
  });

  const hcusOf = async (query: Record<string, string>) => {
    const answer = await brigada.get('/api/mujer', query);
    expect(answer.status, answer.text).toBe(200);
    if (!query.limit && !query.offset) expect(Number(answer.headers['x-total-count'])).toBe(answer.body.length);
    return answer.body.map(({ hcu }: Body) => hcu);
  };

  // proves 7.15, 9.4
  it('returns a bare array of whole rows, newest first, with the total in X-Total-Count', async () => {
    const answer = await brigada.get('/api/mujer');
    const expected = rows.toReversed().map(({ message: _, ...row }) => row);
    expect(answer.body).toEqual(expected);
    expect(answer.headers['x-total-count']).toBe('4');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await api.admin.get('/api/mujer')).headers['x-total-count']).toBe('5');
  });

  it('returns the same rows paged and unpaged', async () => {
    const whole = (await brigada.get('/api/mujer')).body;
    for (const offset of [0, 1, 3]) {
      const page = await brigada.get('/api/mujer', { limit: '2', offset: String(offset) });
      expect(page.body).toEqual(whole.slice(offset, offset + 2));
      expect(page.headers['x-total-count']).toBe('4');
    }
    expect((await brigada.get('/api/mujer', { offset: '3' })).body).toEqual(whole.slice(3));
    expect((await brigada.get('/api/mujer', { limit: '1000', offset: '4' })).body).toEqual([]);
    expect((await brigada.get('/api/mujer', { offset: '999999999' })).body).toEqual([]);
  });

  it.each([
    ['rosa', ['HX3', 'H-1']],
    ['ROSA MARÍA', ['H-1']],
    ['maria  rosa', ['H-1']],
    ['namandu', ['H-1']],
    ['%', ['H-1']],
    ['50%', ['H-1']],
    ['_', ['H_2']],
    ['\\', ['HX3']],
    ["o'b", ['H_2']],
    ['hx', ['HX3']],
    ['osa pil', ['HX3']],
    ['rosa cuji', []],
    ['ajena', []],
    ['rosa%pilco', []],
    ['\u0000ro\u0007sa', ['HX3', 'H-1']],
    ['', ['H4', 'HX3', 'H_2', 'H-1']],
    ['   ', ['H4', 'HX3', 'H_2', 'H-1']],
    ["'; drop table mujer; --", []],
    ['\ud800', []],
  ])('q=%j', async (q, hcus) => {
    expect(await hcusOf({ q })).toEqual(hcus);
  });

  it('q matches any part of a cedula and follows edits', async () => {
    const [first] = rows;
    expect(await hcusOf({ q: String(first?.cedula).slice(3) })).toEqual(['H-1']);
    const row = await createRecord(brigada, 'mujer', { hcu: 'ANTES' });
    await brigada.put(`/api/mujer/${row._id}`, { ...row, hcu: 'DESPUÉS' });
    expect([await hcusOf({ q: 'antes' }), await hcusOf({ q: 'despues' })]).toEqual([[], ['DESPUÉS']]);
    await brigada.delete(`/api/mujer/${row._id}`);
  });

  it.each([
    [{ desde: '2026-03-10' }, ['H4', 'HX3']],
    [{ hasta: '2026-03-09' }, ['H_2', 'H-1']],
    [{ desde: '2026-03-09', hasta: '2026-03-09' }, ['H_2', 'H-1']],
    [{ desde: '2026-03-10', hasta: '2026-03-10' }, ['H4', 'HX3']],
    [{ desde: '2026-03-11' }, []],
    [{ desde: '2026-03-11', hasta: '2026-03-09' }, []],
    [{ desde: '', hasta: '' }, ['H4', 'HX3', 'H_2', 'H-1']],
    [{ provincia: 'CHIMBORAZO' }, ['HX3', 'H-1']],
    [{ provincia: 'CHIMBORAZO', canton: 'GUANO' }, ['HX3']],
    [{ canton: 'COLTA', q: 'rosa', hasta: '2026-03-09' }, ['H-1']],
    [{ provincia: 'CARCHI' }, []],
    [{ provincia: '' }, ['H4', 'HX3', 'H_2', 'H-1']],
    [{ otra: 'cosa' }, ['H4', 'HX3', 'H_2', 'H-1']],
  ] as [Record<string, string>, string[]][])('%j selects days of Guayaquil, both inclusive', async (query, hcus) => {
    expect(await hcusOf(query)).toEqual(hcus);
  });

  it.each([
    ['hcu', ['H-1', 'H4', 'HX3', 'H_2']],
    ['nombres', ['H_2', 'H4', 'H-1', 'HX3']],
    ['-fechaRegistro', ['H4', 'HX3', 'H_2', 'H-1']],
    ['fechaRegistro', ['H-1', 'H_2', 'HX3', 'H4']],
  ])('sort=%s orders ascending, and with a minus descending', async (sort, hcus) => {
    const sorted = await hcusOf({ sort });
    expect(sorted.toSorted()).toEqual(hcus.toSorted());
    if (sort.endsWith('fechaRegistro')) expect(sorted).toEqual(hcus);
    else expect(await hcusOf({ sort: `-${sort}` })).toEqual(sorted.toReversed());
  });

  it.each([
    ['limit', '0', '-1', '1001', 'x', '', '1.5', '1e2', ' 5', '9'.repeat(30)],
    ['offset', '-1', 'x', '', '1.5', '9'.repeat(30)],
    ['sort', 'x', '', '-', '--hcu', 'busqueda', 'created_by', 'hcu;', 'constructor', '__proto__'],
    ['desde', 'ayer', '2026-02-30', '09/03/2026', '2026-03-09T00:00:00Z'],
    ['hasta', 'mañana', '2026-13-01'],
    ['q', 'x'.repeat(201)],
  ])('a wrong %s is refused', async (name, ...values) => {
    for (const value of values) {
      const answer = await brigada.get('/api/mujer', { [name]: value });
      expect([answer.status, answer.body.message], value).toEqual([400, [{ msg: expect.any(String), path: name }]]);
    }
    const twice = await brigada.get(`/api/mujer?${name}=1&${name}=2`);
    expect([twice.status, twice.body.message]).toEqual([400, [{ msg: expect.any(String), path: name }]]);
  });

  it('names every wrong parameter at once', async () => {
    const answer = await brigada.get('/api/mujer', { limit: '0', offset: '-1', sort: 'x', desde: 'x', hasta: 'x' });
    expect(answer.body.message.map(({ path }: Body) => path).sort()).toEqual([
      'desde',
      'hasta',
      'limit',
      'offset',
      'sort',
    ]);
  });
});

describe('a long list', () => {
  const TOTAL = 1203;
  const whole = async (query: Record<string, string> = {}) => (await brigada.get('/api/nino', query)).body as Body[];

  beforeAll(async () => {
    await createRecord(otherBrigada, 'nino');
    // Many rows share an instant and a third has no birth date, to test the borders of batches.
    await api.database.db.execute(sql`
      insert into nino (_id, fecha_registro, created_by, busqueda, hcu, cedula, cedulamadre, nombres, apellidos,
        discapacidad, sexo, fechanacimiento)
      select gen_random_uuid(), timestamptz '2026-01-01' + (i / 100) * interval '1 hour', ${brigada.id}, 'nino ' || i,
        'H' || i, 'C' || i, 'M', 'N', 'A', 'No', case when i % 5 = 0 then '' else 'FEMENINO' end,
        case when i % 3 = 0 then null else date '2025-01-01' + i % 40 end
      from generate_series(1, ${TOTAL}) as i`);
  });

  it.each([undefined, 'fechanacimiento', '-fechanacimiento', 'sexo', '-sexo', 'estado', 'fechaRegistro', '-cedula'])(
    'sort=%s loses no row and repeats none',
    async (sort) => {
      const rows = await whole(sort ? { sort } : {});
      expect(rows).toHaveLength(TOTAL);
      expect(new Set(rows.map(({ _id }) => _id)).size).toBe(TOTAL);
    },
  );

  it('is newest first across the borders of its batches', async () => {
    const instants = (await whole()).map(({ fechaRegistro }) => fechaRegistro);
    expect(instants).toEqual(instants.toSorted().reverse());
  });

  it.each(['fechanacimiento', '-fechanacimiento'])(
    'sort=%s orders the rows and keeps those without a value together',
    async (sort) => {
      const dates = (await whole({ sort })).map(({ fechanacimiento }) => fechanacimiento as string | null);
      const present = dates.filter((date) => date !== null);
      expect(present).toEqual(sort.startsWith('-') ? present.toSorted().reverse() : present.toSorted());
      const absent = Array.from({ length: TOTAL - present.length }, () => null);
      expect(dates).toEqual(sort.startsWith('-') ? [...absent, ...present] : [...present, ...absent]);
    },
  );

  it('is the same paged and unpaged, in every order', async () => {
    for (const sort of ['-fechaRegistro', 'fechanacimiento', '-sexo']) {
      const pages: Body[] = [];
      for (const offset of ['0', '500', '1000']) pages.push(...(await whole({ sort, limit: '500', offset })));
      expect(pages).toEqual(await whole({ sort }));
    }
  });

  it('can start at any offset and be filtered', async () => {
    const rows = await whole();
    expect(await whole({ offset: '700' })).toEqual(rows.slice(700));
    const answer = await brigada.get('/api/nino', { q: 'nino 12', limit: '5' });
    const expected = Array.from({ length: TOTAL }, (_, i) => `nino ${i + 1}`).filter((text) => text.includes('12'));
    expect([answer.body.length, Number(answer.headers['x-total-count'])]).toEqual([5, expected.length]);
  });

  it('is compressed on request, and intact', async () => {
    const answer = await brigada.send({ method: 'GET', url: '/api/nino', headers: { 'accept-encoding': 'gzip' } });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'gzip']);
    expect(JSON.parse(gunzipSync(answer.bytes).toString())).toEqual(await whole());
  });

  it('is complete for an administrator', async () => {
    expect((await api.admin.get('/api/nino')).body).toHaveLength(TOTAL + 1);
  });
});

it('an empty list is an empty array', async () => {
  const newBrigade = await api.user('ROLE_BRIGADA');
  for (const url of ['/api/nino', '/api/mujer', '/api/nino?limit=5']) {
    const answer = await newBrigade.get(url);
    expect([answer.status, answer.text, answer.headers['x-total-count']]).toEqual([200, '[]', '0']);
  }
});

describe('searching two letters', () => {
  /** Each with the letters "kw" followed by something else; the last two without them. */
  const SURNAMES = ['AKW', 'KWA', 'KW LEMA', 'KW-LEMA', "KW'A", 'KW1', 'KWß', 'KWЯ', 'KW國', 'Kẃ', 'K W', 'WK'];
  let reader: TestUser;
  let ids: string[];

  beforeAll(async () => {
    reader = await api.user('ROLE_BRIGADA');
    ids = [];
    for (const [number, apellidos] of SURNAMES.entries())
      ids.unshift((await createRecord(reader, 'mujer', { hcu: `P${number}`, nombres: 'ANA', apellidos }))._id);
  });

  it.each(['kw', 'Kw', 'kw ana', 'an kw'])(
    'q=%j finds them whatever follows, the newest first, with their number',
    async (q) => {
      for (const by of [reader, api.admin]) {
        const { body, headers } = await by.get('/api/mujer', { q, limit: '50' });
        expect(body.map(({ _id }: Body) => _id)).toEqual(ids.slice(2));
        expect(headers['x-total-count']).toBe(String(SURNAMES.length - 2));
        expect((await by.get('/api/mujer', { q, limit: '5' })).body).toEqual(body.slice(0, 5));
        expect((await by.get('/api/mujer', { q, limit: '5', offset: '5' })).body).toEqual(body.slice(5));
      }
    },
  );
});
