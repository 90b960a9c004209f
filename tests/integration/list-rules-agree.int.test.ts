import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, today } from '#domain/calendar.ts';
import { countVisits, listVisits } from '#domain/calls/follow-up.ts';
import { recordCalls } from '#domain/calls/records.ts';
import { searchPeople } from '#domain/calls/search.ts';
import { nextHaemoglobin } from '#domain/follow-up/haemoglobin.ts';
import { reasonsOn } from '#domain/follow-up/visits.ts';
import { STATUSES } from '#domain/growth/status.ts';
import { likelyMatches } from '#domain/likeness/likely-matches.ts';
import { MIN_SIMILARITY, similarityTo } from '#domain/likeness/word-similarity.ts';
import type { ListedPerson, ListedRow } from '#domain/lists/listed-row.ts';
import { findPeople } from '#domain/lists/people-search.ts';
import { filterRows } from '#domain/lists/query.ts';
import { countVisitRows, filterVisits } from '#domain/lists/visit-list.ts';
import { type RecordDefinition, toFlat } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import { SITUATION_KEYS } from '#domain/records/narrowings.ts';
import { foldText } from '#domain/text.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { createRecord } from '../support/factories.ts';
import { descriptions, listQueries, peopleSearches, type Query, visitQueries } from '../support/list-queries.ts';
import { NAMES, population, recordAll } from '../support/listed-people.ts';
import { type RowsOnDevice, rowsOnDevice } from '../support/rows-on-device.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

/** Add the seed of a failure here. */
const NAMED: readonly (readonly [what: string, seed: number])[] = [];
const SEEDS = [...NAMED, ['new random people', Number(process.env.AGREE_SEED ?? Date.now() % 1_000_000_000)]] as const;
const LISTS = 180;
const VISITS = 80;
const LIKENESSES = 240;
const SEARCHES = 240;

describe.each(SEEDS)('the lists of device and server agree: %s', (_what, seed) => {
  let api: TestApi;
  let staff: TestUser[];
  let device: RowsOnDevice;
  let cedulas: string[];
  let withRecords: string;
  const day = today();
  const sample = <T>(arbitrary: fc.Arbitrary<T>, times: number) => fc.sample(arbitrary, { seed, numRuns: times });
  const again = `AGREE_SEED=${seed}`;

  /** Creates a child with records, because a random population may have few. */
  async function childWithRecords(): Promise<string> {
    const { _id } = await createRecord(api.admin, 'nino');
    for (const days of [0, 10, 40, 70, 100]) {
      await createRecord(api.admin, 'control', { fecha: addDays(day, -days) }, _id);
      await createRecord(api.admin, 'vacuna', { fechaaplicacion: addDays(day, -days) }, _id);
    }
    for (const days of [100, 10, 40])
      await createRecord(api.admin, 'anemia', { fechaaplicacion: addDays(day, -days) }, _id);
    return _id;
  }

  beforeAll(async () => {
    api = await startTestApi();
    staff = [await api.user('ROLE_BRIGADA'), await api.user('ROLE_BRIGADA'), await api.user('ROLE_SUPERVISOR')];
    for (const people of sample(population, 1)) await recordAll(api, staff, people);
    withRecords = await childWithRecords();
    device = await rowsOnDevice(api, day);
    cedulas = [...device.children, ...device.women].map(({ cedula }) => String(cedula));
  });
  afterAll(() => api.close());

  const by = () =>
    fc.constantFrom(...staff.map(({ id }) => id), ...staff.map(({ id }) => id.toUpperCase()), crypto.randomUUID(), 'x');
  const readers = () => fc.constantFrom(staff[0] as TestUser, staff[2] as TestUser, api.admin);
  /** The rows that a user may see: a brigade only its own. */
  const seenBy = <R extends ListedPerson>(reader: TestUser, rows: readonly R[]): R[] =>
    rows.filter(({ custodio }) => reader !== staff[0] || custodio === reader.id);

  /** Compares both lists. @returns the number of rows, or null if the server refuses the query as the schema does */
  async function compare(definition: RecordDefinition, rows: readonly ListedRow[], reader: TestUser, query: Query) {
    const answer = await reader.get(`/api/${definition.path}`, query);
    const parsed = recordCalls(definition).list.query.safeParse(query);
    const about = { query, again };
    expect({ ...about, status: answer.status }).toEqual({ ...about, status: parsed.success ? 200 : 400 });
    if (!parsed.success) return null;
    const { rows: listed, total } = filterRows(definition, rows, parsed.data, day);
    const sent: ListedRow[] = answer.body.map((row: ListedRow) => toFlat(definition, row));
    const same = listed.map((row, at) =>
      Object.fromEntries(Object.keys(sent[at] ?? {}).map((name) => [name, row[name]])),
    );
    expect({ ...about, total, ids: listed.map(({ _id }) => _id) }).toEqual({
      ...about,
      total: Number(answer.headers['x-total-count']),
      ids: sent.map(({ _id }) => _id),
    });
    expect({ ...about, rows: same }).toEqual({ ...about, rows: sent });
    return listed.length;
  }

  it('on children and women for random searches and filters', async () => {
    const queries = listQueries({ cedulas, by: by() });
    let matches = 0;
    for (const [reader, query, women] of sample(fc.tuple(readers(), queries, fc.nat(3)), LISTS)) {
      const [definition, rows] = women === 0 ? [RECORDS.mujer, device.women] : [RECORDS.nino, device.children];
      if (((await compare(definition, seenBy(reader, rows), reader, query)) ?? 0) > 0) matches += 1;
    }
    expect(matches).toBeGreaterThan(LISTS / 4);
  });

  it('on each situation, status and author', async () => {
    const values = [
      ...SITUATION_KEYS.map((situacion) => ({ situacion })),
      ...STATUSES.map((estado) => ({ estado })),
      ...staff.map(({ id }) => ({ responsable: id })),
    ];
    const counts: (number | null)[] = [];
    for (const query of values) counts.push(await compare(RECORDS.nino, device.children, api.admin, query));
    expect(counts).not.toContain(null);
    expect(counts.filter(Boolean).length).toBeGreaterThan(values.length / 2);
  });

  it('on the records of a child', async () => {
    let matches = 0;
    for (const ninoId of [withRecords, ...device.children.slice(0, 8).map(({ _id }) => _id)])
      for (const key of ['control', 'vacuna'] as const) {
        const hasta = addDays(day, -30);
        for (const query of [{ ninoId }, { ninoId, limit: '2', offset: '1' }, { ninoId, hasta }] as Query[])
          matches += (await compare(RECORDS[key], device.records[key] ?? [], api.admin, query)) ?? 0;
      }
    expect(matches).toBeGreaterThan(10);
  });

  it('on the visits of the day, with sentences and counts', async () => {
    const queries = visitQueries({ cedulas, by: by() });
    let matches = 0;
    for (const [reader, query] of sample(fc.tuple(readers(), queries), VISITS)) {
      const rows = seenBy(reader, device.children);
      const parsed = listVisits.query.safeParse(query);
      const [list, counts] = [
        await reader.get('/api/seguimiento', query),
        await reader.get('/api/seguimiento/conteo', query),
      ];
      const about = { query, again };
      expect({ ...about, status: list.status }).toEqual({ ...about, status: parsed.success ? 200 : 400 });
      if (!parsed.success) continue;
      const visits = filterVisits(rows, parsed.data, day);
      const sent: Record<string, unknown>[] = list.body;
      expect({
        ...about,
        total: visits.total,
        rows: visits.rows.map((row) => [
          row._id,
          reasonsOn(row, day),
          nextHaemoglobin(row.fechanacimiento, row.ultimaHemoglobina, day),
        ]),
      }).toEqual({
        ...about,
        total: Number(list.headers['x-total-count']),
        rows: sent.map(({ _id, motivos, proximaHemoglobina }) => [_id, motivos, proximaHemoglobina]),
      });
      expect({ ...about, counts: countVisitRows(rows, countVisits.query.parse(query), day) }).toEqual({
        ...about,
        counts: counts.body,
      });
      if (visits.rows.length > 0) matches += 1;
    }
    expect(matches).toBeGreaterThan(VISITS / 5);
  });

  it('on the probable matches of a described person and their order', async () => {
    const { nino, mujer } = RECORDS;
    const people = [
      ...device.children.map((row) => [nino, row] as const),
      ...device.women.map((row) => [mujer, row] as const),
    ];
    const described = fc.tuple(fc.constantFrom(...people), descriptions, readers());
    let matches = 0;
    for (const [[definition, row], describe, reader] of sample(described, LIKENESSES)) {
      const description = describe(row);
      const rows = definition.key === nino.key ? device.children : device.women;
      const answer = await reader.get(`/api/${definition.path}/parecidos`, description);
      const parsed = recordCalls(definition).alike.query.parse(description) as Query;
      const likely = likelyMatches<ListedPerson>(definition, seenBy(reader, rows), parsed);
      const about = { description, again };
      expect({ ...about, ids: likely.map(({ _id }) => _id) }).toEqual({
        ...about,
        ids: answer.body.map(({ _id }: ListedRow) => _id),
      });
      if (likely.length > 0) matches += 1;
    }
    expect(matches).toBeGreaterThan(LIKENESSES / 4);
  });

  it('on searches for women and children, and their order', async () => {
    const people = [
      ...device.children.map((row) => ({ ...row, tipo: 'nino' })),
      ...device.women.map((row) => ({ ...row, tipo: 'mujer' })),
    ];
    const limits = fc.constantFrom(undefined, '1', '8', '20', '0', '21');
    let matches = 0;
    for (const [reader, q, limit] of sample(fc.tuple(readers(), peopleSearches(cedulas), limits), SEARCHES)) {
      const query = { q, ...(limit !== undefined && { limit }) };
      const answer = await reader.get('/api/buscar', query);
      const parsed = searchPeople.query.safeParse(query);
      const about = { query, again };
      expect({ ...about, status: answer.status }).toEqual({ ...about, status: parsed.success ? 200 : 400 });
      if (!parsed.success) continue;
      const matching = findPeople(seenBy(reader, people), parsed.data.q, parsed.data.limit);
      const shown = ({ tipo, _id }: { tipo: string; _id: string }) => `${tipo} ${_id}`;
      expect({ ...about, found: matching.map(shown) }).toEqual({ ...about, found: answer.body.map(shown) });
      if (matching.length > 0) matches += 1;
    }
    expect(matches).toBeGreaterThan(SEARCHES / 4);
  });

  it('on the similarity of words, to the last digit', async () => {
    const letters = fc.string({ unit: fc.constantFrom(...'aabbcc 1жñ’-'), maxLength: 24 });
    const names = fc.array(fc.constantFrom(...NAMES), { maxLength: 4 }).map((some) => some.join(' '));
    const pairs = sample(fc.oneof(fc.tuple(letters, letters), fc.tuple(names, names)), 3_000);
    const folded = pairs.map((pair) => pair.map(foldText));
    const similarities = await rawRows<{ likeness: number; like: boolean }>(
      api.database.db,
      sql`select word_similarity(pair ->> 0, pair ->> 1)::float8 as likeness, (pair ->> 0) <% (pair ->> 1) as "like"
        from jsonb_array_elements(${JSON.stringify(folded)}::jsonb) with ordinality as pairs(pair, at) order by at`,
    );
    const ours = folded.map(([sought = '', text = '']) => {
      const likeness = similarityTo(sought)(text);
      return { pair: [sought, text], likeness, like: likeness >= MIN_SIMILARITY };
    });
    expect(ours).toEqual(similarities.map((row, at) => ({ pair: folded[at], ...row })));
    expect(similarities.filter(({ likeness }) => likeness > 0 && likeness < 1).length).toBeGreaterThan(500);
  });
});
