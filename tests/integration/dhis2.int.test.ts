import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { today } from '#domain/calendar.ts';
import type { Dhis2Figures, Dhis2Unit } from '#domain/calls/dhis2.ts';
import { AGGREGATE_KEYS } from '#domain/dhis2/aggregates.ts';
import { parsePeriod } from '#domain/dhis2/period.ts';
import { dhis2Code, journal, opcion } from '#server/db/schema.ts';
import {
  byCanton,
  byEstablishment,
  type CreatedPeople,
  createPeople,
  recount,
  testedPeriods,
} from '../support/dhis2-people.ts';
import { createRecord } from '../support/factories.ts';
import { manyChildren } from '../support/many-children.ts';
import { registeredSystem, tokenOf } from '../support/systems.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const SEED = 20261127;
const PEOPLE = 25;

let api: TestApi;
let people: CreatedPeople;
beforeAll(async () => {
  api = await startTestApi();
  people = await createPeople(api.admin, SEED, PEOPLE);
});
afterAll(() => api.close());

const [thisMonth = ''] = testedPeriods();
const figures = async (periodo: string, nivel: string): Promise<Dhis2Figures> => {
  const { status, body } = await api.admin.get('/api/dhis2/cifras', { periodo, nivel });
  expect(status).toBe(200);
  return body;
};
const save = (...cambios: object[]) => api.admin.put('/api/dhis2/mapa', { cambios });
const change = (tipo: string, clave: string, codigo: string, antes = '') => ({ tipo, clave, antes, codigo });
const clearCodes = () => api.database.db.delete(dhis2Code);

describe('the figures of random booklets', () => {
  const cantonOf = ({ provincia, nombre }: Dhis2Unit) => (nombre === '' ? '' : `${provincia}/${nombre}`.toLowerCase());
  const valuesBy = (units: Dhis2Unit[], nameOf: (unit: Dhis2Unit) => string) =>
    Object.fromEntries(units.map((unit) => [nameOf(unit), unit.valores]));

  it.each(testedPeriods())('of %s equal a naive recount, by canton and by establishment', async (periodo) => {
    const days = parsePeriod(periodo, today());
    if (!days) throw new Error('The period has not begun');
    const cantons = await figures(periodo, 'canton');
    expect(valuesBy(cantons.unidades, cantonOf)).toEqual(await recount(people, days, byCanton));
    const establishments = await figures(periodo, 'establecimiento');
    expect(valuesBy(establishments.unidades, ({ nombre }) => nombre.toLowerCase())).toEqual(
      await recount(people, days, byEstablishment),
    );
    const totals = AGGREGATE_KEYS.map((_, at) =>
      cantons.unidades.reduce((sum, { valores }) => sum + (valores[at] ?? 0), 0),
    );
    expect(cantons.elementos.map(({ total }) => total)).toEqual(totals);
    expect(establishments.elementos.map(({ total }) => total)).toEqual(totals);
    expect(cantons).toMatchObject({ periodo, nivel: 'canton', ...{ desde: days.desde, hasta: days.hasta } });
    expect(cantons.terminado).toBe(days.hasta < today());
  });

  it('reach every figure', async () => {
    const reached = new Set<string>();
    for (const periodo of testedPeriods())
      for (const { clave, total } of (await figures(periodo, 'canton')).elementos) if (total > 0) reached.add(clave);
    expect(AGGREGATE_KEYS.filter((key) => !reached.has(key))).toEqual([]);
  });

  it('follow a change', async () => {
    const of = async () =>
      (await figures(thisMonth, 'canton')).elementos.find(({ clave }) => clave === 'controles')?.total;
    const before = Number(await of());
    const control = await createRecord(api.admin, 'control', { fecha: today() });
    await expect.poll(of).toBe(before + 1);
    await api.admin.delete(`/api/nino/${control.ninoId}`);
    await expect.poll(of).toBe(before);
  });

  it('of a period without records are none', async () => {
    expect(await figures('201601', 'canton')).toMatchObject({ unidades: [], envia: 0, terminado: true });
  });
});

describe('what is sent', () => {
  it('is each mapped figure at each mapped place, zeros included, and nothing else', async () => {
    await clearCodes();
    await save(
      change('elemento', 'controles', 'LIB_CONTROLES'),
      change('elemento', 'anemia', 'LIB_ANEMIA'),
      change('canton', '0603', 'EC-0603'),
      // It has no people.
      change('canton', '0101', 'EC-0101'),
    );
    const { unidades, elementos, envia } = await figures(thisMonth, 'canton');
    const figureAt = (clave: string, key: string) => {
      const at = elementos.findIndex((element) => element.clave === key);
      return String(unidades.find((unit) => unit.clave === clave)?.valores[at]);
    };
    const { headers, body } = await api.admin.get('/api/dhis2/dataValueSets', { periodo: thisMonth });
    const value = (orgUnit: string, clave: string, dataElement: string, key: string) => ({
      ...{ dataElement, period: thisMonth, orgUnit, value: figureAt(clave, key) },
    });
    const sent = [
      value('EC-0603', '0603', 'LIB_CONTROLES', 'controles'),
      value('EC-0603', '0603', 'LIB_ANEMIA', 'anemia'),
      value('EC-0101', '0101', 'LIB_CONTROLES', 'controles'),
      value('EC-0101', '0101', 'LIB_ANEMIA', 'anemia'),
    ];
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['content-disposition']).toBe(`attachment; filename="dhis2-${thisMonth}-canton.json"`);
    const byName = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
    expect({ ...body, dataValues: body.dataValues.toSorted(byName) }).toEqual({
      dataElementIdScheme: 'code',
      orgUnitIdScheme: 'code',
      dataValues: sent.toSorted(byName),
    });
    expect(envia).toBe(sent.length);
    expect(sent.at(-1)?.value).toBe('0');

    const csv = await api.admin.get('/api/dhis2/dataValueSets', {
      periodo: thisMonth,
      formato: 'csv',
      nivel: 'canton',
    });
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = csv.text.trimEnd().split('\n');
    expect(lines[0]).toBe(
      '"dataelement","period","orgunit","categoryoptioncombo","attributeoptioncombo","value","storedby","lastupdated","comment","followup"',
    );
    expect(lines.slice(1).toSorted()).toEqual(
      sent
        .map((one) => `"${one.dataElement}","${thisMonth}","${one.orgUnit}","","","${one.value}","","","",""`)
        .toSorted(),
    );
  });

  it('to a system with the scope is what people of its places have, in its own name', async () => {
    await clearCodes();
    await save(
      change('elemento', 'controles', 'LIB_CONTROLES'),
      ...['0603', '0604'].map((clave) => change('canton', clave, clave)),
    );
    const lugares = [{ provincia: 'CHIMBORAZO', canton: 'COLTA' }];
    const alcances = ['dhis2.read', 'system/Patient.rs'];
    const registered = await registeredSystem(api, { alcances, lugares });
    const askAs = async (scope: string, query: object) => {
      const token = await tokenOf(api, registered, scope);
      const path = `/api/dhis2/dataValueSets?${new URLSearchParams({ periodo: thisMonth, ...query })}`;
      return api.anonymous.send({ method: 'GET', url: path, headers: { authorization: `Bearer ${token}` } });
    };
    const { unidades, elementos } = await figures(thisMonth, 'canton');
    const at = elementos.findIndex(({ clave }) => clave === 'controles');
    const value = String(unidades.find(({ clave }) => clave === '0603')?.valores[at]);
    expect(Number(value)).toBeGreaterThan(0);
    const { status, body } = await askAs('dhis2.read', { nivel: 'canton' });
    expect([status, body.dataValues]).toEqual([
      200,
      [{ dataElement: 'LIB_CONTROLES', period: thisMonth, orgUnit: '0603', value }],
    ]);
    const csv = await askAs('dhis2.read', { formato: 'csv' });
    expect(csv.text.trimEnd().split('\n').slice(1)).toEqual([
      `"LIB_CONTROLES","${thisMonth}","0603","","","${value}","","","",""`,
    ]);
    expect((await askAs('system/Patient.rs', {})).status).toBe(403);
    await api.app.journalWritten();
    const entries = await api.database.db
      .select({ action: journal.action, actor: journal.actor })
      .from(journal)
      .where(eq(journal.kind, 'dhis2'))
      .orderBy(desc(journal.seq))
      .limit(2);
    expect(entries).toEqual(Array(2).fill({ action: 'exportar', actor: registered.system._id }));
  });

  it('is refused with a parameter that is not known, which would send other figures than were wanted', async () => {
    for (const query of [{ canton: 'COLTA' }, { Nivel: 'canton' }, { formato: 'json', anio: '2026' }])
      expect(
        (await api.admin.get('/api/dhis2/dataValueSets', { periodo: thisMonth, ...query } as Record<string, string>))
          .status,
      ).toBe(400);
  });

  it('leaves an entry in the journal with the period, the level and the format', async () => {
    await api.admin.get('/api/dhis2/dataValueSets', { periodo: thisMonth, nivel: 'establecimiento', formato: 'csv' });
    await api.app.journalWritten();
    const [entry] = await api.database.db
      .select()
      .from(journal)
      .where(eq(journal.kind, 'dhis2'))
      .orderBy(desc(journal.seq))
      .limit(1);
    const after = { periodo: thisMonth, nivel: 'establecimiento', formato: 'csv' };
    expect(entry).toMatchObject({ action: 'exportar', actor: api.admin.id, after });
  });

  it.each([{}, { periodo: '' }, { periodo: '202613' }, { periodo: '209901' }])(
    'a query of %j is refused',
    async (query) => {
      for (const path of ['cifras', 'dataValueSets'])
        expect(await api.admin.get(`/api/dhis2/${path}`, query)).toMatchObject({
          status: 400,
          body: { message: [{ path: 'periodo', msg: expect.stringMatching(/^periodo debe ser un mes/) }] },
        });
    },
  );
});

describe('the table of codes', () => {
  it('is changed by what was seen: who saves later than another is refused', async () => {
    await clearCodes();
    expect(await save(change('canton', '0603', 'A'))).toMatchObject({ status: 200, body: { guardados: 1 } });
    expect(await save(change('canton', '0603', 'B'))).toMatchObject({ status: 409, body: { code: 'outdated' } });
    expect((await save(change('canton', '0603', 'B', 'A'))).status).toBe(200);
    expect((await save(change('canton', '0603', 'B', 'B'), change('canton', '0601', ''))).body).toEqual({
      ...{ guardados: 0, message: 'No cambió ningún código.' },
    });
    expect((await save(change('canton', '0603', 'A', 'A'))).body).toMatchObject({ code: 'outdated' });
    expect((await save(change('canton', '0603', '', 'B'))).body.message).toBe('Se quitó un código.');
    expect((await save(change('canton', '0603', ''))).body.message).toBe('No cambió ningún código.');
    await save(change('canton', '0603', 'A'), change('canton', '0601', 'B'));
    expect(
      (await save(change('canton', '0603', '', 'A'), change('canton', '0601', '', 'B'), change('canton', '0607', 'C')))
        .body.message,
    ).toBe('Se guardó un código y se quitaron 2 códigos.');
    await save(change('canton', '0607', '', 'C'));
    expect(await api.database.db.$count(dhis2Code)).toBe(0);
  });

  it('gives two places of one kind no equal codes, but exchanges them', async () => {
    await clearCodes();
    await save(change('canton', '0603', 'A'), change('canton', '0601', 'B'));
    expect(await save(change('canton', '0607', 'C'), change('canton', '0602', 'A'))).toMatchObject({
      status: 409,
      body: { message: [{ path: 'cambios.1.codigo', msg: 'A ya es el código de «COLTA (CHIMBORAZO)»' }] },
    });
    const two = await save(change('establecimiento', 'centro', 'E'), change('establecimiento', 'puesto', 'E'));
    expect(two.body.message.map(({ msg }: { msg: string }) => msg)).toEqual([
      'E ya es el código de «puesto»',
      'E ya es el código de «centro»',
    ]);
    expect(await api.database.db.$count(dhis2Code)).toBe(2);
    expect((await save(change('canton', '0603', 'B', 'A'), change('canton', '0601', 'A', 'B'))).status).toBe(200);
    expect((await save(change('elemento', 'anemia', 'A'))).status).toBe(200);
  });

  it.each([
    [change('canton', '9999', 'A'), 'clave'],
    [change('elemento', 'toString', 'A'), 'clave'],
    [change('establecimiento', 'Con Mayúsculas', 'A'), 'clave'],
    [change('establecimiento', 'a\u0000b', 'A'), 'clave'],
    [change('establecimiento', 'a\ud800b', 'A'), 'clave'],
    [change('provincia', '06', 'A'), 'tipo'],
    [change('canton', '0601', '=1+1'), 'codigo'],
    [change('canton', '0601', '@A'), 'codigo'],
    [change('canton', '0601', 'a"b'), 'codigo'],
    [change('canton', '0601', 'x'.repeat(51)), 'codigo'],
  ])('refuses %j', async (wrong, field) => {
    const { status, body } = await save(wrong);
    expect([status, body.message.map(({ path }: { path: string }) => path)]).toEqual([400, [`cambios.0.${field}`]]);
  });

  it('is only an administrator’s', async () => {
    for (const role of ['ROLE_SUPERVISOR', 'ROLE_BRIGADA', 'ROLE_USUARIO'] as const) {
      const user = await api.user(role);
      for (const path of ['cifras', 'dataValueSets', 'mapa', 'mapa/exportar.csv'])
        expect((await user.get(`/api/dhis2/${path}`, { periodo: thisMonth })).status).toBe(403);
      expect((await user.put('/api/dhis2/mapa', { cambios: [change('canton', '0603', 'Z')] })).status).toBe(403);
      expect((await user.post('/api/dhis2/mapa/ensayo', { csv: 'tipo' })).status).toBe(403);
    }
  });
});

describe('a thousand establishments', () => {
  const ESTABLISHMENTS = 1_000;

  it('get their codes from one table, after a rehearsal that writes nothing, and are sent', async () => {
    await clearCodes();
    const { db } = api.database;
    const names = Array.from({ length: ESTABLISHMENTS }, (_, at) => `Puesto de Salud N.º ${at + 1}`);
    await db.insert(opcion).values(
      names.map((valor) => ({
        _id: crypto.randomUUID(),
        lista: 'establecimiento',
        valor,
        clave: valor.toLowerCase(),
      })),
    );
    const like = await createRecord(api.admin, 'nino', { establecimiento: names[0] });
    await manyChildren(api.database, like._id, ESTABLISHMENTS - 1);
    await db.execute(sql`update nino set establecimiento = 'Puesto de Salud N.º ' || (substr(cedula, 2)::int + 1)
      where cedula like 'M%' and establecimiento = ${names[0]}`);

    await save(change('elemento', 'ninosRegistrados', 'REG'));
    const { text } = await api.admin.get('/api/dhis2/mapa/exportar.csv');
    const filled = text.replaceAll(
      /^(establecimiento;"?puesto[^;]* (\d+)"?;[^;]*;)\r?$/gm,
      (_, row, number) => `${row}P${number}`,
    );
    const noTable = await api.admin.post('/api/dhis2/mapa/ensayo', { csv: 'nada' });
    expect([noTable.status, noTable.body.message]).toEqual([
      400,
      [{ msg: 'Faltan las columnas tipo, clave y codigo', path: 'csv' }],
    ]);
    const rehearsal = await api.admin.post('/api/dhis2/mapa/ensayo', { csv: filled });
    expect(rehearsal.body.problemas).toEqual([]);
    expect(rehearsal.body.cambios).toHaveLength(ESTABLISHMENTS);
    expect(await db.$count(dhis2Code)).toBe(1);
    const cambios = rehearsal.body.cambios.map(({ nombre: _, ...one }: { nombre: string }) => one);
    expect(await save(...cambios)).toMatchObject({ status: 200, body: { message: 'Se guardaron 1000 códigos.' } });
    const again = await api.admin.post('/api/dhis2/mapa/ensayo', { csv: filled });
    expect(again.body).toMatchObject({ cambios: [], problemas: [] });

    const sent = async () =>
      (await api.admin.get('/api/dhis2/dataValueSets', { periodo: thisMonth, nivel: 'establecimiento' })).body
        .dataValues;
    const one = (orgUnit: string) => ({ dataElement: 'REG', period: thisMonth, orgUnit, value: '1' });
    // Every coded place is sent, with zero where the figures are older.
    const ofFirst = async () => (await sent()).find(({ orgUnit }: { orgUnit: string }) => orgUnit === 'P1');
    await expect.poll(ofFirst).toEqual(one('P1'));
    const values: { orgUnit: string; value: string }[] = await sent();
    expect(values).toHaveLength(ESTABLISHMENTS);
    expect(new Set(values.map(({ orgUnit }) => orgUnit)).size).toBe(ESTABLISHMENTS);
  });
});
