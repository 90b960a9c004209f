import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { newAddress } from '../support/new-address.ts';
import { askToken, assertionOf, registeredSystem, tokenForm, tokenOf } from '../support/systems.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';
import { openAgain } from '../support/test-database.ts';

const ROUNDS = 20;
const READER = '/lector-de-prueba';

let api: TestApi;
let database: Database;
/** The same application as another process on the same database. */
let other: FastifyInstance;
beforeAll(async () => {
  api = await startTestApi();
  database = await openAgain(api.databaseUrl);
  other = await buildApp({ database, secret: SECRET });
  other.get(READER, async (request, reply) => ({ reader: await other.readerOf(request, reply) }));
  await other.ready();
});
afterAll(async () => {
  await other.close();
  await database.close();
  await api.close();
});

const here = () => api.client(undefined, newAddress());
const elsewhere = () => new ApiClient(other, undefined, newAddress());

it('an assertion is accepted once, whichever process it is sent to, also at the same time', async () => {
  const registered = await registeredSystem(api);
  const form = tokenForm(await assertionOf(registered));
  expect((await askToken(api, form, here())).status).toBe(200);
  expect((await askToken(api, form, elsewhere())).status).toBe(401);
  for (let round = 0; round < ROUNDS; round += 1) {
    const sent = tokenForm(await assertionOf(registered));
    const clients = [here(), elsewhere(), here(), elsewhere()];
    const answers = await Promise.all(clients.map((client) => askToken(api, sent, client)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  }
});

it('a token works in every process, and in none from the answer on that revokes its system', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const registered = await registeredSystem(api);
    const headers = { authorization: `Bearer ${await tokenOf(api, registered)}` };
    const reader = async () => (await elsewhere().send({ method: 'GET', url: READER, headers })).body.reader;
    expect(await reader()).toMatchObject({ doer: { id: registered.system._id } });
    expect((await api.admin.delete(`/api/sistemas/${registered.system._id}`)).status).toBe(200);
    expect(await reader()).toBeNull();
  }
});

it('failures are counted over all processes', async () => {
  const registered = await registeredSystem(api);
  const address = newAddress();
  const late = () => assertionOf(registered, { claims: { exp: 1 } });
  for (let time = 0; time < 10; time += 1) {
    const client = time % 2 === 0 ? api.client(undefined, address) : new ApiClient(other, undefined, address);
    expect((await askToken(api, tokenForm(await late()), client)).status).toBe(401);
  }
  for (const client of [api.client(undefined, address), new ApiClient(other, undefined, address)])
    expect((await askToken(api, tokenForm(await assertionOf(registered)), client)).status).toBe(429);
});
