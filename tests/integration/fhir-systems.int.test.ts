import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawRows } from '#server/db/raw-rows.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import type { Body } from '../support/factories.ts';
import { createRecord } from '../support/factories.ts';
import { askFhir, expectOutcome, idsIn, nextOf, walkFhir } from '../support/fhir.ts';
import { registeredSystem, tokenOf } from '../support/systems.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let here: Body;
let elsewhere: Body;
const HERE = { provincia: 'CHIMBORAZO', canton: 'COLTA' };

beforeAll(async () => {
  api = await startTestApi();
  here = await createRecord(api.admin, 'nino', HERE);
  elsewhere = await createRecord(api.admin, 'nino', { provincia: 'CHIMBORAZO', canton: 'GUANO' });
  for (const { _id } of [here, elsewhere]) await createRecord(api.admin, 'vacuna', {}, _id);
});
afterAll(() => api.close());

/** A registered system, and what it gets for a path. */
async function systemWith(change: object, scope?: string) {
  const registered = await registeredSystem(api, change);
  const token = await tokenOf(api, registered, scope);
  const headers = { authorization: `Bearer ${token}` };
  // Everything that is sent carries the token of the system.
  const send: typeof api.anonymous.send = (options) =>
    api.anonymous.send({ ...options, headers: { ...headers, ...options.headers } });
  const client = Object.assign(Object.create(api.anonymous), { send }) as typeof api.anonymous;
  const ask = (path: string) => askFhir(client, `/fhir/${path}`);
  return { id: registered.system._id, client, ask };
}

it('a system sees the people of its places only, and others as if they did not exist', async () => {
  const colta = await systemWith({ lugares: [HERE] });
  const chimborazo = await systemWith({ lugares: [{ provincia: 'CHIMBORAZO', canton: null }] });
  const azuay = await systemWith({ lugares: [{ provincia: 'AZUAY', canton: null }] });
  const ids = [here._id, elsewhere._id];
  const seen = async ({ client }: typeof colta, type: string) => (await walkFhir(client, `/fhir/${type}`)).length;
  expect(await Promise.all([colta, chimborazo, azuay].map((one) => seen(one, 'Patient')))).toEqual([1, 2, 0]);
  expect(await Promise.all([colta, chimborazo, azuay].map((one) => seen(one, 'Immunization')))).toEqual([1, 2, 0]);
  expect((await colta.ask('Patient?_summary=count')).body.total).toBe(1);
  expect(idsIn((await colta.ask(`Patient?_id=${ids.join()}`)).body)).toEqual([here._id]);
  expect(idsIn((await colta.ask(`Immunization?patient=${ids.join()}`)).body)).toHaveLength(1);
  expect(idsIn((await azuay.ask(`Observation?patient=${here._id}`)).body)).toEqual([]);
  for (const path of [
    `Patient/${elsewhere._id}`,
    `Patient/${elsewhere._id}/$everything`,
    `RelatedPerson/${elsewhere._id}.madre`,
  ])
    expectOutcome(await colta.ask(path), 404, 'not-found');
  expect((await colta.ask(`Patient/${here._id}`)).status).toBe(200);
});

it('a system gets no ids of a mother or of children in other places', async () => {
  const colta = await systemWith({ lugares: [HERE] });
  const all = await systemWith({ lugares: null });
  const mother = await createRecord(api.admin, 'mujer', HERE);
  const abroad = await createRecord(api.admin, 'mujer', { provincia: 'CHIMBORAZO', canton: 'GUANO' });
  const childOf = (woman: Body, place: object) =>
    createRecord(api.admin, 'nino', { ...place, cedulamadre: woman.cedula });
  const near = await childOf(mother, HERE);
  const far = await childOf(mother, { provincia: 'CHIMBORAZO', canton: 'GUANO' });
  const fostered = await childOf(abroad, HERE);
  const answersFor = async ({ client }: typeof colta) => {
    const paths = [
      ...['Patient', 'RelatedPerson'].map((type) => `/fhir/${type}`),
      ...[mother, near, fostered].map(({ _id }) => `/fhir/Patient/${_id}/$everything`),
      `/fhir/RelatedPerson?identifier=|${abroad._id}`,
      `/fhir/Patient?_id=${mother._id}`,
      `/fhir/Encounter?_include=Encounter:patient`,
    ];
    const pages = await Promise.all(paths.map((path) => walkFhir(client, path)));
    const single = await Promise.all(
      [`Patient/${mother._id}`, `RelatedPerson/${fostered._id}.madre`].map((path) => askFhir(client, `/fhir/${path}`)),
    );
    return JSON.stringify([pages, single.map(({ body }) => body)]);
  };
  const [some, every] = [await answersFor(colta), await answersFor(all)];
  for (const { _id } of [mother, near, fostered]) expect(some).toContain(_id);
  for (const { _id } of [far, abroad]) {
    expect(every).toContain(_id);
    expect(some).not.toContain(_id);
  }
});

it('the deleted of other places, and the erased, are unknown', async () => {
  const colta = await systemWith({ lugares: [HERE] });
  const guano = await systemWith({ lugares: [{ provincia: 'CHIMBORAZO', canton: 'GUANO' }] });
  const gone = await createRecord(api.admin, 'nino', HERE);
  const vaccine = await createRecord(api.admin, 'vacuna', {}, gone._id);
  const single = await createRecord(api.admin, 'vacuna', {}, here._id);
  await api.admin.delete(`/api/vacuna/${single._id}`);
  await api.admin.delete(`/api/nino/${gone._id}`);
  const paths = [`Patient/${gone._id}`, `Immunization/${vaccine._id}`, `Immunization/${single._id}`];
  for (const path of paths) {
    expectOutcome(await colta.ask(path), 410, 'deleted');
    expectOutcome(await guano.ask(path), 404, 'not-found');
  }
  const erasure = await api.admin.post(`/api/auditoria/personas/${gone._id}/borrar`, {
    motivo: 'Pedido de la familia',
  });
  expect(erasure.status).toBeLessThan(300);
  for (const path of paths.slice(0, 2)) expectOutcome(await colta.ask(path), 404, 'not-found');
});

it('a system reads what its scopes allow, and nothing else', async () => {
  const patients = await systemWith({ alcances: ['system/Patient.rs'] }, 'system/Patient.rs');
  expect((await patients.ask('Patient')).status).toBe(200);
  for (const path of [
    'Observation',
    `Immunization?patient=${here._id}`,
    `RelatedPerson/${here._id}.madre`,
    'Practitioner',
  ])
    expectOutcome(await patients.ask(path), 403, 'forbidden');
  const whole = await walkFhir(patients.client, `/fhir/Patient/${here._id}/$everything`);
  expect(whole.map(({ resourceType }) => resourceType)).toEqual(['Patient']);
  expect((await patients.ask('CodeSystem')).status).toBe(200);

  const vaccines = await systemWith({ alcances: ['system/Immunization.rs'] }, 'system/Immunization.rs');
  expect((await vaccines.ask('Immunization')).status).toBe(200);
  expectOutcome(await vaccines.ask('Immunization?_include=Immunization:patient'), 403, 'forbidden');
  expectOutcome(await vaccines.ask(`Patient/${here._id}/$everything`), 403, 'forbidden');
  expectOutcome(await patients.ask(`Patient/${here._id}/$everything?_type=Immunization`), 403, 'forbidden');

  const readsOnly = await systemWith({}, 'system/Patient.r');
  expect((await readsOnly.ask(`Patient/${here._id}`)).status).toBe(200);
  expectOutcome(await readsOnly.ask('Patient'), 403, 'forbidden');
});

it('a cursor belongs to its system, and stops with it', async () => {
  const [one, other] = [await systemWith({}), await systemWith({})];
  const next = (nextOf((await one.ask('Patient?_count=1')).body) ?? '').replace(/^.*\/fhir\//, '');
  expect((await one.ask(next)).status).toBe(200);
  expectOutcome(await other.ask(next), 400, 'invalid');
  expect((await api.admin.delete(`/api/sistemas/${one.id}`)).status).toBeLessThan(300);
  expectOutcome(await one.ask(next), 401, 'login');
});

it('what a system reads is in the journal as the system’s', async () => {
  const system = await systemWith({});
  await system.ask(`Patient/${here._id}`);
  await system.ask('Patient?name=a');
  await api.app.journalWritten();
  const rows = await rawRows(
    api.database.db,
    sql`select action, person::text from journal where kind = 'fhir' and actor = ${system.id}::uuid order by seq`,
  );
  expect(rows).toEqual([
    { action: 'ver', person: here._id },
    { action: 'exportar', person: null },
  ]);
});

it('nobody is told the cédula, the address or the roles of those who record', async () => {
  const { body } = await askFhir(api.admin, `/fhir/Practitioner/${api.admin.id}`);
  expect(Object.keys(body).toSorted()).toEqual(['id', 'name', 'resourceType']);
  expect(JSON.stringify(body)).not.toContain(api.admin.cedula);
  const family = await api.user('ROLE_USUARIO');
  expectOutcome(await askFhir(api.admin, `/fhir/Practitioner/${family.id}`), 404, 'not-found');
});

it('where FHIR is off there is nothing below /fhir', async () => {
  const off = await buildApp({ database: api.database, secret: SECRET, fhir: false });
  const admin = new ApiClient(off, api.admin.token);
  for (const path of ['/fhir', '/fhir/metadata', '/fhir/Patient', '/fhir/Patient/_search'])
    expectOutcome(await askFhir(admin, path), 404, 'not-found');
  await off.close();
});
