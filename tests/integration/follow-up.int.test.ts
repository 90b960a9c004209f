import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, addMonths, showDay, today } from '#domain/calendar.ts';
import { toFlat } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import { dayAtAge } from '#domain/vaccines/age-day.ts';
import { childAppointments } from '#domain/visit/appointments.ts';
import { type Body, createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

/** Computed by hand, relative to today. Normal weight at 12–14 months: 8.2–12.2 kg; median length of a boy of 12–13 months: 76 cm. */
const TODAY = today();
const COLTA = { provincia: 'CHIMBORAZO', canton: 'COLTA', establecimiento: '' };
const GUANO = { provincia: 'CHIMBORAZO', canton: 'GUANO', establecimiento: '' };

const RANK: Record<string, number> = { cruce: 1, desnutricion: 1, control: 2, vacunas: 3 };

let api: TestApi;
let rosa: TestUser;
let luis: TestUser;
let supervisor: TestUser;
const ids: Record<string, string> = {};

async function child(by: TestUser, nombres: string, birth: string, place: Body = COLTA) {
  const { _id } = await createRecord(by, 'nino', { nombres, sexo: 'MASCULINO', fechanacimiento: birth, ...place });
  ids[nombres] = _id;
  return _id;
}
const control = (ninoId: string, fecha: string, change: Body = {}) =>
  createRecord(supervisor, 'control', { fecha, edad: 12, peso: 9.6, longitud: 76, perimetro: 46, ...change }, ninoId);

/** Every child under two owes some vaccine, so vaccines are tested separately. */
const withoutVaccines = (motivos: Body[]) => motivos.filter(({ motivo }) => motivo !== 'vacunas');

beforeAll(async () => {
  api = await startTestApi();
  rosa = await api.user('ROLE_BRIGADA');
  luis = await api.user('ROLE_BRIGADA');
  supervisor = await api.user('ROLE_SUPERVISOR');
  const yearAgo = addMonths(TODAY, -13);
  // ANA: seen today; nothing but vaccines.
  await control(await child(rosa, 'ANA', yearAgo), TODAY);
  // BEA: 12 months at her last control 63 days ago, due after two months.
  await control(await child(rosa, 'BEA', addMonths(TODAY, -15)), addDays(TODAY, -63));
  // CIRO: malnourished, seen 31 days ago; DORA: 30 days ago.
  await control(await child(luis, 'CIRO', yearAgo), addDays(TODAY, -31), { peso: 7.9 });
  await control(await child(luis, 'DORA', yearAgo), addDays(TODAY, -30), { peso: 7.9 });
  // ELI: crossed −2 SD of length for age today.
  const eli = await child(luis, 'ELI', yearAgo, GUANO);
  await control(eli, addMonths(TODAY, -1), { longitud: 74 });
  await control(eli, TODAY, { longitud: 71 });
  // FE: never seen, three months old. GIL: older than 24 months.
  await child(rosa, 'FE', addMonths(TODAY, -3), GUANO);
  await child(rosa, 'GIL', addMonths(TODAY, -25));
  // INES: without a birth date; her control is dated in the future.
  const ines = await child(rosa, 'INES', '', { provincia: '', canton: '', establecimiento: '' });
  await control(ines, addDays(TODAY, 3));
  // HUGO: 24 months, still followed; his last control was at 20 months.
  await control(await child(rosa, 'HUGO', addMonths(TODAY, -24)), addMonths(TODAY, -4), {
    edad: 20,
    peso: 11,
    longitud: 84,
  });
});
afterAll(() => api.close());

const visits = async (by: TestUser, query: Record<string, string> = {}) => {
  const answer = await by.get('/api/seguimiento', query);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Body[];
};
const names = async (by: TestUser, query: Record<string, string> = {}) =>
  (await visits(by, query)).map(({ nombres }) => nombres);

describe('the list of visits', () => {
  it('has each child under its reasons', async () => {
    expect(await names(supervisor, { motivo: 'cruce' })).toEqual(['ELI']);
    expect(await names(supervisor, { motivo: 'desnutricion' })).toEqual(['CIRO']);
    expect((await names(supervisor, { motivo: 'control' })).toSorted()).toEqual(
      ['BEA', 'CIRO', 'FE', 'HUGO'].filter(overdue),
    );
  });

  it('gives each reason as a sentence with the day since when', async () => {
    const rows = await visits(supervisor);
    const ciro = rows.find(({ nombres }) => nombres === 'CIRO') as Body;
    expect(withoutVaccines(ciro.motivos)[0]).toEqual({
      motivo: 'desnutricion',
      desde: TODAY,
      texto: 'Con desnutrición y 31 días sin control.',
    });
    const bea = rows.find(({ nombres }) => nombres === 'BEA') as Body;
    const due = addMonths(addDays(TODAY, -63), 2);
    expect(withoutVaccines(bea.motivos)).toEqual([
      { motivo: 'control', desde: addDays(due, 1), texto: `El control tocaba el ${showDay(due)}.` },
    ]);
    expect(bea).toMatchObject({ estado: 'Normal', responsable: { _id: rosa.id }, visto: addDays(TODAY, -63) });
  });

  it('has what a card needs for its community and its short reason', async () => {
    const { parroquia, direccion } = RECORDS.nino.example;
    const [eli] = await visits(supervisor, { motivo: 'cruce' });
    expect(eli).toMatchObject({ nombres: 'ELI', parroquia, direccion, cruce: 'talla/edad' });
    const [fe] = await visits(supervisor, { q: 'fe' });
    expect(fe).toMatchObject({ nombres: 'FE', cruce: null });
  });

  it('has children in danger first, then those who have waited longest', async () => {
    const rows = await visits(supervisor);
    // DORA is malnourished too, but was seen 30 days ago.
    const ranks = ({ motivos }: Body) => Math.min(...motivos.map(({ motivo }: Body) => RANK[motivo as string]));
    expect(
      rows
        .map(({ nombres }) => nombres)
        .slice(0, 2)
        .toSorted(),
    ).toEqual(['CIRO', 'ELI']);
    expect(rows.map(ranks)).toEqual(rows.map(ranks).toSorted());
    for (const rank of [1, 2, 3]) {
      const since = rows
        .filter((row) => ranks(row) === rank)
        .map(({ motivos }) => motivos.filter(({ motivo }: Body) => RANK[motivo as string] === rank))
        .map((held) => held.map(({ desde }: Body) => desde).sort()[0]);
      expect(since, `rank ${rank}`).toEqual(since.toSorted());
    }
  });

  it('omits children older than 24 months and names every vaccine due', async () => {
    const everybody = await names(supervisor);
    expect(everybody).not.toContain('GIL');
    expect((await names(supervisor, { motivo: 'vacunas' })).toSorted()).toEqual(
      ['ANA', 'BEA', 'CIRO', 'DORA', 'ELI', 'FE', 'HUGO'].filter((name) => everybody.includes(name)),
    );
    const fe = (await visits(supervisor, { q: 'fe' })).find(({ nombres }) => nombres === 'FE') as Body;
    expect(fe.motivos).toContainEqual({
      motivo: 'vacunas',
      desde: fe.proximaVacuna,
      texto: expect.stringMatching(new RegExp(`^Desde el ${showDay(fe.proximaVacuna)}: .*dosis`)),
    });
  });

  it('has the next haemoglobin by the latest screening, whatever their order', async () => {
    const next = async () => ((await visits(supervisor, { q: 'fe' }))[0] as Body).proximaHemoglobina;
    const birth = addMonths(TODAY, -3);
    expect(await next()).toBe(dayAtAge(birth, 6));
    const [ana, birthOfAna] = [String(ids.ANA), addMonths(TODAY, -13)];
    const ofAna = async () => ((await visits(supervisor, { q: 'ana' }))[0] as Body).proximaHemoglobina;
    expect(await ofAna()).toBe(dayAtAge(birthOfAna, 12));
    const screening = (fechaaplicacion: string) =>
      createRecord(supervisor, 'anemia', { fechaaplicacion, edadapli: 12 }, ana);
    const { _id } = await screening(TODAY);
    await screening(addMonths(TODAY, -6));
    expect(await ofAna()).toBe(dayAtAge(birthOfAna, 18));
    await supervisor.delete(`/api/anemia/${_id}`);
    expect(await ofAna()).toBe(dayAtAge(birthOfAna, 12));
  });

  it('gives the dates of the page, which follow from the same records', async () => {
    for (const row of await visits(supervisor)) {
      const of = async (key: string) => (await supervisor.get(`/api/${key}`, { ninoId: row._id })).body as Body[];
      const flat = (key: 'control' | 'vacuna' | 'anemia', rows: Body[]) => rows.map((one) => toFlat(RECORDS[key], one));
      const next = childAppointments(
        {
          birth: row.fechanacimiento,
          controls: flat('control', await of('control')),
          vaccines: flat('vacuna', await of('vacuna')),
          screenings: flat('anemia', await of('anemia')),
        },
        TODAY,
      );
      const first = (kind: string) =>
        next
          .filter((one) => one.kind === kind)
          .map(({ date }) => date)
          .sort()[0] ?? null;
      expect([row.nombres, first('control'), first('vacuna'), first('hemoglobina')]).toEqual([
        row.nombres,
        row.proximoControl,
        row.proximaVacuna,
        row.proximaHemoglobina,
      ]);
    }
  });

  it('shows a brigade its own children, and supervision filters by place and custodian', async () => {
    expect((await names(rosa)).filter((name) => ['CIRO', 'DORA', 'ELI'].includes(name))).toEqual([]);
    expect((await names(luis)).toSorted()).toEqual(['CIRO', 'DORA', 'ELI']);
    expect((await names(supervisor, { responsable: luis.id })).toSorted()).toEqual(['CIRO', 'DORA', 'ELI']);
    expect(await names(rosa, { responsable: luis.id })).toEqual([]);
    expect((await names(supervisor, { canton: 'guano' })).toSorted()).toEqual(['ELI', 'FE']);
    expect(await names(supervisor, { responsable: crypto.randomUUID() })).toEqual([]);
  });

  it('is paged and counted by reason', async () => {
    const answer = await supervisor.get('/api/seguimiento', { limit: '2', offset: '1' });
    expect([answer.body.length, Number(answer.headers['x-total-count'])]).toEqual([
      2,
      (await names(supervisor)).length,
    ]);
    const { body: counts } = await supervisor.get('/api/seguimiento/conteo');
    expect(counts).toEqual({
      total: (await names(supervisor)).length,
      sinNacimiento: 1,
      cruce: 1,
      desnutricion: 1,
      control: (await names(supervisor, { motivo: 'control' })).length,
      vacunas: (await names(supervisor, { motivo: 'vacunas' })).length,
    });
    expect((await luis.get('/api/seguimiento/conteo')).body).toMatchObject({ cruce: 1, desnutricion: 1 });
  });

  it('ignores a control dated in the future', async () => {
    const future = await control(String(ids.CIRO), addDays(TODAY, 300), { edad: 22, peso: 12, longitud: 85 });
    expect(await names(supervisor, { motivo: 'desnutricion' })).toEqual(['CIRO']);
    const ciro = (await visits(supervisor, { q: 'ciro' }))[0] as Body;
    expect([ciro.visto, ciro.estado]).toEqual([addDays(TODAY, -31), 'Normal']);
    await supervisor.delete(`/api/control/${future._id}`);
  });

  it('answers 400 to a wrong reason and 403 to usuario', async () => {
    expect((await supervisor.get('/api/seguimiento', { motivo: 'otro' })).status).toBe(400);
    const usuario = await api.user('ROLE_USUARIO');
    expect((await usuario.get('/api/seguimiento')).status).toBe(403);
  });

  it('drops a child after a new control', async () => {
    await control(String(ids.BEA), TODAY);
    expect(await names(supervisor, { motivo: 'control' })).not.toContain('BEA');
  });
});

/** CIRO was not a year old at his control, so his next one was due after a month, which may be shorter than 31 days. */
const overdue = (name: string) => name !== 'CIRO' || addMonths(addDays(TODAY, -31), 1) < TODAY;

describe('the weekly report', () => {
  it('counts by custodian and canton the children not seen, the controls and the warnings', async () => {
    const { body } = await supervisor.get('/api/reportes/semana');
    const fila = (by: TestUser, canton: string) =>
      body.filas.find((row: Body) => row.responsable._id === by.id && row.canton === canton);
    // ANA and BEA were seen today, HUGO four months ago; GIL is no longer followed.
    expect(fila(rosa, 'COLTA')).toMatchObject({ ninos: 3, sinControl: 1, controlesMes: 2 });
    expect(fila(luis, 'COLTA')).toMatchObject({ ninos: 2, sinControl: 0 });
    // ELI's length shrank: that control was saved despite a warning.
    expect(fila(luis, 'GUANO')).toMatchObject({ ninos: 1, registros: 2, advertidos: 1, porcentaje: 50 });
    expect(fila(rosa, 'GUANO')).toMatchObject({
      ninos: 1,
      sinControl: 0,
      controlesMes: 0,
      registros: 0,
      porcentaje: 0,
    });
    const sum = (name: string) => body.filas.reduce((total: number, row: Body) => total + row[name], 0);
    for (const name of ['ninos', 'sinControl', 'controlesMes', 'controlesMesAnterior', 'registros', 'advertidos'])
      expect(body.general[name], name).toBe(sum(name));
    expect([body.mes, body.mesAnterior]).toEqual([
      TODAY.slice(0, 7),
      addMonths(`${TODAY.slice(0, 7)}-01`, -1).slice(0, 7),
    ]);
  });

  it('links to exactly the children behind each figure', async () => {
    const { body } = await supervisor.get('/api/reportes/semana');
    for (const row of body.filas as Body[]) {
      const where = {
        responsable: row.responsable._id,
        canton: row.canton || 'SIN DATO',
        provincia: row.provincia || 'SIN DATO',
      };
      const listed = async (situacion: string) =>
        Number((await supervisor.get('/api/nino', { ...where, situacion, limit: '1' })).headers['x-total-count']);
      expect(await listed('seguimiento'), row.canton).toBe(row.ninos);
      expect(await listed('sincontrol'), row.canton).toBe(row.sinControl);
    }
    const warned = async () => (await supervisor.get('/api/nino', { situacion: 'advertencias' })).body;
    const before = await warned();
    // A control before the birth.
    const odd = await control(String(ids.FE), addDays(TODAY, -300), { edad: 3, peso: 5, longitud: 60 });
    expect(await warned()).toHaveLength(before.length + 1);
    await supervisor.delete(`/api/control/${odd._id}`);
    expect(await warned()).toEqual(before);
  });

  it('is filtered by canton', async () => {
    const { body } = await supervisor.get('/api/reportes/semana', { canton: 'GUANO' });
    expect(body.filas.map(({ canton }: Body) => canton)).toEqual(['GUANO', 'GUANO']);
    expect(body.general).toMatchObject({ ninos: 2, advertidos: 1 });
  });
});
