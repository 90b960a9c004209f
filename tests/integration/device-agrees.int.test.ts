import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { today } from '#domain/calendar.ts';
import { CATALOGS, type CatalogKey } from '#domain/catalogs.ts';
import { BOOKLETS } from '#domain/records/booklets.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { BookletReads, ListRequest } from '#web/lib/source/booklet-source.ts';
import { keptOnDevice } from '../support/kept-on-device.ts';
import { descriptions, listQueries, type Query, visitQueries } from '../support/list-queries.ts';
import { population, recordAll } from '../support/listed-people.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

/** What once differed: add the seed that a failure names. */
const NAMED: readonly (readonly [what: string, seed: number])[] = [];
const SEEDS = [
  ...NAMED,
  ['people nobody has seen yet', Number(process.env.AGREE_SEED ?? Date.now() % 1_000_000_000)],
] as const;
const TIMES = 60;

const { nino, mujer } = RECORDS;

/** The screens' own way to the server, with requests that are injected. */
async function remoteFor(user: TestUser): Promise<BookletReads> {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  const { remoteSource } = await import('#web/lib/source/remote-source.ts');
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://here');
    const { status, text, headers } = await user.get(pathname, Object.fromEntries(searchParams));
    return new Response(text, { status, headers: headers as Record<string, string> });
  });
  return remoteSource;
}

describe.each(SEEDS)('what a device answers is what the server answers: %s', (_what, seed) => {
  let api: TestApi;
  let brigade: TestUser;
  let device: Awaited<ReturnType<typeof keptOnDevice>>;
  let remote: BookletReads;
  let cedulas: string[];
  const day = today();
  const again = `AGREE_SEED=${seed}`;
  const sample = <T>(arbitrary: fc.Arbitrary<T>, times: number) => fc.sample(arbitrary, { seed, numRuns: times });

  beforeAll(async () => {
    api = await startTestApi();
    brigade = await api.user('ROLE_BRIGADA');
    const staff = [brigade, await api.user('ROLE_BRIGADA'), await api.user('ROLE_SUPERVISOR')];
    for (const people of sample(population, 3)) await recordAll(api, staff, people);
    device = await keptOnDevice(api, brigade, day);
    await device.pull();
    remote = await remoteFor(brigade);
    cedulas = device.index.of('nino').map(({ cedula }) => String(cedula));
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    device.stores.close();
    await device.keeper.close();
    await api.close();
  });

  /** Asks both; what the server refuses only the server is asked. */
  async function compare<T>(asked: unknown, ask: (source: BookletReads) => Promise<T>): Promise<T | undefined> {
    const said = await ask(remote).catch((error) => ({ refused: error.status }));
    const kept = await ask(device.source).catch((error) => ({ refused: error.constructor.name }));
    const refused = typeof said === 'object' && said !== null && 'refused' in said;
    if (refused) {
      expect({ asked, again, said: 400, kept }).toEqual({
        asked,
        again,
        said: said.refused,
        kept: { refused: 'NotOnDevice' },
      });
      return undefined;
    }
    expect({ asked, again, kept }).toEqual({ asked, again, kept: said });
    return said as T;
  }
  const by = fc.constantFrom('x', crypto.randomUUID());

  it('the same people are there', async () => {
    expect(device.index.of('nino').length).toBeGreaterThan(0);
    const listed = await remote.page(nino, { limit: 1000, offset: 0 }, {});
    expect(device.index.of('nino').length).toBe(listed.total);
  });

  it('lists, their order and their totals', async () => {
    const queries = fc.tuple(listQueries({ cedulas, by: fc.oneof(by, fc.constant(brigade.id)) }), fc.nat(3));
    let found = 0;
    for (const [query, women] of sample(queries, TIMES)) {
      const definition = women === 0 ? mujer : nino;
      const request = { limit: 5, offset: 0, ...query } as unknown as ListRequest;
      const page = await compare(query, (source) => source.page(definition, request, {}));
      found += page?.rows.length ?? 0;
    }
    expect(found).toBeGreaterThan(TIMES / 2);
  });

  it('the few with some document', async () => {
    for (const cedula of cedulas.slice(0, 5)) await compare(cedula, (source) => source.where(nino, { cedula }, {}));
  });

  it('visits with their sentences, and how many', async () => {
    let found = 0;
    for (const query of sample(visitQueries({ cedulas, by: fc.oneof(by, fc.constant(brigade.id)) }), TIMES)) {
      const visits = await compare(query, (source) => source.visits(query as Query, {}));
      await compare(query, (source) => source.visitCounts(query as Query, {}));
      found += visits?.rows.length ?? 0;
    }
    expect(found).toBeGreaterThan(0);
  });

  it('who is probably the person described', async () => {
    const people = [
      ...device.index.of('nino').map((row) => [nino, row] as const),
      ...device.index.of('mujer').map((row) => [mujer, row] as const),
    ];
    for (const [[definition, row], describe] of sample(fc.tuple(fc.constantFrom(...people), descriptions), TIMES))
      await compare(describe(row), (source) => source.like(definition, describe(row), {}));
  });

  it('each person, all the records, and the whole booklet as it is printed', async () => {
    for (const { person, parts } of BOOKLETS)
      for (const { _id } of device.index.of(person.key === 'nino' ? 'nino' : 'mujer')) {
        await compare(_id, (source) => source.one(person, _id, {}));
        for (const { definition } of parts) await compare(_id, (source) => source.of(definition, _id, {}));
        await compare(_id, (source) => source.booklet(person, _id));
      }
  });

  it('options in their order, and altitudes', async () => {
    for (const key of Object.keys(CATALOGS) as CatalogKey[]) await compare(key, (source) => source.options(key, {}));
    await compare('altitudes', (source) => source.altitudes({}));
  });

  it('of what is on the disk nothing can be read', async () => {
    const names = [...device.index.of('nino')].flatMap(({ nombres, apellidos, cedula }) =>
      [nombres, apellidos, cedula].map(String).filter((text) => text.length > 4),
    );
    expect(names.length).toBeGreaterThan(0);
    for (const name of ['libretas', 'indice', 'estado'] as const)
      for (const kept of await device.stores.all(name)) {
        const text = Buffer.from(kept.sellado).toString('latin1');
        for (const told of names) expect(text.includes(told)).toBe(false);
      }
  });
});
