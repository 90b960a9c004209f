import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nino, control as storedControl } from '#server/db/schema.ts';
import { refreshEverything } from '#server/modules/records/refresh-children.ts';
import { untilServed } from '../support/burst.ts';
import { type Body, createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

/** Weights at 12 months; the limits are 8.2 and 12.2. */
const LOW = { edad: 12, peso: 8.19 };
const NORMAL = { edad: 12, peso: 8.2 };
const HIGH = { edad: 12, peso: 12.21 };

let api: TestApi;
let brigada: TestUser;
let child: Body;
beforeAll(async () => {
  api = await startTestApi();
  brigada = await api.user('ROLE_BRIGADA');
});
afterAll(() => api.close());
beforeEach(async () => {
  child = await createRecord(brigada, 'nino');
});

const control = (change: Body) => createRecord(brigada, 'control', change, child._id);
const now = async () => (await brigada.get(`/api/nino/${child._id}`)).body;
const status = async () => (await now()).estado;
const remove = (record: Body) => untilServed(() => brigada.delete(`/api/control/${record._id}`));

describe('the status of a child', () => {
  it('is No evaluado without a control', async () => {
    expect([child.estado, await status()]).toEqual(['No evaluado', 'No evaluado']);
  });

  it('follows every control that is added or deleted', async () => {
    const first = await control({ ...LOW, fecha: '2026-01-01' });
    expect(await status()).toBe('Desnutrición');
    const second = await control({ ...HIGH, fecha: '2026-02-01' });
    expect(await status()).toBe('Sobrepeso');
    const third = await control({ ...NORMAL, fecha: '2026-03-01' });
    expect(await status()).toBe('Normal');
    await remove(second);
    expect(await status()).toBe('Normal');
    await remove(third);
    expect(await status()).toBe('Desnutrición');
    await remove(first);
    expect(await status()).toBe('No evaluado');
  });

  // proves 4.40
  it('is that of the latest fecha, not of the latest registration', async () => {
    await control({ ...LOW, fecha: '2026-03-01' });
    await control({ ...HIGH, fecha: '2026-02-28' });
    expect(await status()).toBe('Desnutrición');
  });

  it('for equal fechas is that of the control registered last', async () => {
    await control({ ...LOW, fecha: '2026-03-01' });
    const last = await control({ ...HIGH, fecha: '2026-03-01' });
    expect(await status()).toBe('Sobrepeso');
    await remove(last);
    expect(await status()).toBe('Desnutrición');
  });

  it('for equal fecha and registration instant is that of the control written last', async () => {
    await control({ ...LOW, fecha: '2026-03-01' });
    await control({ ...HIGH, fecha: '2026-03-01' });
    await control({ ...NORMAL, fecha: '2026-03-01' });
    const instant = sql`update control set fecha_registro = '2026-03-01T12:00:00Z' where parent_id = ${child._id}`;
    await api.database.db.execute(instant);
    await refreshEverything(api.database.db);
    expect(await status()).toBe('Normal');
  });

  it.each([
    [{ edad: 15, peso: 9.1, longitud: 74 }, 'Normal'],
    [{ edad: 15, peso: 9.1, longitud: 73.99 }, 'Desnutrición'],
    [{ edad: 17, peso: 9.2, longitud: 60 }, 'Normal'],
    [{ edad: 24, peso: 14.91, longitud: 90 }, 'Sobrepeso'],
    [{ edad: 1, peso: 3.3, longitud: 50 }, 'Normal'],
    [{ edad: 1, peso: 3.29, longitud: 50 }, 'Desnutrición'],
  ])('%j is %s, exact to the hundredth', async (change, expected) => {
    await control(change);
    expect(await status()).toBe(expected);
  });

  it('of one child is not changed by the controls of another', async () => {
    const other = await createRecord(brigada, 'nino');
    await control({ ...LOW });
    expect((await brigada.get(`/api/nino/${other._id}`)).body.estado).toBe('No evaluado');
  });

  it('survives an edit of the child and cannot be set by the client', async () => {
    await control({ ...LOW });
    const edited = await brigada.put(`/api/nino/${child._id}`, { ...child, nombres: 'Otro', estado: 'Normal' });
    expect(edited.body).toMatchObject({ nombres: 'OTRO', estado: 'Desnutrición' });
  });

  it('is not counted as an edit: a form opened earlier can still be saved', async () => {
    await control({ ...LOW });
    expect((await brigada.put(`/api/nino/${child._id}`, { ...child, version: 1 })).status).toBe(200);
  });

  it('is correct when controls arrive simultaneously', async () => {
    const changes = [
      { ...LOW, fecha: '2026-03-05' },
      { ...HIGH, fecha: '2026-03-04' },
      { ...NORMAL, fecha: '2026-03-03' },
    ];
    await Promise.all(changes.map(control));
    expect(await status()).toBe('Desnutrición');
  });

  it('is not changed by a retry or a refused control', async () => {
    const first = await control({ ...LOW, fecha: '2026-03-01' });
    const { message: _, createdBy, fechaRegistro, version, ...sent } = first;
    expect((await brigada.post('/api/control', sent)).status).toBe(201);
    expect((await brigada.post('/api/control', { ...sent, _id: crypto.randomUUID(), peso: 30 })).status).toBe(400);
    expect((await brigada.get(`/api/control?ninoId=${child._id}`)).body).toHaveLength(1);
    expect(await status()).toBe('Desnutrición');
  });
});

it('a save stores the same summary as a recomputation, on the child and on its controls', async () => {
  const kept = async () => {
    const db = api.database.db;
    const [row] = await db.select().from(nino).where(eq(nino._id, child._id));
    const controls = await db
      .select({ fecha: storedControl.fecha, ztalla: storedControl.ztalla, ultimoDelMes: storedControl.ultimoDelMes })
      .from(storedControl)
      .where(eq(storedControl.parentId, child._id))
      .orderBy(storedControl.orden);
    return { row, controls };
  };
  const expectKept = async () => {
    const before = await kept();
    await refreshEverything(api.database.db);
    expect(before).toEqual(await kept());
    return before;
  };
  const days = ['2026-01-10', '2026-01-20', '2026-01-15', '2030-01-05', '2026-02-01', '2026-02-01'];
  for (const fecha of days) {
    await control({ ...NORMAL, fecha });
    await expectKept();
  }
  const [first, ...others] = (await brigada.get(`/api/control?ninoId=${child._id}`)).body;
  await remove(first);
  await expectKept();
  await createRecord(brigada, 'vacuna', {}, child._id);
  expect((await expectKept()).row?.vacunas).toBe(1);
  const edit = { ...child, fechanacimiento: '2025-06-01', version: undefined };
  expect((await brigada.put(`/api/nino/${child._id}`, edit)).status).toBe(200);
  const last = await expectKept();
  expect(last.controls.filter(({ ultimoDelMes }) => ultimoDelMes)).toHaveLength(2);
  await Promise.all([...others.map(remove), ...days.map((fecha) => control({ ...HIGH, fecha }))]);
  expect((await expectKept()).controls).toHaveLength(days.length);
});

it('a recomputation visits every child and repairs a wrong status', async () => {
  await control({ ...HIGH });
  await api.database.db.execute(sql`update nino set estado = 'Normal'`);
  const total = Number((await api.admin.get('/api/nino?limit=1')).headers['x-total-count']);
  expect(await refreshEverything(api.database.db)).toBe(total);
  expect(await status()).toBe('Sobrepeso');
});
