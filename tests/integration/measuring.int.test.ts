import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, today } from '#domain/calendar.ts';
import type { MeasuringRow } from '#domain/calls/measuring.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { workOffChanges } from '#server/modules/measuring/work-off.ts';
import { keepMeasuring } from '#server/start/keep-measuring.ts';
import { createRecord } from '../support/factories.ts';
import { expectMeasuringExact, readMeasuring } from '../support/kept-measuring.ts';
import { randomBooklet } from '../support/random-booklet.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let staff: TestUser[];
beforeAll(async () => {
  api = await startTestApi();
  staff = [await api.user('ROLE_BRIGADA'), await api.user('ROLE_BRIGADA')];
});
afterAll(() => api.close());

const BORN = '2025-01-10';
const child = (owner: TestUser, canton: string) =>
  createRecord(owner, 'nino', {
    ...{ provincia: 'CHIMBORAZO', canton, establecimiento: `Centro ${canton}` },
    ...{ sexo: 'FEMENINO', fechanacimiento: BORN },
  });

const report = async (query: string): Promise<{ filas: MeasuringRow[]; pendientes: number; total: string }> => {
  const { status, body, text, headers } = await api.admin.get(`/api/reportes/calidad?${query}`);
  expect(status, text).toBe(200);
  return { ...body, total: String(headers['x-total-count']) };
};

describe('what is kept equals a recount', () => {
  it.each([1, 2])('after any changes of records (seed %i)', async (seed) => {
    const booklet = randomBooklet(api, staff, seed);
    for (let step = 1; step <= 60; step += 1) {
      await booklet.step();
      if (step % 10 === 0) {
        await workOffChanges(api.database.db, { changes: 7 });
        await expectMeasuringExact(api.database.db, `seed ${seed}, step ${step}`);
      }
    }
  });

  it('after a control between two others, its removal, a birth date and a move', async () => {
    const { db } = api.database;
    const [owner = api.admin] = staff;
    const { _id, ...body } = await child(owner, 'GUANO');
    const control = (fecha: string, longitud: number) => createRecord(owner, 'control', { fecha, longitud }, _id);
    await control('2026-01-15', 70);
    await control('2026-03-15', 75);
    await expectMeasuringExact(db, 'two controls');
    const shortened = async () => {
      const rows = await readMeasuring(db);
      return rows.filter(({ creador }) => creador === owner.id).reduce((sum, row) => sum + Number(row.acortados), 0);
    };
    expect(await shortened()).toBe(0);
    // The later control is now the shorter one, although nothing of it changed.
    const between = await control('2026-02-15', 78);
    await expectMeasuringExact(db, 'between');
    expect(await shortened()).toBe(1);
    expect((await api.admin.delete(`/api/control/${between._id}`)).status).toBe(200);
    await expectMeasuringExact(db, 'removed');
    expect(await shortened()).toBe(0);
    expect((await api.admin.put(`/api/nino/${_id}`, { ...body, fechanacimiento: '2024-12-01' })).status).toBe(200);
    await expectMeasuringExact(db, 'another birth date');
    const moved = {
      ...body,
      version: 2,
      fechanacimiento: '2024-12-01',
      canton: 'COLTA',
      establecimiento: 'Centro COLTA',
    };
    expect((await api.admin.put(`/api/nino/${_id}`, moved)).status).toBe(200);
    await expectMeasuringExact(db, 'moved');
    expect((await api.admin.delete(`/api/nino/${_id}`)).status).toBe(200);
    await expectMeasuringExact(db, 'deleted');
  });

  it('after the whole was to be counted anew', async () => {
    const { db } = api.database;
    await workOffChanges(db);
    const before = await readMeasuring(db);
    expect(before.length).toBeGreaterThan(3);
    await db.execute(sql`select measuring_recount()`);
    expect(await readMeasuring(db)).toEqual([]);
    await workOffChanges(db, { changes: 3, groups: 1, forMs: 0 });
    expect(await readMeasuring(db)).toEqual(before);
  });
});

describe('a save that does not change what was measured', () => {
  it('leaves nothing to count', async () => {
    const { db } = api.database;
    const { _id, ...body } = await child(api.admin, 'GUANO');
    await createRecord(api.admin, 'control', { fecha: '2026-03-01' }, _id);
    await workOffChanges(db);
    expect((await api.admin.put(`/api/nino/${_id}`, { ...body, direccion: 'OTRA' })).status).toBe(200);
    await createRecord(api.admin, 'vacuna', {}, _id);
    expect(await workOffChanges(db)).toBe(0);
  });
});

describe('the report', () => {
  let measurer: TestUser;
  beforeAll(async () => {
    measurer = await api.user('ROLE_BRIGADA');
    const children = await Promise.all(['PENIPE', 'PENIPE', 'CHAMBO'].map((canton) => child(measurer, canton)));
    // 17 controls of each child, on consecutive days of one month, and 32 on one day.
    for (const [index, { _id }] of children.entries()) {
      for (let day = 1; day <= 17; day += 1)
        await createRecord(
          measurer,
          'control',
          {
            fecha: `2026-05-${String(day).padStart(2, '0')}`,
            longitud: 75 + day / 2,
            peso: 9,
            perimetro: 45 + index / 10,
          },
          _id,
        );
    }
    const [{ _id } = { _id: '' }] = children;
    for (let times = 0; times < 31; times += 1)
      await createRecord(measurer, 'control', { fecha: '2026-06-01', longitud: 60, peso: 9.5 }, _id);
  });

  const own = async (query = 'desde=2026-05-01&hasta=2026-05-31') => {
    const { filas } = await report(query);
    return filas.find(({ persona }) => persona?._id === measurer.id);
  };

  it('describes a person, in a period of whole months', async () => {
    const row = await own('desde=2026-05-30&hasta=2026-05-31');
    expect(row).toMatchObject({ controles: 51, faltan: 0, provincia: '', canton: '' });
    const { cifras } = row ?? {};
    expect(cifras?.digitos.longitud.cuentas).toEqual([24, 0, 0, 0, 0, 27, 0, 0, 0, 0]);
    expect(cifras?.digitos.peso.cuentas).toEqual([51, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(cifras?.iguales.peso).toEqual({ n: 48, casos: 48, porcentaje: 100 });
    expect(cifras?.acortadas).toEqual({ n: 48, casos: 0, porcentaje: 0 });
    expect(cifras?.completitud.longitud).toEqual({ n: 51, casos: 51, porcentaje: 100 });
    expect(cifras?.distribucion.talla?.n).toBe(51);
    expect(cifras?.diasLlenos).toBe(0);
    expect(row?.frases).toContain('Muchas longitudes terminan en ,0 y ,5: lee el milímetro en la cinta.');
  });

  it('counts full days, shorter lengths and implausible scores, and the controls that are missing below 50', async () => {
    expect(await own('desde=2026-06-01&hasta=2026-06-01')).toMatchObject({
      ...{ controles: 31, faltan: 19, cifras: null, frases: ['Faltan 19 para poder decirlo.'] },
    });
    const both = await own('desde=2026-05-01&hasta=2026-06-30');
    expect(both).toMatchObject({ controles: 82, cifras: { diasLlenos: 1, acortadas: { n: 79, casos: 31 } } });
    expect(both?.cifras?.improbables.talla).toMatchObject({ n: 82, casos: 31, senalado: true });
  });

  it('counts a full day of a person in two cantons, which is none of either', async () => {
    const person = await api.user('ROLE_BRIGADA');
    for (const canton of ['ALAUSÍ', 'PALLATANGA']) {
      const { _id } = await child(person, canton);
      const days = [...Array(16).fill('2026-04-10'), ...Array(40).fill('2026-04-11')];
      for (const [index, fecha] of days.slice(0, canton === 'ALAUSÍ' ? 56 : 16).entries())
        await createRecord(person, 'control', { fecha, longitud: 70 + index / 10 }, _id);
    }
    const april = 'desde=2026-04-01&hasta=2026-04-30';
    const [row] = (await report(april)).filas.filter(({ persona }) => persona?._id === person.id);
    expect(row).toMatchObject({ controles: 72, cifras: { diasLlenos: 2 } });
    const [alausi] = (await report(`por=canton&canton=ALAUSÍ&${april}`)).filas;
    expect(alausi).toMatchObject({ controles: 56, cifras: { diasLlenos: 1 } });
  });

  it('describes cantons in the order of their names, and answers by place', async () => {
    const { filas, total } = await report('por=canton&desde=2026-05-01&hasta=2026-05-31');
    const cantons = filas.map(({ canton }) => canton);
    expect(cantons).toEqual(cantons.toSorted((a, b) => a.localeCompare(b, 'es')));
    expect(total).toBe(String(filas.length));
    const shown = filas.filter(({ canton }) => ['CHAMBO', 'PENIPE'].includes(canton));
    expect(shown).toMatchObject([
      { persona: null, provincia: 'CHIMBORAZO', canton: 'CHAMBO', controles: 17, faltan: 33 },
      { persona: null, provincia: 'CHIMBORAZO', canton: 'PENIPE', controles: 34, faltan: 16 },
    ]);
    const inPlace = await report('provincia=CHIMBORAZO&canton=CHAMBO&desde=2026-05-01&hasta=2026-05-31');
    expect(inPlace.filas).toMatchObject([{ persona: { _id: measurer.id }, controles: 17 }]);
  });

  it('pages its rows', async () => {
    const all = await report('');
    const second = await report('limit=1&offset=1');
    expect(second.filas).toEqual([all.filas[1]]);
    expect(second.total).toBe(String(all.filas.length));
  });

  it('is exported with a row for each', async () => {
    const { text, status, headers } = await api.admin.get(
      '/api/reportes/calidad/exportar.csv?por=canton&desde=2026-05-01&hasta=2026-06-30',
    );
    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain('listado-calidad de las medidas');
    const line = text.split(/\r?\n/).find((one) => one.includes('PENIPE'));
    expect(line).toContain('CHIMBORAZO');
    expect(line).toContain('longitudes son menores');
  });

  it('gives a brigade its own figures, and nobody else’s', async () => {
    const { status, body } = await measurer.get('/api/perfil/calidad?desde=2026-05-01&hasta=2026-06-30');
    expect(status).toBe(200);
    const {
      persona: _,
      provincia: _p,
      canton: _c,
      ...figures
    } = (await own('desde=2026-05-01&hasta=2026-06-30')) as MeasuringRow;
    expect(body).toEqual({ desde: '2026-05-01', hasta: '2026-06-30', pendientes: 0, ...figures });
    const other = await api.user('ROLE_BRIGADA');
    expect((await other.get('/api/perfil/calidad')).body).toMatchObject({ desde: null, controles: 0, faltan: 50 });
    expect((await measurer.get('/api/reportes/calidad')).status).toBe(403);
  });

  it('refuses a period and a kind that do not exist', async () => {
    const { status, body } = await api.admin.get('/api/reportes/calidad?por=zona&desde=2026-13-01');
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('por debe ser uno de: persona, canton');
    expect(JSON.stringify(body)).toContain('desde debe ser una fecha (AAAA-MM-DD)');
  });

  it('says how many changes wait when there are too many to count them first', async () => {
    const { db } = api.database;
    await db.execute(sql`insert into measuring_change (creador, lugar, fecha)
      select gen_random_uuid(), 1, ${addDays(today(), -1)}::date from generate_series(1, 600)`);
    expect((await report('limit=1')).pendientes).toBe(600);
    await workOffChanges(db);
    expect((await report('limit=1')).pendientes).toBe(0);
  });
});

describe('the worker', () => {
  it('counts what was saved without a report', async () => {
    const { db } = api.database;
    const { _id } = await child(api.admin, 'GUANO');
    await createRecord(api.admin, 'control', { fecha: '2026-03-03' }, _id);
    const end = keepMeasuring(
      api.database,
      { error: (problem: unknown) => expect.fail(String(problem)) },
      { everyMs: 10 },
    );
    await expect.poll(async () => (await rawRows(db, sql`select 1 from measuring_change`)).length).toBe(0);
    await end();
    await expectMeasuringExact(db, 'by the worker');
  });
});
