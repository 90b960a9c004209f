import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRecord } from '../support/factories.ts';
import { walkFhir } from '../support/fhir.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const PEOPLE = 24;

/** Adds, edits and deletes people, all the time until it is stopped. */
async function writeUntilStopped(isStopped: () => boolean, edited: readonly string[]): Promise<number> {
  let written = 0;
  for (; !isStopped(); written += 1) {
    const kind = written % 2 === 0 ? 'nino' : 'mujer';
    const added = await createRecord(api.admin, kind, { nombres: `NUEVA ${'ABCDEFGH'[written % 8]}` });
    if (written % 3 === 0) expect((await api.admin.delete(`/api/${kind}/${added._id}`)).status).toBe(200);
    const id = edited[written % edited.length];
    const { body } = await api.admin.get(`/api/nino/${id}`);
    const { _id, createdBy, fechaRegistro, ...fields } = body;
    const change = await api.admin.put(`/api/nino/${id}`, { ...fields, direccion: `CALLE ${written}` });
    expect(change.status).toBe(200);
  }
  return written;
}

it('a walk to the end meets everybody who exists throughout exactly once, while others add, edit and delete', async () => {
  const [children, women, records]: [string[], string[], string[]] = [[], [], []];
  for (let at = 0; at < PEOPLE; at += 1) {
    const child = await createRecord(api.admin, 'nino');
    children.push(child._id);
    records.push((await createRecord(api.admin, 'vacuna', {}, child._id))._id);
    women.push((await createRecord(api.admin, 'mujer'))._id);
  }
  let stopped = false;
  const writing = writeUntilStopped(() => stopped, children);
  const patients = (await walkFhir(api.admin, '/fhir/Patient?_count=5')).map(({ id }) => id);
  const vaccines = (await walkFhir(api.admin, '/fhir/Immunization?_count=3')).map(({ id }) => id);
  const edited = (await walkFhir(api.admin, '/fhir/Patient?_lastUpdated=ge2020&_count=4')).map(({ id }) => id);
  stopped = true;
  expect(await writing).toBeGreaterThan(0);
  for (const walked of [patients, vaccines, edited]) expect(new Set(walked).size).toBe(walked.length);
  expect([...children, ...women].filter((id) => !patients.includes(id))).toEqual([]);
  expect([...children, ...women].filter((id) => !edited.includes(id))).toEqual([]);
  expect(records.filter((id) => !vaccines.includes(id))).toEqual([]);
});
