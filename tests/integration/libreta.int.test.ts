import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths, today } from '#domain/calendar.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { refreshOutdated } from '#server/modules/records/refresh-children.ts';
import { type Body, createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const TODAY = today();
const KINDS = {
  mujer: ['vacunamujer', 'controlmujer', 'etmi'],
  nino: ['rn', 'vacuna', 'tamizaje', 'anemia', 'control'],
} as const;
const PEOPLE = Object.keys(KINDS) as (keyof typeof KINDS)[];

let api: TestApi;
let brigada: TestUser;
let other: TestUser;
let supervisor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  brigada = await api.user('ROLE_BRIGADA');
  other = await api.user('ROLE_BRIGADA');
  supervisor = await api.user('ROLE_SUPERVISOR');
});
afterAll(() => api.close());

const addressOf = (person: string, id: string) => `/api/${person}/${id}/libreta`;
const libreta = (client: TestUser, person: string, id: string, tag?: string) =>
  client.send({ method: 'GET', url: addressOf(person, id), headers: tag ? { 'if-none-match': tag } : {} });
const tagOf = async (person: string, id: string) => String((await libreta(brigada, person, id)).headers.etag);

describe.each(PEOPLE)('%s', (person) => {
  it('answers what the calls of the person and of each record type answer', async () => {
    const { _id } = await createRecord(brigada, person);
    const registros: Body = {};
    for (const kind of KINDS[person]) {
      await createRecord(brigada, kind, {}, _id);
      await createRecord(supervisor, kind, {}, _id);
      await createRecord(brigada, kind);
      const parent = person === 'nino' ? 'ninoId' : 'mujerId';
      registros[kind] = (await brigada.get(`/api/${kind}?${parent}=${_id}`)).body;
      expect(registros[kind]).toHaveLength(2);
    }
    const persona = (await brigada.get(`/api/${person}/${_id}`)).body;
    for (const client of [brigada, supervisor, api.admin]) {
      const { status, body } = await libreta(client, person, _id);
      expect({ status, persona: body.persona, registros: body.registros }).toEqual({ status: 200, persona, registros });
    }
  });

  it('answers 304 until something changes, by each kind of change', async () => {
    const { _id } = await createRecord(brigada, person);
    const unchanged = async (tag: string) => (await libreta(brigada, person, _id, tag)).status;
    let tag = await tagOf(person, _id);
    expect(await libreta(brigada, person, _id, tag)).toMatchObject({ status: 304, text: '' });
    // Another spelling of the header, as proxies write it.
    expect(await unchanged(`W/${tag}, "other"`)).toBe(304);
    expect(await unchanged('"other"')).toBe(200);
    const changes: (() => Promise<unknown>)[] = KINDS[person].flatMap((kind) => {
      let record: Body;
      return [
        async () => {
          record = await createRecord(supervisor, kind, {}, _id);
        },
        () => brigada.delete(`/api/${kind}/${record._id}`),
      ];
    });
    const { body: stored } = await brigada.get(`/api/${person}/${_id}`);
    changes.push(() => brigada.put(`/api/${person}/${_id}`, { ...stored, direccion: 'OTRA' }));
    for (const account of [supervisor, brigada]) {
      const renamed = async () => {
        const { body } = await api.admin.get(`/api/users/${account.id}`);
        const roles = body.roles.map(({ _id }: Body) => _id);
        const { status } = await api.admin.put(`/api/users/${account.id}`, {
          ...body,
          roles,
          apellido: `Otra ${person}`,
        });
        expect(status).toBe(200);
      };
      changes.push(renamed);
    }
    for (const change of changes) {
      await change();
      expect(await unchanged(tag)).toBe(200);
      tag = await tagOf(person, _id);
      expect(await unchanged(tag)).toBe(304);
    }
  });

  it('is hidden from another brigade, with and without a tag, and gone when it is deleted', async () => {
    const { _id } = await createRecord(brigada, person);
    const tag = await tagOf(person, _id);
    for (const sent of [undefined, tag]) expect((await libreta(other, person, _id, sent)).status).toBe(404);
    await brigada.delete(`/api/${person}/${_id}`);
    for (const sent of [undefined, tag]) expect((await libreta(brigada, person, _id, sent)).status).toBe(404);
    for (const id of ['0', 'x'.repeat(5_000), '%00'])
      expect((await libreta(brigada, person, id, tag)).status).toBe(404);
  });

  it('is in the journal as a view, also when the client shows what it has', async () => {
    const { _id } = await createRecord(brigada, person);
    const tag = String((await libreta(supervisor, person, _id)).headers.etag);
    const views = async () => {
      await api.app.journalWritten();
      const rows = sql`select actor::text from journal where person = ${_id} and action = 'ver'`;
      return (await rawRows<{ actor: string }>(api.database.db, rows)).map(({ actor }) => actor);
    };
    expect(await views()).toEqual([supervisor.id]);
    expect((await libreta(brigada, person, _id, tag)).status).toBe(304);
    expect(await views()).toEqual([supervisor.id, brigada.id]);
  });
});

describe('of a child', () => {
  it('the custodian after a handover is named, who has written no record, and authors stay', async () => {
    const { _id } = await createRecord(brigada, 'nino');
    await createRecord(brigada, 'control', {}, _id);
    const handover = { a: other.id, motivo: 'Cambio de sector', personas: [_id] };
    expect((await supervisor.post('/api/traspasos', handover)).body).toMatchObject({ traspasadas: 1 });
    const { body } = await libreta(other, 'nino', _id);
    expect(body.responsable).toMatchObject({ _id: other.id });
    expect(body.persona.createdBy).toMatchObject({ _id: brigada.id });
    expect(body.registros.control).toMatchObject([{ createdBy: { _id: brigada.id } }]);
  });

  it('scores, calendar, visit and appointments follow from the records', async () => {
    const birth = addMonths(TODAY, -6);
    const { _id } = await createRecord(brigada, 'nino', { sexo: 'FEMENINO', fechanacimiento: birth });
    const values = { fecha: addMonths(TODAY, -2), edad: 4, peso: 5.2, longitud: 60, perimetro: 40 };
    const control = await createRecord(brigada, 'control', values, _id);
    const given = { tipovacuna: 'Rotavirus', dosis: 1, fechaaplicacion: addMonths(birth, 2), edadapli: 2 };
    const vacuna = await createRecord(brigada, 'vacuna', given, _id);
    const { body } = await libreta(brigada, 'nino', _id);
    const [step] = body.crecimiento;
    const { edad, evaluacion } = step;
    const { edad: _, ...evaluated } = (
      await brigada.post('/api/crecimiento/evaluar', {
        ...{ sexo: 'FEMENINO', edadDias: edad.cronologica, peso: 5.2, longitud: 60, perimetro: 40 },
      })
    ).body;
    expect(body.crecimiento).toHaveLength(1);
    expect(step).toMatchObject({ control: control._id, fecha: values.fecha });
    expect(evaluacion).toEqual(evaluated);
    const applied = body.calendario.filter(({ aplicada }: Body) => aplicada !== null);
    expect(applied).toMatchObject([{ aplicada: { fecha: given.fechaaplicacion, registro: vacuna._id } }]);
    expect(body.visita.visto).toBe(values.fecha);
    expect(body.visita.motivos.map(({ motivo }: Body) => motivo)).toContain('control');
    expect(body.citas.map(({ tipo }: Body) => tipo)).toContain('control');
    expect(body.responsable).toMatchObject({ _id: brigada.id });
  });

  it('the reasons for a visit are those of today before the stored ones are computed anew, under one tag', async () => {
    const { _id } = await createRecord(brigada, 'nino', { sexo: 'FEMENINO', fechanacimiento: addMonths(TODAY, -3) });
    const { db } = api.database;
    await db.transaction(async (inside) => {
      await inside.execute(sql`select set_config('libreta.solo_cambia_el_dia', 'si', true)`);
      await inside.execute(
        sql`update nino set vacunas_debidas = 'De ayer', visto = '2020-01-01', revisar = ${TODAY} where _id = ${_id}`,
      );
    });
    const before = await libreta(brigada, 'nino', _id);
    expect(before.body.visita.visto).toBeNull();
    expect(before.body.visita.motivos.map(({ motivo }: Body) => motivo)).toContain('vacunas');
    expect(before.text).not.toContain('De ayer');
    await refreshOutdated(db);
    const after = await libreta(brigada, 'nino', _id);
    expect([after.headers.etag, after.body]).toEqual([before.headers.etag, before.body]);
  });

  it('without day of birth and sex there are no scores and no calendar', async () => {
    const { _id } = await createRecord(brigada, 'nino', { sexo: '', fechanacimiento: '' });
    const control = await createRecord(brigada, 'control', {}, _id);
    const { body } = await libreta(brigada, 'nino', _id);
    expect(body.crecimiento).toEqual([{ control: control._id, fecha: control.fecha, edad: null, evaluacion: null }]);
    expect(body.calendario).toBeNull();
  });
});

it('of a woman the week of pregnancy follows from her latest screening', async () => {
  const { _id } = await createRecord(brigada, 'mujer');
  expect((await libreta(brigada, 'mujer', _id)).body).toMatchObject({ semana: null });
  const tamizajes = [{ vacuna: 'VIH', fechaRealizacion: TODAY, resultado: 'no reactivo', semanaGestacion: 11 }];
  await createRecord(brigada, 'etmi', { tamizajes }, _id);
  const { body } = await libreta(brigada, 'mujer', _id);
  expect(body.semana).toBe(11);
  expect(body.citas.map(({ tipo }: Body) => tipo)).toContain('control');
});

it('a booklet that is not yet in the feed has a tag of its content', async () => {
  const { _id } = await createRecord(brigada, 'nino');
  await api.database.db.execute(sql`delete from libreta where persona = ${_id}`);
  const tag = await tagOf('nino', _id);
  expect(tag).toMatch(/^"[\w-]{43}"$/);
  expect((await libreta(brigada, 'nino', _id, tag)).status).toBe(200);
});
