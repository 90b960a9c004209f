import { createRequire } from 'node:module';
import { MedplumClient } from '@medplum/core';
import { Client as FhirKitClient } from 'fhir-kit-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecord } from '../support/factories.ts';
import { assertionOf, registeredSystem, tokenForm } from '../support/systems.ts';
import { startTestApi } from '../support/test-api.ts';
import { medplumProblems, schemaProblems } from './definitions.mjs';

const fhirclient = createRequire(import.meta.url)('fhirclient');

const PEOPLE = 30;
let api;
let baseUrl;
let system;
const people = [];

beforeAll(async () => {
  api = await startTestApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = `http://127.0.0.1:${api.app.server.address().port}/fhir`;
  system = await registeredSystem(api);
  for (let at = 0; at < PEOPLE; at += 1)
    people.push((await createRecord(api.admin, at % 2 === 0 ? 'nino' : 'mujer'))._id);
});
afterAll(() => api.close());

/** Signs in as an integrator would: the token endpoint is read from the server. */
async function signIn(scope = 'system/*.rs') {
  const found = await (await fetch(`${baseUrl}/.well-known/smart-configuration`)).json();
  const assertion = await assertionOf(system, { claims: { aud: found.token_endpoint } });
  const answer = await fetch(found.token_endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: tokenForm(assertion, { scope }),
  });
  const body = await answer.json();
  expect([answer.status, body.token_type?.toLowerCase(), body.scope]).toEqual([200, 'bearer', scope]);
  return body.access_token;
}

/** Adds, edits and deletes people until the walk has ended. */
async function whileWriting(walk) {
  let isOver = false;
  let written = 0;
  const writing = (async () => {
    for (; !isOver; written += 1) {
      const added = await createRecord(api.admin, 'nino');
      if (written % 2 === 0) await api.admin.delete(`/api/nino/${added._id}`);
      const { body } = await api.admin.get(`/api/nino/${people[0]}`);
      const { _id, createdBy, fechaRegistro, ...fields } = body;
      await api.admin.put(`/api/nino/${_id}`, { ...fields, direccion: `CALLE ${written}` });
    }
  })();
  try {
    return await walk();
  } finally {
    isOver = true;
    await writing;
    expect(written).toBeGreaterThan(0);
  }
}

function expectEverybodyOnce(ids) {
  expect(new Set(ids).size).toBe(ids.length);
  expect(people.filter((id) => !ids.includes(id))).toEqual([]);
}

describe('fhir-kit-client', () => {
  it('reads what the server can do, then walks to the end while others write, and meets everybody once', async () => {
    const client = new FhirKitClient({ baseUrl, bearerToken: await signIn() });
    const statement = await client.capabilityStatement();
    const types = statement.rest[0].resource.map(({ type }) => type);
    expect([statement.fhirVersion, types.includes('Patient')]).toEqual(['4.0.1', true]);
    expect([...schemaProblems(statement), ...medplumProblems(statement)]).toEqual([]);
    await whileWriting(async () => {
      const ids = [];
      let bundle = await client.search({ resourceType: 'Patient', searchParams: { _count: 7 } });
      expect([...schemaProblems(bundle), ...medplumProblems(bundle)]).toEqual([]);
      for (; bundle; bundle = await client.nextPage({ bundle }))
        ids.push(...(bundle.entry ?? []).map(({ resource }) => resource.id));
      expectEverybodyOnce(ids);
    });
  });

  it('reads one resource, and is told of one that does not exist by an OperationOutcome', async () => {
    const client = new FhirKitClient({ baseUrl, bearerToken: await signIn() });
    const patient = await client.read({ resourceType: 'Patient', id: people[0] });
    expect([patient.resourceType, patient.id]).toEqual(['Patient', people[0]]);
    const missing = client.read({ resourceType: 'Patient', id: '00000000-0000-4000-8000-000000000000' });
    await expect(missing).rejects.toMatchObject({
      response: { status: 404, data: { resourceType: 'OperationOutcome' } },
    });
  });
});

describe('fhirclient', () => {
  const clientWith = (token) => {
    const [request, response] = [{ headers: {}, url: '/' }, {}];
    const storage = { get: async () => undefined, set: async () => undefined, unset: async () => true };
    const state = { serverUrl: baseUrl, tokenResponse: { access_token: token, token_type: 'bearer' } };
    return fhirclient(request, response, storage).client(state);
  };

  it('walks to the end while others write, and meets everybody once', async () => {
    const client = clientWith(await signIn());
    await whileWriting(async () => {
      const patients = await client.request('Patient?_count=7', { pageLimit: 0, flat: true });
      expectEverybodyOnce(patients.map(({ id }) => id));
    });
  });

  it('gets nothing of a type that its scopes do not name', async () => {
    const client = clientWith(await signIn('system/Patient.rs'));
    await expect(client.request('Observation')).rejects.toMatchObject({ status: 403 });
  });
});

describe("medplum's client", () => {
  it('searches page by page while others write, and meets everybody once', async () => {
    const client = new MedplumClient({ baseUrl: new URL('..', `${baseUrl}/`).href, fhirUrlPath: 'fhir', fetch });
    client.setAccessToken(await signIn());
    await whileWriting(async () => {
      const ids = [];
      for await (const page of client.searchResourcePages('Patient', '_count=7')) ids.push(...page.map(({ id }) => id));
      expectEverybodyOnce(ids);
    });
  });
});
