import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { session, vaultTable } from '#server/db/schema.ts';
import type { Answer, ApiClient } from '../support/api-client.ts';
import { type Body, newDevice } from '../support/factories.ts';
import { newAddress } from '../support/new-address.ts';
import { until } from '../support/passing-time.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let user: TestUser;
/** Another session of the account, which asks for the key. */
let tablet: ApiClient;
let tabletSession: string;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await api.user('ROLE_BRIGADA');
  const { cedula, password } = user;
  const { body } = await api.client(undefined, newAddress()).post('/api/auth/signin', { cedula, password });
  tablet = api.client(body.accessToken);
  const sessions: Body[] = (await tablet.get('/api/sesiones')).body;
  tabletSession = sessions.find(({ actual }) => actual)?._id;
});

const ofTablet = () => eq(session._id, tabletSession);
const untilWaiting = (many: number) =>
  until(async () => {
    const waiting = await rawRows(
      api.database.db,
      sql`select pid from pg_stat_activity where datname = current_database() and application_name = 'libreta'
        and wait_event_type = 'Lock' and query not like '%last_used_at%'`,
    );
    return waiting.length === many;
  }, `${many} requests wait`);
/** Does work in a transaction that ends once the requests wait for it. */
const inTransaction = (work: (inside: Db) => Promise<unknown>) => api.database.db.transaction(work);
const tickets = () =>
  api.database.db.$count(vaultTable, and(eq(vaultTable.usuario, user.id), isNotNull(vaultTable.ficha)));

it('a session that ends while it asks for the key of its device gets none', async () => {
  let keyRequest: Promise<Answer> | undefined;
  await inTransaction(async (inside) => {
    await inside.delete(session).where(ofTablet());
    keyRequest = tablet.post('/api/equipos/llave', { ...newDevice(), nombre: 'Tablet 7' });
    await untilWaiting(1);
  });
  expect((await keyRequest)?.status).toBe(401);
  expect(await tickets()).toBe(0);
});

it.each<[string, () => string]>([
  ['a session', () => `/api/sesiones/${tabletSession}`],
  ['all other sessions', () => '/api/sesiones'],
])('the end of %s from elsewhere also ends the ticket that its device is getting', async (_what, address) => {
  let keyRequest: Promise<Answer> | undefined;
  let ended: Promise<Answer> | undefined;
  await inTransaction(async (inside) => {
    await inside.select().from(session).where(ofTablet()).for('update');
    keyRequest = tablet.post('/api/equipos/llave', { ...newDevice(), nombre: 'Tablet 7' });
    await untilWaiting(1);
    ended = user.delete(address());
    await untilWaiting(2);
  });
  expect([(await keyRequest)?.status, (await ended)?.status]).toEqual([200, 200]);
  expect(await tickets()).toBe(0);
});
