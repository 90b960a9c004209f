import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays, addMonths, today } from '#domain/calendar.ts';
import { CATALOGS, type CatalogKey } from '#domain/catalogs.ts';
import { BOOKLETS } from '#domain/records/booklets.ts';
import { RECORDS } from '#domain/records/index.ts';
import {
  type BookletSource,
  type DueGoalRequest,
  type ListRequest,
  NotOnDevice,
  PersonNotOnDevice,
} from '#web/lib/source/booklet-source.ts';
import { createRecord } from '../support/factories.ts';
import { descriptions, listQueries, type Query, visitQueries } from '../support/list-queries.ts';
import { population, recordAll } from '../support/listed-people.ts';
import { createPulledDevice } from '../support/pulled-device.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

/** Add the seed of a failure here. */
const NAMED: readonly (readonly [what: string, seed: number])[] = [];
const SEEDS = [...NAMED, ['new random people', Number(process.env.AGREE_SEED ?? Date.now() % 1_000_000_000)]] as const;
const TIMES = 60;

const { nino, mujer } = RECORDS;

/** The screens' remote source with injected requests. */
async function remoteFor(user: TestUser): Promise<BookletSource> {
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

/** Families whose goals are due: children near the end of their years with some controls, and pregnancies near week 40 with one or two screenings. */
async function recordDueGoals(by: TestUser, day: string): Promise<void> {
  const place = { provincia: 'CHIMBORAZO', canton: 'COLTA', establecimiento: '' };
  for (const [months, left, controls] of [
    [12, 1, 2],
    [12, 31, 8],
    [24, 20, 3],
    [24, 20, 0],
  ] as const) {
    const fechanacimiento = addMonths(addDays(day, left), -months);
    const { _id } = await createRecord(by, 'nino', { fechanacimiento, ...place });
    for (let at = 1; at <= controls; at += 1)
      await createRecord(
        by,
        'control',
        { fecha: addDays(day, -at), edad: 11, peso: 9, longitud: 73, perimetro: 45 },
        _id,
      );
  }
  for (const left of [1, 15, 31, 32]) {
    const { _id } = await createRecord(by, 'mujer', place);
    const start = addDays(day, left - 280);
    for (const week of left === 15 ? [12, 20] : [10])
      await createRecord(by, 'etmi', { fechaRealizacion: addDays(start, 7 * week), semanaGestacion: week }, _id);
    await createRecord(by, 'controlmujer', { fechaatencion: addDays(day, -left), fechaproxima: day }, _id);
  }
}

describe.each(SEEDS)('a device answers as the server does: %s', (_what, seed) => {
  let api: TestApi;
  let brigade: TestUser;
  let device: Awaited<ReturnType<typeof createPulledDevice>>;
  let remote: BookletSource;
  let cedulas: string[];
  const day = today();
  const again = `AGREE_SEED=${seed}`;
  const sample = <T>(arbitrary: fc.Arbitrary<T>, times: number) => fc.sample(arbitrary, { seed, numRuns: times });

  beforeAll(async () => {
    api = await startTestApi();
    brigade = await api.user('ROLE_BRIGADA');
    const staff = [brigade, await api.user('ROLE_BRIGADA'), await api.user('ROLE_SUPERVISOR')];
    for (const people of sample(population, 3)) await recordAll(api, staff, people);
    await recordDueGoals(brigade, day);
    device = await createPulledDevice(api, brigade, day);
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

  /** Compares both answers; what the server refuses is left to the server. */
  async function compare<T>(request: unknown, ask: (source: BookletSource) => Promise<T>): Promise<T | undefined> {
    const remoteAnswer = await ask(remote).catch((error) => ({ refused: error.status }));
    const deviceAnswer = await ask(device.source).catch((error) => ({ refused: error.constructor.name }));
    const refused = typeof remoteAnswer === 'object' && remoteAnswer !== null && 'refused' in remoteAnswer;
    if (refused) {
      expect({ request, again, remoteAnswer: 400, deviceAnswer }).toEqual({
        request,
        again,
        remoteAnswer: remoteAnswer.refused,
        deviceAnswer: { refused: 'NotOnDevice' },
      });
      return undefined;
    }
    expect({ request, again, deviceAnswer }).toEqual({ request, again, deviceAnswer: remoteAnswer });
    return remoteAnswer as T;
  }
  const by = fc.constantFrom('x', crypto.randomUUID());

  it('with the same people', async () => {
    expect(device.index.of('nino').length).toBeGreaterThan(0);
    const listed = await remote.page(nino, { limit: 1000, offset: 0 }, {});
    expect(device.index.of('nino').length).toBe(listed.total);
  });

  it('with equal lists, orders and totals', async () => {
    const queries = fc.tuple(listQueries({ cedulas, by: fc.oneof(by, fc.constant(brigade.id)) }), fc.nat(3));
    let count = 0;
    for (const [query, women] of sample(queries, TIMES)) {
      const definition = women === 0 ? mujer : nino;
      const request = { limit: 5, offset: 0, ...query } as unknown as ListRequest;
      const page = await compare(query, (source) => source.page(definition, request, {}));
      count += page?.rows.length ?? 0;
    }
    expect(count).toBeGreaterThan(TIMES / 2);
  });

  it('with equal people for a cedula', async () => {
    for (const cedula of cedulas.slice(0, 5)) await compare(cedula, (source) => source.where(nino, { cedula }, {}));
  });

  it('with equal visits, sentences and counts', async () => {
    let count = 0;
    for (const query of sample(visitQueries({ cedulas, by: fc.oneof(by, fc.constant(brigade.id)) }), TIMES)) {
      const visits = await compare(query, (source) => source.visits(query as Query, {}));
      await compare(query, (source) => source.visitCounts(query as Query, {}));
      count += visits?.rows.length ?? 0;
    }
    expect(count).toBeGreaterThan(0);
  });

  it('with equal probable matches for a described person', async () => {
    const people = [
      ...device.index.of('nino').map((row) => [nino, row] as const),
      ...device.index.of('mujer').map((row) => [mujer, row] as const),
    ];
    for (const [[definition, row], describe] of sample(fc.tuple(fc.constantFrom(...people), descriptions), TIMES))
      await compare(describe(row), (source) => source.like(definition, describe(row), {}));
  });

  it('with equal persons, records and printed booklets', async () => {
    for (const { person, parts } of BOOKLETS)
      for (const { _id } of device.index.of(person.key === 'nino' ? 'nino' : 'mujer')) {
        await compare(_id, (source) => source.one(person, _id, {}));
        for (const { definition } of parts) await compare(_id, (source) => source.of(definition, _id, {}));
        await compare(_id, (source) => source.booklet(person, _id));
      }
  });

  it('with equal codes on paper, and equal booklets that they open', async () => {
    const printed = device.index.of('nino').slice(0, 5);
    for (const { _id } of printed) await remote.codeOf('nino', _id);
    await device.pull();
    for (const { _id } of printed) {
      const code = await compare(_id, (source) => source.codeOf('nino', _id));
      const owner = await compare(code, (source) => source.openCode(String(code)));
      expect(owner).toEqual({ tipo: 'nino', _id });
    }
    const [unprinted] = device.index.of('mujer');
    if (unprinted) await expect(device.source.codeOf('mujer', unprinted._id)).rejects.toThrow(NotOnDevice);
    await expect(device.source.openCode('A'.repeat(22))).rejects.toThrow(PersonNotOnDevice);
  });

  it('with equal options in their order, and altitudes', async () => {
    for (const key of Object.keys(CATALOGS) as CatalogKey[]) await compare(key, (source) => source.options(key, {}));
    await compare('altitudes', (source) => source.altitudes({}));
  });

  it('with equal goals, and equal lists of those that are due', async () => {
    await compare('metas', (source) => source.goals({}));
    const all = await compare('todas', (source) => source.dueGoals({}, {}));
    expect(all?.rows.length).toBeGreaterThan(0);
    const narrow = fc.record({ limit: fc.constantFrom('1', '3', '100'), offset: fc.constantFrom('0', '1', '2') });
    for (const query of sample(narrow, 10)) await compare(query, (source) => source.dueGoals(query, {}));
    const [first] = all?.rows ?? [];
    for (const query of [
      { provincia: first?.provincia },
      { canton: first?.canton, provincia: first?.provincia },
      { responsable: brigade.id },
      { responsable: crypto.randomUUID() },
    ])
      await compare(query, (source) => source.dueGoals(query as DueGoalRequest, {}));
  });

  it('and its disk holds nothing readable', async () => {
    const names = [...device.index.of('nino')].flatMap(({ nombres, apellidos, cedula }) =>
      [nombres, apellidos, cedula].map(String).filter((text) => text.length > 4),
    );
    expect(names.length).toBeGreaterThan(0);
    for (const name of ['libretas', 'indice', 'estado'] as const)
      for (const row of await device.stores.all(name)) {
        const text = Buffer.from(row.sellado).toString('latin1');
        for (const secret of names) expect(text.includes(secret)).toBe(false);
      }
  });
});
