import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Body, createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let brigada: TestUser;
let supervisor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  brigada = await api.user('ROLE_BRIGADA');
  supervisor = await api.user('ROLE_SUPERVISOR');
});
afterAll(() => api.close());

describe('the records of every child', () => {
  const children: Body[] = [];
  const controls: Body[] = [];
  const vaccines: Body[] = [];
  /** A record as its own list returns it, with the child in place of the id. */
  const reported = ({ message: _, ...record }: Body, child: Body) => {
    const { _id, cedula, nombres, apellidos, sexo, fechanacimiento, provincia, canton, establecimiento } = child;
    const ninoId = { _id, cedula, nombres, apellidos, sexo, fechanacimiento, provincia, canton, establecimiento };
    return { ...record, ninoId };
  };

  beforeAll(async () => {
    children.push(
      await createRecord(brigada, 'nino', { nombres: 'Ana', provincia: 'LOJA', canton: 'OLMEDO' }),
      await createRecord(supervisor, 'nino', { nombres: 'Beto', fechanacimiento: null, sexo: '', canton: 'GUANO' }),
    );
    const [ana, beto] = children as [Body, Body];
    for (const [child, fecha, peso, registered] of [
      [ana, '2026-03-01', 9, '2026-03-10T04:59:59.999Z'],
      [beto, '2026-01-01', 8.25, '2026-03-10T05:00:00.000Z'],
      [ana, '2026-02-01', 8.5, '2026-03-11T04:59:59.999Z'],
    ] as const) {
      const record = await createRecord(supervisor, 'control', { fecha, peso }, child._id);
      await api.database.db.execute(sql`update control set fecha_registro = ${registered} where _id = ${record._id}`);
      controls.push({ ...record, fechaRegistro: registered });
    }
    for (const dosis of [1, 2]) vaccines.push(await createRecord(brigada, 'vacuna', { dosis }, ana._id));
  });

  // proves 7.62
  it('control: one item per record as on the wire, newest first, with the child as ninoId', async () => {
    const [ana, beto] = children as [Body, Body];
    const [first, second, third] = controls as [Body, Body, Body];
    const answer = await supervisor.get('/api/control/reporte');
    expect(answer.body).toEqual([reported(third, ana), reported(second, beto), reported(first, ana)]);
    expect(answer.body[1].ninoId).toMatchObject({ sexo: '', fechanacimiento: null });
    expect([answer.headers['x-total-count'], answer.headers['content-type']]).toEqual([
      '3',
      'application/json; charset=utf-8',
    ]);
    expect((await supervisor.get('/api/control/reporte', { limit: '1000' })).body).toEqual(answer.body);
  });

  // proves 7.63
  it('vacuna: one item per record, with its esquema', async () => {
    const [ana] = children as [Body];
    const [first, second] = vaccines as [Body, Body];
    const answer = await api.admin.get('/api/vacuna/reporte');
    expect(answer.body).toEqual([reported(second, ana), reported(first, ana)]);
    expect(answer.body[0].esquema).toEqual([expect.objectContaining({ dosis: 2 })]);
  });

  it.each<[Record<string, string>, string[], number]>([
    [{ limit: '1' }, ['2026-02-01'], 3],
    [{ limit: '1', offset: '2' }, ['2026-03-01'], 3],
    [{ offset: '1' }, ['2026-01-01', '2026-03-01'], 3],
    [{ sort: 'fecha' }, ['2026-01-01', '2026-02-01', '2026-03-01'], 3],
    [{ sort: '-peso' }, ['2026-03-01', '2026-02-01', '2026-01-01'], 3],
    [{ sort: 'fechaRegistro' }, ['2026-03-01', '2026-01-01', '2026-02-01'], 3],
    // Days of registration in Guayaquil.
    [{ desde: '2026-03-10' }, ['2026-02-01', '2026-01-01'], 2],
    [{ hasta: '2026-03-09' }, ['2026-03-01'], 1],
    [{ q: 'bet' }, ['2026-01-01'], 1],
    [{ provincia: 'loja' }, ['2026-02-01', '2026-03-01'], 2],
    [{ canton: 'Olmedo', hasta: '2026-03-09' }, ['2026-03-01'], 1],
    [{ establecimiento: 'Centro de Salud Colta', limit: '2' }, ['2026-02-01', '2026-01-01'], 3],
    [{ provincia: 'GALAPAGOS' }, [], 0],
  ])('filtered by %j', async (query, dates, total) => {
    const answer = await supervisor.get('/api/control/reporte', query);
    expect(answer.body.map(({ fecha }: Body) => fecha)).toEqual(dates);
    expect(Number(answer.headers['x-total-count'])).toBe(total);
  });

  it.each([
    ['sort', 'ninoId', 'busqueda'],
    ['limit', '0'],
    ['desde', 'ayer'],
  ])('a wrong %s is refused', async (name, ...values) => {
    for (const value of values)
      expect(await supervisor.get('/api/vacuna/reporte', { [name]: value }), value).toMatchObject({
        status: 400,
        body: { message: [{ path: name }] },
      });
  });

  it('methods other than GET find no such record', async () => {
    expect((await supervisor.delete('/api/control/reporte')).status).toBe(404);
    expect((await supervisor.get('/api/anemia/reporte')).status).toBe(404);
  });

  describe('a list of many records', () => {
    const TOTAL = 1203;
    beforeAll(async () => {
      // Many rows share an instant, to test the borders of batches.
      await api.database.db.execute(sql`
        insert into control (_id, fecha_registro, created_by, parent_id, fecha, edad, peso, longitud, perimetro)
        select gen_random_uuid(), timestamptz '2025-01-01' + (i / 100) * interval '1 hour', ${brigada.id},
          ${children[0]?._id}, date '2025-01-01' + i % 40, 1 + i % 24, 4 + i % 7, 60, 40
        from generate_series(1, ${TOTAL - 3}) as i`);
    });

    it.each(['-fechaRegistro', 'fechaRegistro', 'fecha', '-peso', 'edad'])('with sort=%s loses none', async (sort) => {
      const { body, headers } = await supervisor.get('/api/control/reporte', { sort });
      expect([body.length, Number(headers['x-total-count'])]).toEqual([TOTAL, TOTAL]);
      expect(new Set(body.map(({ _id }: Body) => _id)).size).toBe(TOTAL);
      const field = sort.replace('-', '');
      const values = body.map((row: Body) => row[field]);
      const ordered = values.toSorted((a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(sort.startsWith('-') ? ordered.reverse() : ordered);
    });

    it('is the same paged and unpaged, and intact when compressed', async () => {
      const whole = (await supervisor.get('/api/control/reporte')).body;
      const pages: Body[] = [];
      for (const offset of ['0', '500', '1000'])
        pages.push(...(await supervisor.get('/api/control/reporte', { limit: '500', offset })).body);
      expect(pages).toEqual(whole);
      expect((await supervisor.get('/api/control/reporte', { offset: '700' })).body).toEqual(whole.slice(700));
      const request = { method: 'GET', url: '/api/control/reporte', headers: { 'accept-encoding': 'gzip' } } as const;
      const zipped = await supervisor.send(request);
      expect(JSON.parse(gunzipSync(zipped.bytes).toString())).toEqual(whole);
    });
  });
});

describe('tables of many children', () => {
  const TOTAL = 1102;
  beforeAll(async () => {
    await api.database.db.execute(sql`
      insert into nino (_id, fecha_registro, created_by, busqueda, hcu, cedula, cedulamadre, nombres, apellidos,
        discapacidad, estado, control_fecha, control_edad, control_peso, control_longitud, vacunas)
      select gen_random_uuid(), timestamptz '2025-01-01' + (i / 100) * interval '1 hour', ${brigada.id}, 'muchos',
        'H' || i, 'C' || i, 'M', 'N', 'A', 'No', 'Normal', date '2025-01-01' + i % 40, 3, 5 + i % 3, 60, 1 + i % 9
      from generate_series(1, ${TOTAL}) as i`);
  });

  it.each([
    ['desnutricion', ['', 'fecha', '-peso', 'estado', 'nombres']],
    ['vacunas', ['', 'vacunas', '-vacunas', 'fechaRegistro', 'nombres']],
  ])('%s is the same streamed and paged', async (name, sorts) => {
    for (const sort of sorts) {
      const query = { q: 'muchos', ...(sort ? { sort } : {}) };
      const whole = await supervisor.get(`/api/reportes/${name}`, query);
      expect([whole.body.length, Number(whole.headers['x-total-count'])], sort).toEqual([TOTAL, TOTAL]);
      const pages: Body[] = [];
      for (const offset of ['0', '400', '800'])
        pages.push(...(await supervisor.get(`/api/reportes/${name}`, { ...query, limit: '400', offset })).body);
      expect(pages, sort).toEqual(whole.body);
      expect(new Set(pages.map(({ _id }) => _id)).size, sort).toBe(TOTAL);
    }
  });
});
