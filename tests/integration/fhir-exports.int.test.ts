import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Db } from '#server/db/connect.ts';
import { exportPartTable, exportTable, journal } from '#server/db/schema.ts';
import { deleteOldExports } from '#server/modules/fhir-export/delete-exports.ts';
import { createExportRepository } from '#server/modules/fhir-export/export-repository.ts';
import { createRecord } from '../support/factories.ts';
import {
  exported,
  idsOf,
  kickOff,
  linesOf,
  manifestAt,
  outcomeOf,
  pathOf,
  systemReader,
  workOnAllExports,
} from '../support/fhir-exports.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let db: Db;
let people: string[];
/** Each test asks for exports as an account of its own. */
let reader: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  db = api.database.db;
  people = [];
  for (let at = 0; at < 12; at += 1) {
    const child = await createRecord(api.admin, 'nino', {
      provincia: 'CHIMBORAZO',
      canton: at < 8 ? 'COLTA' : 'GUANO',
    });
    const woman = await createRecord(api.admin, 'mujer', { provincia: 'CHIMBORAZO', canton: 'COLTA' });
    people.push(child._id, woman._id);
    await createRecord(api.admin, 'control', {}, child._id);
  }
  people.sort();
});
afterAll(() => api.close());
beforeEach(async () => {
  await db.delete(exportTable);
  reader = await api.user('ROLE_ADMINISTRADOR');
});

const countParts = () => db.$count(exportPartTable);
const storedAt = async (path: string) => {
  const [stored] = await db
    .select()
    .from(exportTable)
    .where(eq(exportTable._id, path.slice(-36)));
  return stored;
};

/** A database that does something before a write: its first transaction claims an export, the others store parts. */
function beforeWrite(database: Database, write: number, act: () => Promise<unknown>): Database {
  let writes = 0;
  const db = new Proxy(database.db, {
    get(target, name, receiver) {
      if (name !== 'transaction') return Reflect.get(target, name, receiver);
      return async (run: (inside: Db) => Promise<unknown>, config?: { accessMode: 'read only' }) => {
        if (!config) {
          writes += 1;
          if (writes === write) await act();
        }
        return target.transaction(run as Parameters<Db['transaction']>[0], config);
      };
    },
  });
  return { ...database, db };
}

/** A database that fails after so many writes, like a process that is killed there. */
const failingAfter = (database: Database, writes: number, error = new Error('killed before the commit')): Database =>
  beforeWrite(database, writes + 1, () => Promise.reject(error));

describe('an export', () => {
  it('holds every person once, in files by type, with true counts', async () => {
    const { manifest, lines } = await exported(api, reader);
    expect(idsOf(lines)).toEqual(people);
    expect(manifest).toMatchObject({
      requiresAccessToken: true,
      request: expect.stringMatching(/\/fhir\/\$export$/),
      deleted: [],
      error: [],
    });
    expect(new Set(lines.map(({ resourceType, id }) => `${resourceType}/${id}`)).size).toBe(lines.length);
    for (const { type, url } of manifest.output) expect(url).toContain(`/${type}.`);
  });

  it('tells how far it is, and when to ask again', async () => {
    const path = pathOf(await kickOff(reader));
    const waiting = await reader.get(path);
    expect(waiting).toMatchObject({ status: 202, text: '', headers: { 'x-progress': 'en espera' } });
    expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0);
    let during: Awaited<ReturnType<typeof reader.get>> | undefined;
    const database = beforeWrite(api.database, 4, async () => {
      during = await reader.get(path);
    });
    await workOnAllExports({ ...api, database });
    expect(during).toMatchObject({
      status: 202,
      headers: { 'x-progress': expect.stringMatching(/^\d+ % \(\d+ de 24 libretas\)$/) },
    });
    const ready = await reader.get(path);
    expect(ready.headers).toMatchObject({ 'content-type': expect.stringContaining('application/json') });
    expect(Date.parse(String(ready.headers.expires))).toBeGreaterThan(Date.now());
  });

  it('of some types holds these', async () => {
    const { manifest, lines } = await exported(api, reader, '?_type=Patient');
    expect([...new Set(manifest.output.map(({ type }) => type))]).toEqual(['Patient']);
    expect(idsOf(lines)).toEqual(people);
  });

  it('is asked for with a POST and a Parameters resource as well, and for all patients', async () => {
    const body = {
      resourceType: 'Parameters',
      parameter: [
        { name: '_type', valueString: 'Patient' },
        { name: '_outputFormat', valueString: 'application/fhir+ndjson' },
      ],
    };
    const answer = await reader.send({
      ...{ method: 'POST', url: '/fhir/Patient/$export', payload: JSON.stringify(body) },
      headers: { prefer: 'respond-async, handling=lenient', 'content-type': 'application/fhir+json' },
    });
    const path = pathOf(answer);
    await workOnAllExports(api);
    expect(idsOf(await linesOf(reader, (await manifestAt(reader, path)).output))).toEqual(people);
  });

  it('holds only the places that its reader could see when it was asked for', async () => {
    const repository = createExportRepository(db);
    const _id = crypto.randomUUID();
    await repository.create({
      ...{ _id, lector: reader.id, peticion: 'http://localhost/fhir/$export', base: 'http://localhost/fhir' },
      ...{ sistemas: { cedula: 'urn:c', hcu: 'urn:h', establecimiento: 'urn:e' }, tipos: ['Patient'], desde: null },
      lugares: [
        { provincia: 'CHIMBORAZO', canton: 'GUANO' },
        { provincia: 'LOJA', canton: null },
      ],
    });
    await workOnAllExports(api);
    const { output } = await manifestAt(reader, `/fhir/exportaciones/${_id}`);
    expect(await linesOf(reader, output)).toHaveLength(4);
  });

  it('is in the journal as its reader, when it is asked for and with each file', async () => {
    const { path, manifest } = await exported(api, reader, '?_type=Patient');
    await api.app.journalWritten();
    const entries = await db
      .select()
      .from(journal)
      .where(eq(journal.about, path.slice(-36)))
      .orderBy(journal.seq);
    expect(entries).toHaveLength(1 + manifest.output.length);
    for (const entry of entries) expect(entry).toMatchObject({ action: 'exportar', kind: 'fhir', actor: reader.id });
  });
});

describe('a request for an export', () => {
  it('without respond-async is refused', async () => {
    for (const prefer of ['', 'return=minimal', 'handling=lenient']) {
      const answer = await kickOff(reader, '', { prefer });
      expect(answer.status).toBe(400);
      expect(outcomeOf(answer).diagnostics).toContain('respond-async');
    }
  });

  it.each([
    ['?_type=Nothing', '_type'],
    ['?_type=', '_type'],
    ['?_type=Patient,__proto__', '_type'],
    ['?_since=ayer', '_since'],
    ['?_since=2026-11-01', '_since'],
    ['?_since=2026-99-99T00:00:00Z', '_since'],
    ['?_since=0001-01-01T00:00:00Z', '_since'],
    ['?_since=2026-01-01T00:00:00Z&_since=2026-02-01T00:00:00Z', '_since'],
    ['?_outputFormat=text/csv', '_outputFormat'],
    ['?_typeFilter=Patient%3Fgender%3Dmale', '_typeFilter'],
    ['?_elements=id', '_elements'],
    ['?patient=Patient/1', 'patient'],
    [`?_type=${'Patient,'.repeat(400)}Patient`, 'demasiado'],
    [`?${Array.from({ length: 60 }, (_, at) => `a${at}=1`).join('&')}`, 'demasiado'],
  ])('with %.40s is refused with a sentence', async (query, word) => {
    const answer = await kickOff(reader, query);
    expect(answer.status).toBe(400);
    expect(outcomeOf(answer).diagnostics).toContain(word);
    expect(await db.$count(exportTable)).toBe(0);
  });

  it('that is lenient leaves out what the server does not read', async () => {
    const answer = await kickOff(reader, '?_type=Patient,Device&_elements=id', {
      prefer: 'respond-async; handling=lenient',
    });
    expect(answer.status).toBe(202);
  });

  it.each([
    '[]',
    '7',
    '{"resourceType":"Patient"}',
    '{"resourceType":"Parameters","parameter":7}',
    '{"resourceType":"Parameters","parameter":[null]}',
    '{"resourceType":"Parameters","parameter":[{"name":7}]}',
    '{"resourceType":"Parameters","parameter":[{"name":"_type","valueString":7}]}',
    '{"resourceType":"Parameters","parameter":[{"name":"_type"}]}',
    '{"resourceType":"Parameters","parameter":[{"name":"patient","valueReference":{"reference":"Patient/1"}}]}',
    '{nothing',
  ])('with the body %s is refused', async (payload) => {
    const answer = await reader.send({
      ...{ method: 'POST', url: '/fhir/$export', payload },
      headers: { prefer: 'respond-async', 'content-type': 'application/fhir+json' },
    });
    expect(answer.status).toBe(400);
    expect(outcomeOf(answer).diagnostics).not.toBe('');
  });

  it('beyond the limit of a reader is refused until one is over, also when all come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => kickOff(reader)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 429, 429, 429]);
    const refused = await kickOff(reader);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(outcomeOf(refused).code).toBe('throttled');
    const first = answers.find(({ status }) => status === 202);
    await reader.delete(pathOf(first as (typeof answers)[number]));
    expect((await kickOff(reader)).status).toBe(202);
  });

  it('beyond the limit of all readers is refused', async () => {
    const readers = [reader, await api.user('ROLE_ADMINISTRADOR'), await api.user('ROLE_ADMINISTRADOR')];
    for (const one of readers) for (let at = 0; at < 3; at += 1) pathOf(await kickOff(one));
    const [last, more] = [await api.user('ROLE_ADMINISTRADOR'), await api.user('ROLE_ADMINISTRADOR')];
    expect((await kickOff(last)).status).toBe(202);
    expect((await kickOff(more)).status).toBe(429);
  });
});

describe('other readers', () => {
  it('see neither the status nor the files of an export, and cannot cancel it', async () => {
    const { path, manifest } = await exported(api, reader, '?_type=Patient');
    const [file = { url: '' }] = manifest.output;
    const { pathname } = new URL(file.url);
    const other = await api.user('ROLE_ADMINISTRADOR');
    for (const answer of [await other.get(path), await other.get(pathname), await other.delete(path)])
      expect(answer.status).toBe(404);
    for (const role of ['ROLE_SUPERVISOR', 'ROLE_BRIGADA', 'ROLE_USUARIO'] as const) {
      const account = await api.user(role);
      for (const answer of [await account.get(path), await account.get(pathname), await kickOff(account)])
        expect(answer.status).toBe(403);
    }
    for (const answer of [
      await api.anonymous.get(path),
      await api.anonymous.get(pathname),
      await kickOff(api.anonymous),
    ])
      expect(answer.status).toBe(401);
    expect((await reader.get(pathname)).status).toBe(200);
  });

  it('a reader whose right was taken away gets nothing more of a finished export', async () => {
    const { path, manifest } = await exported(api, reader, '?_type=Patient');
    expect((await api.admin.delete(`/api/users/${reader.id}`)).status).toBe(200);
    for (const url of [path, ...manifest.output.map((one) => new URL(one.url).pathname)])
      expect([401, 403]).toContain((await reader.get(url)).status);
  });

  it('a HEAD request shows that a file is there, without reading it', async () => {
    const { path, manifest } = await exported(api, reader, '?_type=Patient');
    const [file = { url: '' }] = manifest.output;
    const head = (url: string) => reader.send({ method: 'HEAD', url });
    expect(await head(new URL(file.url).pathname)).toMatchObject({ status: 200, text: '' });
    expect((await head(`${path}/Patient.99.ndjson`)).status).toBe(404);
    expect((await head('/fhir/$export')).status).toBe(405);
    expect(await db.$count(exportTable)).toBe(1);
  });

  it('an unknown export or file does not exist', async () => {
    const { path } = await exported(api, reader, '?_type=Patient');
    for (const url of [
      `/fhir/exportaciones/${crypto.randomUUID()}`,
      '/fhir/exportaciones/nada',
      `${path}/Patient.99.ndjson`,
      `${path}/Condition.1.ndjson`,
      `${path}/..%2f..%2fetc`,
      `${path}/Patient.1`,
      `${path}/Patient.99999999999999999999.ndjson`,
    ])
      expect((await reader.get(url)).status).toBe(404);
  });
});

describe('a registered system', () => {
  const GUANO = { lugares: [{ provincia: 'CHIMBORAZO', canton: 'GUANO' }] };

  it('gets the people of its places and the types of its scopes', async () => {
    const alcances = ['system/Patient.rs', 'system/Observation.rs'];
    const { client } = await systemReader(api, { ...GUANO, alcances }, alcances.join(' '));
    const { manifest, lines } = await exported(api, client);
    expect(idsOf(lines)).toHaveLength(4);
    expect([...new Set(manifest.output.map(({ type }) => type))].toSorted()).toEqual(['Observation', 'Patient']);
    const patients = new Set(idsOf(lines).map((id) => `Patient/${id}`));
    for (const { subject } of lines.filter(({ resourceType }) => resourceType === 'Observation'))
      expect(patients).toContain(subject.reference);
    const refused = await kickOff(client, '?_type=Patient,Immunization');
    expect([refused.status, outcomeOf(refused).code]).toEqual([403, 'forbidden']);
  });

  it('that is revoked gets nothing more of a finished export', async () => {
    const { id, client } = await systemReader(api, GUANO);
    const { path, manifest } = await exported(api, client, '?_type=Patient');
    expect((await api.admin.delete(`/api/sistemas/${id}`)).status).toBe(200);
    for (const url of [path, ...manifest.output.map((one) => new URL(one.url).pathname)])
      expect((await client.get(url)).status).toBe(401);
  });

  it.each([
    ['places', { lugares: [{ provincia: 'AZUAY', canton: null }] }, [404, 404]],
    ['more places', { lugares: [...GUANO.lugares, { provincia: 'AZUAY', canton: null }] }, [200, 200]],
    ['the whole province', { lugares: [{ provincia: 'CHIMBORAZO', canton: null }] }, [200, 200]],
    ['scopes', { alcances: ['system/Location.rs'] }, [200, 403]],
  ])('that gets other %s gets only what it may still see of a finished export', async (_, change, expected) => {
    const { id, client } = await systemReader(api, GUANO);
    const { path, manifest } = await exported(api, client, '?_type=Patient');
    const { body } = await api.admin.get('/api/sistemas');
    const system = body.find(({ _id }: { _id: string }) => _id === id);
    const { nombre, hasta, llaves, alcances, lugares, version } = system;
    const edited = { nombre, hasta, llaves, alcances, lugares, version, ...change };
    expect((await api.admin.put(`/api/sistemas/${id}`, edited)).status).toBe(200);
    const [file = { url: '' }] = manifest.output;
    const answers = [await client.get(path), await client.get(new URL(file.url).pathname)];
    expect(answers.map(({ status }) => status)).toEqual(expected);
  });

  it('sees no export of another one', async () => {
    const [one, other] = [await systemReader(api, GUANO), await systemReader(api, GUANO)];
    const { path } = await exported(api, one.client, '?_type=Patient');
    expect((await other.client.get(path)).status).toBe(404);
    expect((await other.client.delete(path)).status).toBe(404);
    expect((await one.client.get(path)).status).toBe(200);
  });

  it('finds exports in the metadata', async () => {
    const { rest } = JSON.parse((await api.anonymous.get('/fhir/metadata')).text);
    const patient = rest[0].resource.find(({ type }: { type: string }) => type === 'Patient');
    expect(rest[0].operation).toContainEqual(expect.objectContaining({ name: 'export' }));
    expect(patient.operation).toContainEqual(expect.objectContaining({ name: 'export' }));
  });
});

describe('a process that is killed in the middle', () => {
  it('leaves an export that another process begins anew: every person is in it once', async () => {
    const path = pathOf(await kickOff(reader));
    await expect(workOnAllExports({ ...api, database: failingAfter(api.database, 3) })).rejects.toThrow('killed');
    expect((await reader.get(path)).status).toBe(202);
    await workOnAllExports(api);
    expect(idsOf(await linesOf(reader, (await manifestAt(reader, path)).output))).toEqual(people);
  });

  it('keeps its turn for some seconds; then another one takes over and the first writes nothing more', async () => {
    const path = pathOf(await kickOff(reader));
    const database = beforeWrite(api.database, 3, async () => {
      await db.update(exportTable).set({ tomada: sql`now() - interval '21 seconds'` });
      await workOnAllExports(api);
    });
    await workOnAllExports({ ...api, database });
    const manifest = await manifestAt(reader, path);
    expect(idsOf(await linesOf(reader, manifest.output))).toEqual(people);
    await db.update(exportTable).set({ estado: 'exportando', proceso: crypto.randomUUID(), tomada: sql`now()` });
    expect(await workOnAllExports(api)).toBe(0);
    await db.update(exportTable).set({ tomada: sql`now() - interval '21 seconds'` });
    expect(await workOnAllExports(api)).toBe(1);
  });

  it('again and again at the same place ends the export, which says so', async () => {
    const path = pathOf(await kickOff(reader));
    for (let tries = 0; tries < 6; tries += 1)
      await workOnAllExports({ ...api, database: failingAfter(api.database, 3) }).catch(() => {});
    const answer = await reader.get(path);
    expect(answer.status).toBe(500);
    expect(outcomeOf(answer).code).toBe('exception');
    expect(await countParts()).toBe(0);
  });

  it('because the database is away does not end the export', async () => {
    const path = pathOf(await kickOff(reader));
    const away = Object.assign(new Error('away'), { code: '57P01' });
    for (let tries = 0; tries < 8; tries += 1)
      await workOnAllExports({ ...api, database: failingAfter(api.database, 3, away) }).catch(() => {});
    await workOnAllExports(api);
    expect((await reader.get(path)).status).toBe(200);
  });

  it('because it is asked to end gives the export back, as often as that happens', async () => {
    const path = pathOf(await kickOff(reader));
    for (let tries = 0; tries < 8; tries += 1) {
      const ending = new AbortController();
      const database = beforeWrite(api.database, 2, async () => ending.abort());
      await workOnAllExports({ ...api, database }, { signal: ending.signal });
    }
    expect(await storedAt(path)).toMatchObject({ estado: 'exportando', proceso: null, intentos: 0 });
    await workOnAllExports(api);
    expect(idsOf(await linesOf(reader, (await manifestAt(reader, path)).output))).toEqual(people);
  });
});

it('two processes make each of two exports once', async () => {
  const paths = [pathOf(await kickOff(reader)), pathOf(await kickOff(reader))];
  await Promise.all([workOnAllExports(api), workOnAllExports(api)]);
  await workOnAllExports(api);
  for (const path of paths)
    expect(idsOf(await linesOf(reader, (await manifestAt(reader, path)).output))).toEqual(people);
});

describe('an export that is cancelled', () => {
  it('while it is made ends, and leaves nothing', async () => {
    const path = pathOf(await kickOff(reader));
    let answer: number | undefined;
    const database = beforeWrite(api.database, 3, async () => {
      answer = (await reader.delete(path)).status;
    });
    await workOnAllExports({ ...api, database });
    expect(answer).toBe(202);
    expect((await reader.get(path)).status).toBe(404);
    expect((await reader.delete(path)).status).toBe(404);
    await deleteOldExports(api.database);
    expect([await countParts(), await db.$count(exportTable)]).toEqual([0, 0]);
  });

  it('when it is finished takes its files with it', async () => {
    const { path, manifest } = await exported(api, reader);
    expect((await reader.delete(path)).status).toBe(202);
    for (const { url } of manifest.output) expect((await reader.get(new URL(url).pathname)).status).toBe(404);
    await deleteOldExports(api.database);
    expect(await countParts()).toBe(0);
  });
});

it('the files of an export are there for a day, and are then deleted', async () => {
  const { path, manifest } = await exported(api, reader);
  const [file = { url: '' }] = manifest.output;
  const { pathname } = new URL(file.url);
  const agedBy = (hours: number) =>
    db.update(exportTable).set({ terminada: sql`now() - make_interval(hours => ${hours})` });
  await agedBy(23);
  await deleteOldExports(api.database);
  expect([(await reader.get(path)).status, (await reader.get(pathname)).status]).toEqual([200, 200]);
  await agedBy(25);
  expect([(await reader.get(path)).status, (await reader.get(pathname)).status]).toEqual([404, 404]);
  await deleteOldExports(api.database);
  expect([await countParts(), await db.$count(exportTable)]).toEqual([0, 0]);
});

describe('without room on the disk', () => {
  it('an export waits, and one in progress ends, says so and makes room', async () => {
    const path = pathOf(await kickOff(reader));
    let room: 'enough' | 'low' = 'low';
    const filling = beforeWrite(api.database, 3, async () => {
      room = 'low';
    });
    const database = { ...filling, room: () => room };
    expect(await workOnAllExports({ ...api, database })).toBe(0);
    room = 'enough';
    await workOnAllExports({ ...api, database });
    const answer = await reader.get(path);
    expect(answer.status).toBe(507);
    expect(outcomeOf(answer).code).toBe('no-store');
    expect(await countParts()).toBe(0);
  });

  it('a database that says so ends the export as well', async () => {
    const path = pathOf(await kickOff(reader));
    const full = Object.assign(new Error('could not extend file'), { code: '53100' });
    await workOnAllExports({ ...api, database: failingAfter(api.database, 3, full) });
    expect((await reader.get(path)).status).toBe(507);
    expect(await countParts()).toBe(0);
  });
});

describe('an export of changes', () => {
  it('holds whole booklets that changed, and names who was deleted', async () => {
    const { manifest } = await exported(api, reader, '?_type=Patient');
    const since = `?_since=${encodeURIComponent(manifest.transactionTime)}`;
    const [edited, recorded, removed, restored, erased] = await Promise.all(
      Array.from({ length: 5 }, () => createRecord(api.admin, 'mujer')),
    );
    if (!edited || !recorded || !removed || !restored || !erased) throw new Error('five women are created');
    const afterCreation = (await exported(api, reader, since)).manifest.transactionTime;
    const { body } = await api.admin.get(`/api/mujer/${edited._id}`);
    await api.admin.put(`/api/mujer/${edited._id}`, { ...body, direccion: 'OTRA CALLE' });
    await createRecord(api.admin, 'etmi', {}, recorded._id);
    for (const one of [removed, restored, erased]) await api.admin.delete(`/api/mujer/${one._id}`);
    await api.admin.post(`/api/auditoria/eliminados/${restored._id}/restaurar`);
    await api.admin.post(`/api/auditoria/personas/${erased._id}/borrar`, { motivo: 'Lo pidió' });
    await db.delete(exportTable);
    const changes = await exported(api, reader, `?_since=${encodeURIComponent(afterCreation)}`);
    expect(idsOf(changes.lines)).toEqual([edited._id, recorded._id, restored._id].toSorted());
    const bundles = await linesOf(reader, changes.manifest.deleted);
    const urls = bundles.flatMap(({ entry }) => entry.map(({ request }: { request: { url: string } }) => request.url));
    expect(urls.toSorted()).toEqual([`Patient/${removed._id}`, `Patient/${erased._id}`].toSorted());
    await Promise.all([edited, recorded, restored].map((one) => api.admin.delete(`/api/mujer/${one._id}`)));
  });

  it('of the future holds nothing', async () => {
    const { manifest } = await exported(api, reader, '?_type=Patient&_since=2100-01-01T00:00:00Z');
    expect(manifest).toMatchObject({ output: [], deleted: [] });
  });
});

describe('a person who is erased', () => {
  it('takes the files of all exports back, and exports in progress begin again without her', async () => {
    const done = await exported(api, reader, '?_type=Patient');
    const woman = await createRecord(api.admin, 'mujer');
    const path = pathOf(await kickOff(reader, '?_type=Patient'));
    let erased: number | undefined;
    const database = beforeWrite(api.database, 3, async () => {
      erased = (await api.admin.post(`/api/auditoria/personas/${woman._id}/borrar`, { motivo: 'Lo pidió' })).status;
    });
    await workOnAllExports({ ...api, database });
    expect(erased).toBe(200);
    await workOnAllExports(api);
    expect((await reader.get(done.path)).status).toBe(404);
    for (const { url } of done.manifest.output) expect((await reader.get(new URL(url).pathname)).status).toBe(404);
    expect(idsOf(await linesOf(reader, (await manifestAt(reader, path)).output))).toEqual(people);
  });
});

it('the export of a system of some places has no ids of a mother or of children elsewhere', async () => {
  const place = (canton: string) => ({ provincia: 'CHIMBORAZO', canton });
  const mothers = [
    await createRecord(api.admin, 'mujer', place('PENIPE')),
    await createRecord(api.admin, 'mujer', place('GUANO')),
  ];
  const children: string[] = [];
  for (const { cedula } of mothers)
    for (const canton of ['PENIPE', 'GUANO'])
      children.push((await createRecord(api.admin, 'nino', { ...place(canton), cedulamadre: cedula }))._id);
  const [near, far, fostered, other] = children;
  const { client } = await systemReader(api, { lugares: [place('PENIPE')] });
  const text = JSON.stringify((await exported(api, client)).lines);
  for (const id of [mothers[0]?._id, near, fostered]) expect(text).toContain(id);
  for (const id of [mothers[1]?._id, far, other]) expect(text).not.toContain(id);
});
