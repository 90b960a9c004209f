import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addDays, today } from '#domain/calendar.ts';
import { pictureTable } from '#server/db/schema.ts';
import { createPictureStore } from '#server/modules/records/picture-store.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { createRecord } from '../support/factories.ts';
import { SECRET, startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const DAY = today();
const NAME = 'prueba';
const schema = z.array(z.object({ n: z.number() }));
const VALUE = [{ n: 1 }];
const AT = new Date('2026-11-28T15:00:00.000Z');

let api: TestApi;
let supervisor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.db.delete(pictureTable);
});

const asProcess = () => createPictureStore(api.database.db, NAME, schema);
const change = (values: Partial<typeof pictureTable.$inferInsert>) =>
  api.database.db.update(pictureTable).set(values).where(eq(pictureTable.nombre, NAME));

describe('a stored picture', () => {
  it('is claimed by one of many processes at once', async () => {
    const stores = Array.from({ length: 10 }, asProcess);
    const first = await Promise.all(stores.map((store) => store.claim(undefined)));
    expect(first.filter(Boolean)).toHaveLength(1);
    const version = await stores[first.indexOf(true)]?.write(DAY, VALUE, AT, 2_500);
    expect(version).toBeTypeOf('string');
    // Those who saw none before cannot compute it again.
    expect((await Promise.all(stores.map((store) => store.claim(undefined)))).filter(Boolean)).toEqual([]);
    expect((await Promise.all(stores.map((store) => store.claim(version)))).filter(Boolean)).toHaveLength(1);
  });

  it('is read with its version, its date and its age', async () => {
    const [one, other] = [asProcess(), asProcess()];
    expect(await other.read(DAY, undefined)).toBeNull();
    await one.claim(undefined);
    expect(await other.read(DAY, undefined)).toBeNull();
    const version = await one.write(DAY, VALUE, AT, 2_500.4);
    const read = await other.read(DAY, undefined);
    expect(read).toEqual({ version, at: AT, tookMs: 2_500, ageMs: expect.any(Number), value: VALUE });
    expect(read?.ageMs).toBeGreaterThanOrEqual(2_500);
    expect(await other.read(DAY, version)).toMatchObject({ version, value: null });
    expect(await other.read(addDays(DAY, 1), undefined)).toMatchObject({ version, value: null });
  });

  it('of a country keeps every row', async () => {
    const store = asProcess();
    const many = Array.from({ length: 100_000 }, (_, n) => ({ n }));
    await store.claim(undefined);
    await store.write(DAY, many, AT, 60_000);
    expect((await asProcess().read(DAY, undefined))?.value).toEqual(many);
  });

  it.each([[[{ n: 'one' }]], [{}], [null], ['1']])('of another release, as %j, is none', async (valor) => {
    const store = asProcess();
    await store.claim(undefined);
    const version = await store.write(DAY, VALUE, AT, 2_500);
    await change({ valor });
    expect(await store.read(DAY, undefined)).toMatchObject({ version, value: null });
    expect(await store.claim(version)).toBe(true);
  });

  it('is left to another process when its claim ends or is not renewed', async () => {
    const [one, other] = [asProcess(), asProcess()];
    await one.claim(undefined);
    expect(await other.claim(undefined)).toBe(false);
    await one.release();
    expect(await other.claim(undefined)).toBe(true);
    // A release by another process ends nothing.
    await one.release();
    expect(await one.claim(undefined)).toBe(false);
    await change({ hasta: sql`now() - interval '1 second'` as never });
    expect(await one.claim(undefined)).toBe(true);
    expect(await other.write(DAY, VALUE, AT, 2_500)).toBeUndefined();
    await change({ hasta: sql`now() + interval '1 second'` as never });
    await one.renew();
    await other.renew();
    const [row] = await api.database.db.select().from(pictureTable);
    expect(row?.hasta?.getTime()).toBeGreaterThan(Date.now() + 60_000);
    expect(await one.write(DAY, VALUE, AT, 2_500)).toBeTypeOf('string');
  });

  it('is claimed again by the process that has the claim, whose answer may have been lost', async () => {
    const store = asProcess();
    expect([await store.claim(undefined), await store.claim(undefined)]).toEqual([true, true]);
  });

  it('is neither fresh nor claimed for long when the clock was set back', async () => {
    const [one, other] = [asProcess(), asProcess()];
    await one.claim(undefined);
    const version = await one.write(DAY, VALUE, AT, 2_500);
    await one.claim(version);
    await change({ calculado: sql`now() + interval '2 days'`, hasta: sql`now() + interval '2 days'` } as never);
    const read = await other.read(DAY, undefined);
    expect(read).toMatchObject({ ageMs: 2_500, value: VALUE });
    expect(await other.claim(read?.version)).toBe(true);
  });
});

describe('a server that starts', () => {
  const kinds = { url: '/api/seguimiento/conteo', nombre: 'visitas' };
  const counts = { total: 70, sinNacimiento: 5, cruce: 1, desnutricion: 2, control: 3, vacunas: 4 };
  const stored = { provincia: 'LOJA', canton: 'OLMEDO', establecimiento: '', ...counts };
  const store = (valor: unknown, dia = DAY) =>
    api.database.db.insert(pictureTable).values({
      ...{ nombre: kinds.nombre, dia, valor, momento: AT, duracionMs: 30_000 },
      calculado: sql`now() - interval '1 minute'` as never,
    });
  const answered = async () => {
    const app = await buildApp({ database: api.database, secret: SECRET, pictures: { above: 0 } });
    try {
      return await new ApiClient(app, supervisor.token).get(kinds.url);
    } finally {
      await app.close();
    }
  };
  beforeAll(() => createRecord(supervisor, 'nino', { fechanacimiento: '' }));

  it('answers from the picture that another one computed, with its date', async () => {
    await store([stored, { ...stored, canton: 'CATAMAYO' }]);
    const doubled = Object.fromEntries(Object.entries(counts).map(([name, n]) => [name, 2 * n]));
    expect((await answered()).body).toEqual({ ...doubled, datosAl: AT.toISOString() });
  });

  it.each([
    ['of yesterday', () => store([stored], addDays(DAY, -1))],
    ['of another release', () => store([{ lugar: 'LOJA', total: 70 }])],
    ['that is not there', async () => {}],
  ])('computes instead of a picture %s', async (_, prepare) => {
    await prepare();
    const started = Date.now();
    const { status, body } = await answered();
    expect(status).toBe(200);
    expect(body.sinNacimiento).toBe(1);
    expect(Date.parse(body.datosAl)).toBeGreaterThanOrEqual(started);
  });
});
