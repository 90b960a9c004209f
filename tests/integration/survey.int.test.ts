import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths, ageBetween } from '#domain/calendar.ts';
import type { SurveyRow } from '#domain/calls/survey.ts';
import { NO_VALUE } from '#domain/fields/index.ts';
import { SURVEY_AGES, surveyAgeGroup } from '#domain/growth/survey-age.ts';
import {
  SURVEY_COUNTS,
  SURVEY_GROUPINGS,
  SURVEY_KEYS,
  type SurveyCounts,
  type SurveyGrouping,
  surveyShares,
} from '#domain/reports/survey.ts';
import { SURVEY_GROUPS } from '#domain/reports/survey-groups.ts';
import { provinceOf } from '#domain/territory.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { foldFigures } from '#server/figures/fold-figures.ts';
import { createRecord } from '../support/factories.ts';
import { expectFiguresExact } from '../support/maintained-figures.ts';
import { randomBooklet } from '../support/random-booklet.ts';
import { readCells } from '../support/spreadsheet.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const PATH = '/api/reportes/indicadores';
const FILTERS: Record<string, string>[] = [
  {},
  { provincia: 'CHIMBORAZO' },
  { provincia: NO_VALUE },
  { canton: 'OLMEDO' },
  { canton: NO_VALUE },
  { provincia: 'CHIMBORAZO', canton: 'COLTA' },
  { establecimiento: 'Centro Olmedo' },
  { provincia: 'MANABÍ', establecimiento: 'Centro Olmedo' },
  { establecimiento: NO_VALUE },
  { provincia: 'AZUAY' },
];

let api: TestApi;
let supervisor: TestUser;
const MEASURED = 48;

/** A child measured at 1, 2, … months. */
async function createMeasured(index: number) {
  const place = index % 2 === 0 ? ['CHIMBORAZO', 'COLTA', 'Puesto Sicalpa'] : ['MANABÍ', 'OLMEDO', 'Centro Olmedo'];
  const [provincia, canton, establecimiento] = place;
  const fechanacimiento = addMonths('2026-06-15', -1 - (index % 25));
  const sexo = index % 3 === 0 ? 'FEMENINO' : 'MASCULINO';
  const { _id } = await createRecord(supervisor, 'nino', { provincia, canton, establecimiento, sexo, fechanacimiento });
  const weight = index % 5 === 0 ? 4 : 9;
  await createRecord(supervisor, 'control', { fecha: '2026-06-15', edad: 12, peso: weight, longitud: 73 }, _id);
}

/** Scores at and beside every limit, for children of any age; the controls stay as they are. */
const giveScores = (shift: number) =>
  api.database.db.execute(sql`update nino set
    ztalla = (array[-2, -2.01, -3, -3.01, null, 0])[1 + mod(orden + ${shift}::integer, 6)],
    zpesotalla = (array[-2, -2.01, -3.01, 2, 2.01, 3, 3.01, null])[1 + mod(orden + ${shift}::integer, 8)],
    zpeso = (array[-3, -3.01, -2.01, null, 1])[1 + mod(orden + ${shift}::integer, 5)] where control_fecha is not null`);

beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
  const staff = [await api.user('ROLE_BRIGADA')];
  const booklet = randomBooklet(api, staff, 21);
  for (let step = 0; step < 150; step += 1) await booklet.step();
  for (let index = 0; index < MEASURED; index += 1) await createMeasured(index);
  await giveScores(0);
  await foldFigures(api.database.db);
  // Some changes are folded, some are not.
  await giveScores(1);
});
afterAll(() => api.close());

interface Stored {
  provincia: string;
  canton: string;
  establecimiento: string;
  sexo: string;
  estado: string;
  fechanacimiento: string | null;
  visto: string | null;
  control_fecha: string | null;
  control_edad: number | null;
  ztalla: number | null;
  zpeso: number | null;
  zpesotalla: number | null;
}
const COLUMNS = sql`provincia, canton, establecimiento, sexo, estado, fechanacimiento::text, visto::text, control_fecha::text, control_edad,
  ztalla::float8, zpeso::float8, zpesotalla::float8`;
const storedChildren = () =>
  rawRows<Stored & Record<string, unknown>>(api.database.db, sql`select ${COLUMNS} from nino`);

const one = (holds: boolean) => (holds ? 1 : 0);
const isBelow = (score: number | null, limit: number) => one(score !== null && score < limit);
const isAbove = (score: number | null, limit: number) => one(score !== null && score > limit);

function countsOf({ estado, ztalla, zpeso, zpesotalla }: Stored): SurveyCounts {
  return {
    ...{ ninos: 1, desnutricion: one(estado === 'Desnutrición') },
    ...{ talla: one(ztalla !== null), tallaBajo2: isBelow(ztalla, -2), tallaBajo3: isBelow(ztalla, -3) },
    ...{ pesotalla: one(zpesotalla !== null), pesotallaBajo2: isBelow(zpesotalla, -2) },
    ...{ pesotallaBajo3: isBelow(zpesotalla, -3), pesotallaSobre2: isAbove(zpesotalla, 2) },
    pesotallaSobre3: isAbove(zpesotalla, 3),
    ...{ peso: one(zpeso !== null), pesoBajo2: isBelow(zpeso, -2), pesoBajo3: isBelow(zpeso, -3) },
  };
}

const NO_GROUP = { provincia: '', canton: '', establecimiento: '', sexo: '', edad: '' };

function groupOf(child: Stored, grupo: number, por: SurveyGrouping) {
  const { canton, establecimiento, sexo } = child;
  const provincia = child.provincia || provinceOf(canton);
  const groups = {
    provincia: { provincia },
    canton: { provincia, canton },
    establecimiento: { provincia, canton, establecimiento },
    sexo: { sexo },
    edad: { edad: SURVEY_AGES[grupo]?.key ?? '' },
  };
  return { ...NO_GROUP, ...groups[por] };
}

/** The report counted from the rows, without the database's own function of the age. */
async function recounted(por: SurveyGrouping, filters: Record<string, string>) {
  const groups = new Map<string, SurveyCounts>();
  const add = (key: string, counts: SurveyCounts) => {
    const before = groups.get(key);
    const sum = SURVEY_COUNTS.map((name) => [name, (before?.[name] ?? 0) + counts[name]]);
    groups.set(key, Object.fromEntries(sum) as SurveyCounts);
  };
  for (const child of await storedChildren()) {
    const { visto: fecha, fechanacimiento } = child;
    const edad = child.control_fecha === fecha ? child.control_edad : null;
    const grupo = fecha === null ? null : surveyAgeGroup({ fecha, edad }, fechanacimiento);
    const isIn = Object.entries(filters).every(([name, value]) => child[name] === (value === NO_VALUE ? '' : value));
    if (grupo !== null && isIn) add(JSON.stringify(groupOf(child, grupo, por)), countsOf(child));
  }
  return [...groups].map(([group, counts]) => ({ ...JSON.parse(group), ...surveyShares(counts) }));
}

const inKeyOrder = <Row>(rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort();
const sorted = (rows: SurveyRow[]) => inKeyOrder(rows.map((row) => Object.fromEntries(Object.entries(row).sort())));

describe.each(SURVEY_GROUPINGS)('by %s', (por) => {
  it.each(FILTERS)('the report equals the rows under %o', async (filters) => {
    const { status, body, headers, text } = await supervisor.get(PATH, { por, ...filters });
    expect(status, text).toBe(200);
    const expected = await recounted(por, filters);
    expect(sorted(body.filas)).toEqual(sorted(expected));
    expect(Number(headers['x-total-count'])).toBe(expected.length);
    expect(body.general.ninos).toBe(expected.reduce((sum, { ninos }) => sum + ninos, 0));
  });

  it('pages follow each other without gaps', async () => {
    const whole: SurveyRow[] = (await supervisor.get(PATH, { por })).body.filas;
    const pages: SurveyRow[] = [];
    for (let offset = 0; offset < whole.length; offset += 2) {
      const page = await supervisor.get(PATH, { por, limit: '2', offset: String(offset) });
      expect(Number(page.headers['x-total-count'])).toBe(whole.length);
      pages.push(...page.body.filas);
    }
    expect(whole.length).toBeGreaterThan(1);
    expect(pages).toEqual(whole);
  });

  it('the workbook has the same rows and the total, with numbers as numbers', async () => {
    const { filas, general } = (await supervisor.get(PATH, { por })).body;
    const { bytes, headers } = await supervisor.get(`${PATH}/exportar.xlsx`, { por });
    expect(headers['content-disposition']).toMatch(/^attachment; filename="indicadores-\d{4}-\d\d-\d\d\.xlsx"$/);
    const [[header = [], ...rows] = []] = await readCells(bytes);
    const at = (label: string) => header.indexOf(label);
    const children = at('Niños menores de 24 meses con control');
    expect(rows.map((row) => row[children])).toEqual([...filas, general].map(({ ninos }) => ninos));
    expect(rows.map((row) => row[at(SURVEY_GROUPS[por].label)])).toEqual([
      ...filas.map(SURVEY_GROUPS[por].nameOf),
      ...(at(SURVEY_GROUPS[por].label) === 0 ? ['Total'] : [expect.anything()]),
    ]);
    expect(rows.at(-1)?.[at('Desnutrición crónica (talla para la edad bajo −2) %')]).toBe(
      general.cronica.total.porcentaje,
    );
  });
});

it('the random children have some of every indicator', async () => {
  const { general } = (await supervisor.get(PATH)).body;
  expect(general.ninos).toBeGreaterThan(10);
  const cases = SURVEY_KEYS.flatMap((key) => [general[key].total.casos, general[key].severa.casos]);
  for (const one of [...cases, general.programa.casos]) expect(one).toBeGreaterThan(0);
});

it('without a grouping the rows are provinces', async () => {
  const { body } = await supervisor.get(PATH);
  expect(body.por).toBe('provincia');
  expect(body).toEqual((await supervisor.get(PATH, { por: 'provincia' })).body);
});

it('a child leaves the report with the control of the day on which it completes 24 months', async () => {
  const place = { provincia: 'AZUAY', canton: 'CUENCA', establecimiento: 'Puesto Único' };
  const birth = '2024-01-31';
  const { _id } = await createRecord(supervisor, 'nino', { ...place, sexo: 'FEMENINO', fechanacimiento: birth });
  const count = async () => (await supervisor.get(PATH, { ...place, por: 'edad' })).body.general.ninos;
  expect(await count()).toBe(0);
  const completed = addMonths(birth, 24);
  expect(ageBetween(birth, completed)).toEqual({ months: 24, days: 0 });
  const measured = { edad: 23, peso: 11, longitud: 84, perimetro: 47 };
  await createRecord(supervisor, 'control', { ...measured, fecha: '2026-01-30' }, _id);
  expect(await count()).toBe(1);
  const { _id: last } = await createRecord(supervisor, 'control', { ...measured, fecha: completed }, _id);
  expect(await count()).toBe(0);
  await supervisor.delete(`/api/control/${last}`);
  expect(await count()).toBe(1);
  await expectFiguresExact(api.database.db, 'after the control was deleted');
});

it.each(['2026-02-28', '2026-03-01', '2024-02-29', '2026-07-31', '2026-06-15'])(
  'database and application give the same age group to every child measured on %s',
  async (measured) => {
    const rows = await rawRows<{ birth: string; edad: number; grupo: number | null }>(
      api.database.db,
      sql`select birth::date::text as birth, mod(days, 30) as edad, survey_age_group(birth::date, ${measured}::date, mod(days, 30)) as grupo
        from generate_series(-5, 800) as days, lateral (select ${measured}::date - days as birth) as born`,
    );
    expect(rows).toHaveLength(806);
    for (const { birth, edad, grupo } of rows)
      expect(grupo, `born on ${birth}`).toBe(surveyAgeGroup({ fecha: measured, edad }, birth));
  },
);

it('a change of a child that changes no class leaves no change to fold', async () => {
  const { db } = api.database;
  const pending = async () => (await rawRows(db, sql`select 1 from growth_change`)).length;
  await foldFigures(db);
  await db.execute(
    sql`update nino set ztalla = ztalla + 0.001, direccion = 'OTRA', control_peso = 9.99 where ztalla = 0`,
  );
  expect(await pending()).toBe(0);
});
