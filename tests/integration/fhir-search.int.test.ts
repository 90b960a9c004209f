import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSearched, parseSearch } from '#domain/exchange/search-query.ts';
import type { Body } from '../support/factories.ts';
import { createRecord, newCedula } from '../support/factories.ts';
import {
  askFhir,
  expectOutcome,
  type FhirBody,
  idsIn,
  nextOf,
  resourcesIn,
  selfOf,
  walkFhir,
} from '../support/fhir.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let woman: Body;
let child: Body;
let other: Body;
const ask = (path: string, options?: Parameters<typeof askFhir>[2]) => askFhir(api.admin, path, options);
const search = async (query: string) => {
  const { status, body, text } = await ask(`/fhir/${query}`);
  expect([status, text.slice(0, 200)]).toEqual([200, expect.anything()]);
  return body;
};

beforeAll(async () => {
  api = await startTestApi();
  woman = await createRecord(api.admin, 'mujer', { nombres: 'LUZ MARÍA', apellidos: 'TENESACA PILCO', hcu: 'H-7/1' });
  child = await createRecord(api.admin, 'nino', {
    ...{ cedulamadre: woman.cedula, nombres: 'SISA ÑUSTA', apellidos: 'GUALÁN TENESACA' },
    ...{ fechanacimiento: '2025-09-17', sexo: 'FEMENINO' },
  });
  other = await createRecord(api.admin, 'nino', {
    ...{ cedulamadre: newCedula(), nombres: 'INTI', apellidos: 'LEMA', fechanacimiento: '2024-12-31' },
    ...{ sexo: 'MASCULINO', provincia: 'AZUAY', canton: 'CUENCA' },
  });
  await createRecord(api.admin, 'control', { fecha: '2026-03-17', peso: 6.5, longitud: 64, perimetro: 42 }, child._id);
  await createRecord(api.admin, 'control', { fecha: '2026-05-17', peso: 7.2, longitud: 67, perimetro: 43 }, child._id);
  await createRecord(api.admin, 'vacuna', {}, child._id);
  await createRecord(api.admin, 'etmi', {}, woman._id);
  await createRecord(api.admin, 'controlmujer', {}, woman._id);
});
afterAll(() => api.close());

it('the CapabilityStatement is public, and every search that it names works', async () => {
  const { status, body } = await askFhir(api.anonymous, '/fhir/metadata');
  expect([status, body.fhirVersion, body.kind]).toEqual([200, '4.0.1', 'instance']);
  const [rest] = body.rest;
  expect(rest.security.extension[0].extension[0].valueUri).toMatch(/\/fhir\/token$/);
  const values: Record<string, string> = {
    date: '2026',
    token: 'x',
    string: 'x',
    uri: 'http://x',
    reference: child._id,
  };
  for (const { type, searchParam, searchInclude = [] } of rest.resource) {
    for (const { name, type: kind } of searchParam)
      expect([type, name, selfOf(await search(`${type}?${name}=${values[kind]}`))]).toEqual([
        type,
        name,
        expect.stringContaining(name),
      ]);
    for (const include of searchInclude)
      expect(selfOf(await search(`${type}?_include=${include}&_count=1`))).toContain('_include');
  }
});

describe('a search for Patient', () => {
  it.each<[string, (people: { woman: Body; child: Body; other: Body }) => (string | Body)[]]>([
    ['identifier=<cedula>', ({ woman }) => [woman]],
    ['identifier=<cedulas>|<cedula>', ({ woman }) => [woman]],
    ['identifier=<hcus>|<cedula>', () => []],
    ['identifier=|<cedula>', () => []],
    ['identifier=<hcus>|H-7/1', ({ woman }) => [woman]],
    ['name=maria', ({ woman }) => [woman]],
    ['name=tenesaca', ({ woman, child }) => [woman, child]],
    ['name=TENESACA&name=sisa', ({ child }) => [child]],
    ['name=nusta', ({ child }) => [child]],
    ['name=esaca', () => []],
    ['name:contains=esaca', ({ woman, child }) => [woman, child]],
    ['name:exact=LUZ', ({ woman }) => [woman]],
    ['name:exact=luz', () => []],
    ['name:exact=GUALÁN TENESACA', ({ child }) => [child]],
    ['name=%', () => []],
    ['name=_', () => []],
    ['name=l,i', ({ woman, other }) => [woman, other]],
    ['birthdate=2025-09-17', ({ child }) => [child]],
    ['birthdate=2025-09', ({ child }) => [child]],
    ['birthdate=ge2025', ({ child }) => [child]],
    ['birthdate=lt2025', ({ other }) => [other]],
    ['birthdate=le2024-12-31&birthdate=ge2024-12-31', ({ other }) => [other]],
    ['birthdate=gt2025-09-16&birthdate=lt2025-09-18', ({ child }) => [child]],
    ['gender=male', ({ other }) => [other]],
    ['gender=female', ({ woman, child }) => [woman, child]],
    ['gender=http://hl7.org/fhir/administrative-gender|female', ({ woman, child }) => [woman, child]],
    ['gender=x|female', () => []],
    ['address-city=cuenca', ({ other }) => [other]],
    ['address-city=colta', ({ woman, child }) => [woman, child]],
    ['address-city:exact=colta', () => []],
    ['_id=<child>,<other>', ({ child, other }) => [child, other]],
    ['_id=<child>&_id=<other>', () => []],
    ['_id=x', () => []],
    ['_lastUpdated=ge2020', ({ woman, child, other }) => [woman, child, other]],
    ['_lastUpdated=lt2020', () => []],
  ])('by %s finds exactly those', async (query, expected) => {
    const base = selfOf(await search('Patient')).replace(/\/Patient.*/, '');
    const values = {
      cedula: woman.cedula,
      cedulas: `${base}/sid/cedula`,
      hcus: `${base}/sid/hcu`,
      child: child._id,
      other: other._id,
    };
    const filled = Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`<${name}>`, value), query);
    const pairs = new URLSearchParams(filled.replaceAll('%', '%25'));
    const body = await search(`Patient?${pairs}`);
    const ids = expected({ woman, child, other }).map((one) => (typeof one === 'string' ? one : one._id));
    expect(idsIn(body).toSorted()).toEqual(ids.toSorted());
    pairs.set('_summary', 'count');
    expect((await search(`Patient?${pairs}`)).total).toBe(ids.length);
  });

  it('finds exactly the people whose resources have the values, for random searches', async () => {
    const names = ['LUZ', 'ÑUSTA', 'José Ángel', "D'ANGELO", 'ana_maría', '100%', 'Lü'];
    for (const [at, nombres] of names.entries())
      await createRecord(api.admin, 'nino', {
        ...{ nombres, apellidos: names[(at * 3 + 1) % names.length], fechanacimiento: `2025-0${at + 1}-28` },
        ...{
          sexo: at % 3 === 0 ? 'MASCULINO' : 'FEMENINO',
          hcu: `HC ${at}`,
          canton: at % 2 === 0 ? 'COLTA' : 'ALAUSÍ',
        },
      });
    const all = await walkFhir(api.admin, '/fhir/Patient');
    const base = selfOf(await search('Patient')).replace(/\/Patient.*/, '');
    const some = fc.constantFrom;
    const word = fc.oneof(
      some(...names, 'ñ', 'a', 'jose', '%', '_', 'ang', "'", '\\\\', 'maria ', 'HC'),
      fc.string({ minLength: 1, maxLength: 3 }),
    );
    const day = some('2025', '2025-03', '2025-03-28', '2024-12-31', '2025-03-28T05:00:00Z', '2025-03-28T10:00Z');
    const prefix = some('', 'eq', 'ge', 'gt', 'le', 'lt');
    const pair = fc.oneof(
      fc.tuple(some('name', 'name:exact', 'name:contains', 'address-city', 'address-city:contains'), word),
      fc.tuple(
        some('birthdate'),
        fc.tuple(prefix, day).map((parts) => parts.join('')),
      ),
      fc.tuple(some('gender'), some('male', 'female', 'unknown', '|male', 'x|male')),
      fc.tuple(
        some('identifier'),
        some('HC 1', `${base}/sid/hcu|HC 2`, `${base}/sid/hcu|`, String(child.cedula), '|HC 1'),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { minLength: 1, maxLength: 3 }), async (pairs) => {
        const { status, body } = await ask(`/fhir/Patient?${new URLSearchParams(pairs)}&_count=200`);
        // Some values are no values: of blanks alone, or of a separator.
        if (status === 400) return;
        const wanted = parseSearch('Patient', pairs, { strict: true, base });
        const expected = all.filter((resource) => isSearched(wanted, resource)).map(({ id }) => id);
        expect([pairs, idsIn(body)]).toEqual([pairs, expected]);
      }),
      { numRuns: 150 },
    );
  });

  it('leaves unknown parameters out of self, and refuses them when handling is strict', async () => {
    const body = await search('Patient?favourite=blue&gender=male&phone=&_sort=name');
    expect(selfOf(body)).toMatch(/\/fhir\/Patient\?gender=male$/);
    const strict = { headers: { prefer: 'return=minimal; handling=strict' } };
    expectOutcome(await ask('/fhir/Patient?favourite=blue', strict), 400, 'not-supported');
    expectOutcome(await ask('/fhir/Patient?_sort=name', strict), 400, 'not-supported');
    expect((await ask('/fhir/Patient?gender=male', strict)).status).toBe(200);
  });

  it('refuses a chain, known or not, since ignoring it would answer another question', async () => {
    for (const query of ['_has:Observation:patient:code=1', 'link.name=sisa', 'organization:Organization.name=x'])
      expectOutcome(await ask(`/fhir/Patient?${query}`), 400, 'not-supported');
  });

  it('says in self how many resources a page has', async () => {
    expect(selfOf(await search('Patient?_count=201'))).toMatch(/_count=200$/);
  });

  it('takes its parameters from a form too', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const { body } = await ask('/fhir/Patient/_search?gender=female', {
      ...{ method: 'POST', headers: form, payload: new URLSearchParams({ name: 'sisa ñ', _count: '5' }).toString() },
    });
    expect(idsIn(body)).toEqual([child._id]);
  });

  it('knows edited people by their last update', async () => {
    const created = await createRecord(api.admin, 'nino', { nombres: 'TEMPORAL' });
    const before = (await ask(`/fhir/Patient/${created._id}`)).body.meta;
    const { body } = await api.admin.get(`/api/nino/${created._id}`);
    const { _id, createdBy, fechaRegistro, ...fields } = body;
    expect((await api.admin.put(`/api/nino/${created._id}`, { ...fields, nombres: 'OTRA' })).status).toBe(200);
    const { meta } = (await ask(`/fhir/Patient/${created._id}`)).body;
    expect(Number(meta.versionId)).toBe(Number(before.versionId) + 1);
    expect(meta.lastUpdated > before.lastUpdated).toBe(true);
    expect(idsIn(await search(`Patient?_lastUpdated=${meta.lastUpdated}`))).toEqual([created._id]);
    expect(idsIn(await search(`Patient?_lastUpdated=gt${meta.lastUpdated}`))).toEqual([]);
    expect(idsIn(await search(`Patient?_lastUpdated=ge${meta.lastUpdated}`))).toEqual([created._id]);
    await api.admin.delete(`/api/nino/${created._id}`);
  });
});

it('observations are found by person, category, code and day, and include their Patient', async () => {
  const query = `Observation?patient=Patient/${child._id}&code=http://loinc.org|29463-7`;
  const weights = await search(`${query}&date=ge2026-04-01&_include=Observation:patient`);
  expect(resourcesIn(weights).map(({ valueQuantity }) => valueQuantity.value)).toEqual([7.2]);
  expect(resourcesIn(weights, 'include').map(({ id }) => id)).toEqual([child._id]);
  expect(idsIn(await search(query))).toHaveLength(2);
  expect(idsIn(await search(`Observation?patient=${other._id}&code=29463-7`))).toEqual([]);
  expect(idsIn(await search(`Observation?patient=${child._id}&category=vital-signs`)).length).toBeGreaterThan(2);
  expect((await search(`Observation?patient=${child._id}&code=29463-7&_summary=count`)).total).toBe(2);
  expectOutcome(await ask('/fhir/Observation?_summary=count'), 400, 'too-costly');
});

it('who recorded is found by person and by what was recorded, and counted', async () => {
  const all = await walkFhir(api.admin, '/fhir/Provenance');
  const targetsIn = (one: FhirBody): string[] => one.target.map(({ reference }: FhirBody) => reference);
  const some = [`Patient/${child._id}`, ...all.slice(0, 3).flatMap((one) => targetsIn(one).slice(0, 1))];
  for (const target of some) {
    const expected = all.filter((one) => targetsIn(one).includes(target)).map(({ id }) => id);
    expect(expected).not.toEqual([]);
    expect(idsIn(await search(`Provenance?target=${target}`))).toEqual(expected);
    expect((await search(`Provenance?target=${target}&_summary=count`)).total).toBe(expected.length);
  }
  expect((await search(`Provenance?patient=${child._id}&_summary=count`)).total).toBeGreaterThan(0);
  expect(idsIn(await search(`Provenance?target=Patient/${crypto.randomUUID()}`))).toEqual([]);
});

it('who edits without having created anything is a Practitioner, until the role is lost; then a name', async () => {
  const editor = await api.user('ROLE_SUPERVISOR');
  const edited = await createRecord(api.admin, 'nino');
  const put = { ...edited, celular: '0991234567' };
  expect((await editor.put(`/api/nino/${edited._id}`, put)).status).toBe(200);
  const authors = async () => {
    const provenances = resourcesIn(await search(`Provenance?patient=${edited._id}`));
    return provenances.map(({ agent }) => agent[0].who);
  };
  const reference = `Practitioner/${editor.id}`;
  expect(await authors()).toContainEqual({ reference, display: expect.any(String) });
  expect((await ask(`/fhir/${reference}`)).status).toBe(200);
  const everything = await walkFhir(api.admin, `/fhir/Patient/${edited._id}/$everything`);
  expect(everything.map(({ resourceType, id }) => `${resourceType}/${id}`)).toContain(reference);
  await api.database.db.execute(sql`delete from usuario_rol where usuario_id = ${editor.id}`);
  expect((await ask(`/fhir/${reference}`)).status).toBe(404);
  expect(await authors()).toContainEqual({ display: expect.any(String) });
});

it('what the birth date decides changes its version with the child', async () => {
  const born = await createRecord(api.admin, 'nino', { fechanacimiento: '2026-03-01' });
  const newborn = await createRecord(api.admin, 'rn', {}, born._id);
  const path = `/fhir/Observation/${newborn._id}.pesonacer`;
  const before = await ask(path);
  expect([before.status, before.headers.etag]).toEqual([200, 'W/"1.1"']);
  const put = { ...born, fechanacimiento: '2026-03-02' };
  expect((await api.admin.put(`/api/nino/${born._id}`, put)).status).toBe(200);
  const after = await ask(path, { headers: { 'if-none-match': 'W/"1.1"' } });
  expect([after.status, after.headers.etag, after.body.effectiveDateTime]).toEqual([200, 'W/"1.2"', '2026-03-02']);
  expect(after.body.meta.lastUpdated > before.body.meta.lastUpdated).toBe(true);
});

it('a score is found as changed when the birth date of its child changes', async () => {
  const born = await createRecord(api.admin, 'nino', { fechanacimiento: '2025-09-17' });
  const measured = { fecha: '2026-03-17', edad: 6, peso: 7.2, longitud: 65, perimetro: 42 };
  const { _id } = await createRecord(api.admin, 'control', measured, born._id);
  const updated = async () => (await ask(`/fhir/Observation/${_id}.z-peso`)).body.meta.lastUpdated;
  const before = await updated();
  const put = { ...born, fechanacimiento: '2025-09-27' };
  expect((await api.admin.put(`/api/nino/${born._id}`, put)).status).toBe(200);
  expect((await updated()) > before).toBe(true);
  const changed = await search(`Observation?patient=${born._id}&category=exam&_lastUpdated=gt${before}`);
  expect(idsIn(changed)).toContain(`${_id}.z-peso`);
  await api.admin.delete(`/api/nino/${born._id}`);
});

it('observations are found by their contact', async () => {
  const [observation] = (await search(`Observation?patient=${child._id}&category=vital-signs`)).entry;
  const { reference } = observation.resource.encounter;
  const bundle = await search(`Observation?encounter=${reference}&_count=200`);
  expect(idsIn(bundle)).toContain(observation.resource.id);
  for (const { encounter } of resourcesIn(bundle)) expect(encounter.reference).toBe(reference);
});

it('resources are found by their last update where the CapabilityStatement names it, all of them', async () => {
  const [rest] = (await askFhir(api.anonymous, '/fhir/metadata')).body.rest;
  for (const { type, searchParam } of rest.resource) {
    if (!searchParam.some(({ name }: FhirBody) => name === '_lastUpdated')) continue;
    const [updated, all] = [await search(`${type}?_lastUpdated=ge1900`), await search(type)];
    expect(idsIn(all)).not.toEqual([]);
    expect([type, idsIn(updated)]).toEqual([type, idsIn(all)]);
  }
});

it('every type is walked to its end, each resource once, by pages of any size', async () => {
  for (const type of ['RelatedPerson', 'EpisodeOfCare', 'Encounter', 'Observation', 'Immunization', 'Provenance']) {
    const whole = (await walkFhir(api.admin, `/fhir/${type}?_count=200`)).map(({ id }) => id);
    const bits = (await walkFhir(api.admin, `/fhir/${type}?_count=1`)).map(({ id }) => id);
    expect([type, bits]).toEqual([type, whole]);
    expect(new Set(bits).size).toBe(bits.length);
    expect([type, bits.length]).toEqual([type, expect.any(Number)]);
    expect(bits.length).toBeGreaterThan(0);
  }
});

it('every resource of a search is read by its id, and by the parameter _id', async () => {
  const { rest } = (await ask('/fhir/metadata')).body;
  for (const { type } of rest[0].resource) {
    const [first] = resourcesIn(await search(`${type}?_count=3`));
    if (!first) continue;
    const { status, body } = await ask(`/fhir/${type}/${first.id}`);
    expect([type, status, body]).toEqual([type, 200, first]);
    expect([type, idsIn(await search(`${type}?_id=${first.id}`))]).toEqual([type, [first.id]]);
    expectOutcome(await ask(`/fhir/${type}/${crypto.randomUUID()}`), 404, 'not-found');
  }
});

it('an unchanged version is not sent again, and HEAD sends no body', async () => {
  const { headers } = await ask(`/fhir/Patient/${child._id}`);
  expect(headers.etag).toBe('W/"1"');
  expect(headers['last-modified']).toMatch(/GMT$/);
  const again = await ask(`/fhir/Patient/${child._id}`, { headers: { 'if-none-match': 'W/"1"' } });
  expect([again.status, again.text]).toEqual([304, '']);
  expect((await ask(`/fhir/Patient/${child._id}`, { headers: { 'if-none-match': 'W/"2"' } })).status).toBe(200);
  expect((await ask(`/fhir/Patient/${child._id}`, { headers: { 'if-none-match': '*' } })).status).toBe(304);
  const head = await ask(`/fhir/Patient/${child._id}`, { method: 'HEAD' });
  expect([head.status, head.text, head.headers.etag]).toEqual([200, '', 'W/"1"']);
});

it('$everything is the whole booklet with who and where, by pages too', async () => {
  const all = await walkFhir(api.admin, `/fhir/Patient/${child._id}/$everything`);
  const types = new Set(all.map(({ resourceType }) => resourceType));
  for (const type of [
    'Patient',
    'RelatedPerson',
    'Encounter',
    'Observation',
    'Immunization',
    'Practitioner',
    'Provenance',
  ])
    expect([...types]).toContain(type);
  const named = (some: typeof all) => some.map(({ resourceType, id }) => `${resourceType}/${id}`);
  expect(named(await walkFhir(api.admin, `/fhir/Patient/${child._id}/$everything?_count=3`))).toEqual(named(all));
  const some = await walkFhir(api.admin, `/fhir/Patient/${child._id}/$everything?_type=Patient,Immunization`);
  expect(new Set(some.map(({ resourceType }) => resourceType))).toEqual(new Set(['Patient', 'Immunization']));
  expectOutcome(await ask(`/fhir/Patient/${child._id}/$everything?_type=Secret`), 400, 'invalid');
});

it('the deleted answer 410, with their records, and the erased 404', async () => {
  const gone = await createRecord(api.admin, 'nino');
  const kept = await createRecord(api.admin, 'vacuna', {}, gone._id);
  const single = await createRecord(api.admin, 'vacuna', {}, gone._id);
  await api.admin.delete(`/api/vacuna/${single._id}`);
  expectOutcome(await ask(`/fhir/Immunization/${single._id}`), 410, 'deleted');
  await api.admin.delete(`/api/nino/${gone._id}`);
  for (const path of [`Patient/${gone._id}`, `Immunization/${kept._id}`, `Immunization/${single._id}`])
    expectOutcome(await ask(`/fhir/${path}`), 410, 'deleted');
  expectOutcome(await ask(`/fhir/Patient/${gone._id}/$everything`), 410, 'deleted');
  expect(idsIn(await search(`Patient?_id=${gone._id}`))).toEqual([]);
  expect((await api.admin.post(`/api/auditoria/eliminados/${gone._id}/restaurar`)).status).toBeLessThan(300);
  const restored = await ask(`/fhir/Patient/${gone._id}`);
  expect(restored.status).toBe(200);
  expect(idsIn(await search(`Patient?_lastUpdated=ge${restored.body.meta.lastUpdated}&_id=${gone._id}`))).toEqual([
    gone._id,
  ]);
});

it('code systems are served, found by their address', async () => {
  const systems = await walkFhir(api.admin, '/fhir/CodeSystem');
  expect(systems.length).toBeGreaterThan(0);
  for (const system of systems) {
    expect(idsIn(await search(`CodeSystem?url=${encodeURIComponent(system.url)}`))).toEqual([system.id]);
    expect((await ask(`/fhir/CodeSystem/${system.id}`)).body.concept.length).toBeGreaterThan(0);
  }
  expect(nextOf(await search('Location?_count=1'))).toBeDefined();
});
