import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, addMonths, showDay, today } from '#domain/calendar.ts';
import type { StoredGoal } from '#domain/calls/goals.ts';
import { type Body, createRecord } from '../support/factories.ts';
import { goalBody } from '../support/goals.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const TODAY = today();
const COLTA = { provincia: 'CHIMBORAZO', canton: 'COLTA', establecimiento: '' };
const LOJA = { provincia: 'LOJA', canton: 'LOJA', establecimiento: '' };

let api: TestApi;
let rosa: TestUser;
let luis: TestUser;
let supervisor: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  rosa = await api.user('ROLE_BRIGADA');
  luis = await api.user('ROLE_BRIGADA');
  supervisor = await api.user('ROLE_SUPERVISOR');
});
afterAll(() => api.close());

describe('the list of goals', () => {
  it('begins with five goals by the press, which every role with booklets reads', async () => {
    const { status, body } = await rosa.get('/api/metas');
    expect(status).toBe(200);
    const goals: StoredGoal[] = body;
    expect(
      goals.map(({ registro, cantidad, desde, hasta, plazo }) => [registro, cantidad, desde, hasta, plazo]),
    ).toEqual([
      ['controlmujer', 6, 0, 40, null],
      ['control', 8, 0, 12, null],
      ['inscripcion', 1, 0, 24, 45],
      ['esquema', 1, 0, 24, null],
      ['control', 4, 12, 24, null],
    ]);
    expect(new Set(goals.map(({ fuente }) => fuente))).toEqual(new Set(['según prensa; confirmar con la norma']));
  });

  it('a repeated creation is answered as the first one, and another content under its id is refused', async () => {
    const body = { ...goalBody(), _id: crypto.randomUUID() };
    const first = await api.admin.post('/api/metas', body);
    expect(first).toMatchObject({ status: 201, body: { ...body, version: 1 } });
    expect(await api.admin.post('/api/metas', body)).toMatchObject({ status: 201, body: { _id: body._id } });
    expect((await api.admin.post('/api/metas', { ...body, cantidad: 4 })).status).toBe(409);
    expect((await api.admin.delete(`/api/metas/${body._id}`)).status).toBe(200);
    expect((await api.admin.delete(`/api/metas/${body._id}`)).status).toBe(404);
    expect((await api.admin.post('/api/metas', body)).status).toBe(409);
  });

  it('a goal is replaced by its version, and an outdated one gets the current row', async () => {
    const { _id } = (await api.admin.post('/api/metas', goalBody())).body;
    const url = `/api/metas/${_id}`;
    expect(await api.admin.put(url, { ...goalBody({ cantidad: 5 }), version: 1 })).toMatchObject({
      status: 200,
      body: { cantidad: 5, version: 2 },
    });
    expect(await api.admin.put(url, { ...goalBody({ cantidad: 6 }), version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'outdated', cantidad: 5, version: 2 },
    });
    await api.admin.delete(url);
    expect((await api.admin.put(url, goalBody())).status).toBe(404);
  });

  it('a goal that contradicts itself is refused by field', async () => {
    expect(await api.admin.post('/api/metas', goalBody({ desde: 6 }))).toMatchObject({
      status: 400,
      body: { message: [{ path: 'hasta', msg: 'Debe ser mayor que «Desde»' }] },
    });
  });

  it('only an administrator changes it', async () => {
    for (const user of [rosa, supervisor]) expect((await user.post('/api/metas', goalBody())).status).toBe(403);
    expect((await (await api.user('ROLE_USUARIO')).get('/api/metas')).status).toBe(403);
  });
});

describe('goals that are due', () => {
  const ids: Record<string, string> = {};
  let other: TestUser;
  const child = async (by: TestUser, nombres: string, birth: string, place: Body, controls: string[] = []) => {
    const { _id } = await createRecord(by, 'nino', { nombres, sexo: 'FEMENINO', fechanacimiento: birth, ...place });
    ids[nombres] = _id;
    for (const fecha of controls)
      await createRecord(by, 'control', { fecha, edad: 11, peso: 9, longitud: 73, perimetro: 45 }, _id);
  };
  /** A woman whose pregnancy's week 40 ends so many days from today. */
  const woman = async (by: TestUser, nombres: string, left: number, controls: number) => {
    const { _id } = await createRecord(by, 'mujer', { nombres, ...LOJA });
    ids[nombres] = _id;
    const start = addDays(TODAY, left - 280);
    // An earlier screening of another pregnancy does not count.
    for (const [from, week] of [
      [addDays(start, -400), 20],
      [start, 10],
    ] as const) {
      const fechaRealizacion = addDays(from, 7 * week);
      await createRecord(by, 'etmi', { fechaRealizacion, semanaGestacion: week }, _id);
    }
    for (let at = 0; at < controls; at += 1)
      await createRecord(by, 'controlmujer', { fechaatencion: addDays(start, 80 + at), fechaproxima: TODAY }, _id);
  };
  const due = async (user: TestUser, query: Record<string, string> = {}) => {
    const { status, body, headers } = await user.get('/api/seguimiento/metas', { limit: '100', ...query });
    expect(status).toBe(200);
    expect(headers['x-total-count']).toBe(String(body.length));
    return body as Body[];
  };
  const controlsOf = (rows: Body[]) =>
    rows.filter(({ meta }) => !String(meta.nombre).startsWith('Vacunas')).map(({ nombres, texto }) => [nombres, texto]);

  beforeAll(async () => {
    other = luis;
    // The first year ends in 30 days: due. In 31 days: not yet. Today: too late.
    await child(rosa, 'ANA', addMonths(addDays(TODAY, 31), -12), COLTA, [addDays(TODAY, -10)]);
    await child(rosa, 'BEA', addMonths(addDays(TODAY, 35), -12), COLTA);
    await child(rosa, 'EVA', addMonths(TODAY, -12), COLTA);
    await child(other, 'FE', addMonths(addDays(TODAY, 20), -12), LOJA);
    await woman(other, 'GLORIA', 31, 4);
    await woman(other, 'HILDA', 32, 4);
    await woman(other, 'INES', 1, 6);
    await woman(other, 'JUANA', 1, 5);
  });

  it('are listed by deadline, with what is missing in words', async () => {
    const rows = controlsOf(await due(supervisor));
    const birth = addMonths(addDays(TODAY, 20), -12);
    expect(rows).toEqual([
      ['JUANA', `Falta 1 control antes del ${showDay(addDays(TODAY, 1))}`],
      ['FE', `Faltan 8 controles antes del ${showDay(addMonths(birth, 12))}`],
      ['GLORIA', `Faltan 2 controles antes del ${showDay(addDays(TODAY, 31))}`],
      ['ANA', `Faltan 7 controles antes del ${showDay(addMonths(addMonths(addDays(TODAY, 31), -12), 12))}`],
    ]);
  });

  it('a brigade sees those in its custody, and filters narrow the list', async () => {
    expect(controlsOf(await due(rosa)).map(([name]) => name)).toEqual(['ANA']);
    expect(controlsOf(await due(other)).map(([name]) => name)).toEqual(['JUANA', 'FE', 'GLORIA']);
    expect(controlsOf(await due(supervisor, { provincia: 'CHIMBORAZO' })).map(([name]) => name)).toEqual(['ANA']);
    expect(controlsOf(await due(supervisor, { responsable: rosa.id })).map(([name]) => name)).toEqual(['ANA']);
    expect(await due(rosa, { provincia: 'LOJA' })).toEqual([]);
  });

  it('pages follow each other', async () => {
    const all = await due(supervisor);
    const page = (offset: number) => supervisor.get('/api/seguimiento/metas', { limit: '2', offset: String(offset) });
    const paged = [await page(0), await page(2), await page(4)];
    expect(paged.flatMap(({ body }) => body)).toEqual(all.slice(0, 6));
    for (const { headers } of paged) expect(headers['x-total-count']).toBe(String(all.length));
    expect((await supervisor.get('/api/seguimiento/metas')).body).toEqual(all);
  });

  it('a list without a limit is sent whole, however many batches it takes', async () => {
    const created: string[] = [];
    for (let at = 0; at < 120; at += 1)
      created.push(
        (await api.admin.post('/api/metas', goalBody({ desde: 0, hasta: 12, cantidad: 9 + (at % 5) }))).body._id,
      );
    const ordered: Body[] = [];
    for (let offset = 0; ; offset += 100) {
      const { body } = await supervisor.get('/api/seguimiento/metas', { limit: '100', offset: String(offset) });
      ordered.push(...body);
      if (body.length < 100) break;
    }
    expect(ordered.length).toBeGreaterThan(2 * 120);
    const whole = await supervisor.get('/api/seguimiento/metas');
    expect(whole.headers['x-total-count']).toBe(String(ordered.length));
    expect(whole.body).toEqual(ordered);
    const rest = await supervisor.get('/api/seguimiento/metas', { offset: '7' });
    expect(rest.body).toEqual(ordered.slice(7));
    for (const id of created) await api.admin.delete(`/api/metas/${id}`);
  });

  it('a goal that is hidden is not listed', async () => {
    const goals: StoredGoal[] = (await api.admin.get('/api/metas')).body;
    const prenatal = goals.find(({ registro }) => registro === 'controlmujer') as StoredGoal;
    const { _id, ...values } = prenatal;
    expect((await api.admin.put(`/api/metas/${_id}`, { ...values, mostrada: false })).status).toBe(200);
    expect(controlsOf(await due(supervisor)).map(([name]) => name)).toEqual(['FE', 'ANA']);
    expect((await api.admin.put(`/api/metas/${_id}`, { ...values, version: values.version + 1 })).status).toBe(200);
  });

  it('one dose of a vaccine is found whatever its accents and capitals', async () => {
    const goal = goalBody({ nombre: 'Sarampión', registro: 'vacuna', vacuna: 'Srp', dosis: 1, cantidad: 1, hasta: 12 });
    const { _id } = (await api.admin.post('/api/metas', goal)).body;
    const withGoal = async () => (await due(rosa)).filter(({ meta }) => meta._id === _id).map(({ nombres }) => nombres);
    expect(await withGoal()).toEqual(['ANA']);
    await createRecord(rosa, 'vacuna', { tipovacuna: 'SRP', dosis: 1, fechaaplicacion: TODAY }, ids.ANA);
    expect(await withGoal()).toEqual([]);
    await api.admin.delete(`/api/metas/${_id}`);
  });

  it('the report counts the families whose deadline passed, and those who reached the goal', async () => {
    const shares = async (query: Record<string, string> = {}) => {
      const { status, body } = await supervisor.get('/api/reportes/metas', query);
      expect(status).toBe(200);
      return body.metas.map(({ nombre, n, cumplida }: Body) => [nombre, n, cumplida.casos]);
    };
    // EVA's first year ended today; all children were registered more than 45 days after birth.
    expect(await shares()).toEqual([
      ['Controles prenatales', 0, 0],
      ['Controles del primer año', 1, 0],
      ['Registro hasta los 45 días de nacer', 4, 0],
      ['Vacunas completas y a tiempo', 0, 0],
      ['Controles del segundo año', 0, 0],
    ]);
    const [prenatal] = (await api.admin.get('/api/metas')).body as StoredGoal[];
    const { _id, ...values } = prenatal as StoredGoal;
    expect((await api.admin.put(`/api/metas/${_id}`, { ...values, vigente: '2020-01-01' })).status).toBe(200);
    await woman(rosa, 'LUZ', 0, 6);
    await woman(rosa, 'MARTA', -364, 5);
    await woman(rosa, 'NORA', -365, 6);
    expect((await shares())[0]).toEqual(['Controles prenatales', 2, 1]);
    expect((await shares({ provincia: 'CHIMBORAZO' }))[2]).toEqual(['Registro hasta los 45 días de nacer', 3, 0]);
    expect((await rosa.get('/api/reportes/metas')).status).toBe(403);
  });
});

describe('where there are many children', () => {
  it('the shares are a picture with the same counts', async () => {
    const many = await startTestApi({ pictures: { above: 2, piece: 2 } });
    const few = await startTestApi();
    const shares = [];
    for (const one of [many, few]) {
      const user = await one.user('ROLE_SUPERVISOR');
      for (let at = 0; at < 7; at += 1)
        await createRecord(user, 'nino', { fechanacimiento: addMonths(TODAY, -12 - at), ...(at % 2 ? COLTA : LOJA) });
      const { body } = await user.get('/api/reportes/metas', { canton: 'COLTA' });
      shares.push(body);
    }
    expect(shares[0].datosAl).toEqual(expect.any(String));
    expect(shares[1].datosAl).toBeUndefined();
    expect(shares[0].metas).toEqual(shares[1].metas);
    expect(shares[0].metas[1].n).toBeGreaterThan(0);
    await many.close();
    await few.close();
  });
});

it('with METAS=off no call answers, and the lists of a device have no goals', async () => {
  const off = await startTestApi({ goals: false });
  const user = await off.user('ROLE_SUPERVISOR');
  for (const path of ['/api/metas', '/api/seguimiento/metas', '/api/reportes/metas'])
    expect((await user.get(path)).status).toBe(404);
  expect((await off.admin.post('/api/metas', goalBody())).status).toBe(404);
  const id = crypto.randomUUID();
  expect((await off.admin.put(`/api/metas/${id}`, goalBody())).status).toBe(404);
  expect((await off.admin.delete(`/api/metas/${id}`)).status).toBe(404);
  expect((await off.anonymous.get('/api/ajustes')).body).toEqual({ registro: true, metas: false, fhir: true });
  expect(Object.keys((await user.get('/api/sincronizacion/listas')).body)).not.toContain('metas');
  await off.close();
  expect((await api.anonymous.get('/api/ajustes')).body).toEqual({ registro: true, metas: true, fhir: true });
});
