import { asc, inArray, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rulesOfProgram } from '#server/base/rules.ts';
import { nino, rulesInUse } from '#server/db/schema.ts';
import {
  MAX_FAILING,
  refreshByOtherRules,
  refreshEverything,
  refreshOutdated,
} from '#server/modules/records/refresh-children.ts';
import { countByOtherRules, noteRules, rulesInForce } from '#server/modules/records/rules-in-use.ts';
import { keepChildrenByRules } from '#server/start/keep-to-rules.ts';
import { createRecord } from '../support/factories.ts';
import { createReader } from '../support/feed.ts';
import { recordedLog } from '../support/log-sink.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const CHILDREN = 23;
/** The fingerprint of another program's rules. */
const OTHER_RULES = 7;
/** Summary values that other rules produce. */
const OTHER_RESULTS = sql`estado = 'Sobrepeso', ztalla = -4, discrepancia = 'Otra.'`;

let api: TestApi;
let brigade: TestUser;
let rules: number;
let children: string[];
beforeAll(async () => {
  api = await startTestApi();
  brigade = await api.user('ROLE_BRIGADA');
  rules = await rulesOfProgram();
}, 120_000);
afterAll(() => api.close());

beforeEach(async () => {
  await api.database.db.execute(sql`delete from ${nino}`);
  await api.database.db.delete(rulesInUse);
  children = [];
  for (let count = 0; count < CHILDREN; count += 1) children.push((await createRecord(brigade, 'nino'))._id as string);
  for (const _id of children) await createRecord(brigade, 'control', { edad: 12, peso: 9 }, _id);
});

const run = (statement: SQL) => api.database.db.execute(statement);
const kept = (ids = children) =>
  api.database.db.select().from(nino).where(inArray(nino._id, ids)).orderBy(asc(nino.orden));
/** Simulates a program with other rules that stores its fingerprint. */
const writeWithOtherRules = (which = sql`true`) =>
  run(sql`update nino set ${OTHER_RESULTS}, reglas = -${OTHER_RULES}::integer where ${which}`);
const countLeft = () => countByOtherRules(api.database.db, rules);

async function withKeeper<T>(
  work: (keeper: ReturnType<typeof keepChildrenByRules>, lines: string[]) => Promise<T>,
  { failedAgainMs }: { failedAgainMs?: number } = {},
): Promise<T> {
  const { logger, lines } = recordedLog('info');
  const keeper = keepChildrenByRules(api.database, logger, { everyMs: 20, lookEveryMs: 0, failedAgainMs });
  const end = keeper.begin();
  try {
    return await work(keeper, lines);
  } finally {
    await end();
  }
}
const untilDone = (keeper: ReturnType<typeof keepChildrenByRules>) => expect.poll(keeper.left).toBe(0);

describe('the stored summary of a child', () => {
  it('carries the fingerprint of the rules that computed it, from the creation on', async () => {
    const [created] = await kept([(await createRecord(brigade, 'nino'))._id as string]);
    expect(created?.reglas).toBe(rules);
    expect((await kept()).map(({ reglas }) => reglas)).toEqual(children.map(() => rules));
    const [_id] = children as [string];
    await writeWithOtherRules();
    const vaccine = await createRecord(brigade, 'vacuna', {}, _id);
    expect((await kept([_id]))[0]?.reglas).toBe(rules);
    await writeWithOtherRules();
    expect((await brigade.delete(`/api/vacuna/${vaccine._id}`)).status).toBe(200);
    expect((await kept([_id]))[0]?.reglas).toBe(rules);
    await writeWithOtherRules();
    const { body } = await brigade.get(`/api/nino/${_id}`);
    expect((await brigade.put(`/api/nino/${_id}`, body)).status).toBe(200);
    expect((await kept([_id]))[0]).toMatchObject({ reglas: rules, estado: 'Normal' });
  });

  it('written by an earlier program without a fingerprint is recognised as such', async () => {
    const [changed, marked, touched] = children as [string, string, string];
    await run(sql`update nino set estado = 'Sobrepeso', revisar = '2030-01-01' where _id = ${changed}`);
    await run(sql`update nino set revisar = '1900-01-01' where _id = ${marked}`);
    await run(sql`update nino set version = version where _id = ${touched}`);
    expect((await kept([changed, marked, touched])).map(({ reglas }) => reglas)).toEqual([0, rules, rules]);
    expect(await countLeft()).toBe(1);
  });
});

describe('children computed by other rules', () => {
  it('are recomputed while people save, and the log reports start and end', async () => {
    const right = await kept();
    await writeWithOtherRules();
    const news = await withKeeper(async (keeper, lines) => {
      const saved: string[] = [];
      let over = false;
      const saving = (async () => {
        while (!over) {
          const child = await createRecord(brigade, 'nino');
          await createRecord(brigade, 'control', { edad: 12, peso: 9 }, child._id);
          saved.push(child._id as string);
        }
      })();
      try {
        await untilDone(keeper);
      } finally {
        over = true;
        await saving;
      }
      await expect.poll(() => lines.length).toBeGreaterThanOrEqual(2);
      const [begun, done] = lines.map((line) => JSON.parse(line));
      expect(begun).toMatchObject({ msg: 'computing children by other rules than before', children: CHILDREN });
      expect(done).toMatchObject({ msg: 'children computed by other rules than before', children: CHILDREN, left: 0 });
      return saved;
    });
    expect(await kept()).toEqual(right);
    expect(await countLeft()).toBe(0);
    for (const one of await kept(news)) expect(one).toMatchObject({ estado: 'Normal', reglas: rules });
  });

  it('are recomputed from where an interrupted run stopped, each once', async () => {
    const right = await kept();
    await writeWithOtherRules();
    let batches = 0;
    const first = await refreshByOtherRules(api.database.db, () => ++batches <= 2);
    expect(first).toBeGreaterThan(0);
    expect(await countLeft()).toBe(CHILDREN - first);
    expect(await refreshByOtherRules(api.database.db)).toBe(CHILDREN - first);
    expect(await kept()).toEqual(right);
  });

  it('are recomputed by several processes, each child by one of them', async () => {
    const right = await kept();
    await writeWithOtherRules();
    const { db } = api.database;
    const visited = await Promise.all([1, 2, 3].map(() => refreshByOtherRules(db)));
    expect(visited.reduce((sum, one) => sum + one, 0)).toBe(CHILDREN);
    expect(await kept()).toEqual(right);
  });

  it('are found when an earlier program saves during and after the run', async () => {
    const right = await kept();
    await writeWithOtherRules();
    let batches = 0;
    await refreshByOtherRules(api.database.db, async () => {
      batches += 1;
      // The run has already passed some of these children.
      if (batches === 3) await run(sql`update nino set ${OTHER_RESULTS}`);
      return true;
    });
    await withKeeper(async (keeper) => {
      await untilDone(keeper);
      expect(await kept()).toEqual(right);
      await writeWithOtherRules(sql`_id = ${children[0]}`);
      await run(sql`update nino set ${OTHER_RESULTS} where _id = ${children[1]}`);
      await expect.poll(countLeft).toBe(0);
    });
    expect(await kept()).toEqual(right);
  });

  it('are sent to devices if something changed, and are not touched otherwise', async () => {
    const reader = createReader(api, brigade);
    const changes = async () => {
      reader.held.clear();
      await reader.pull();
      return [...reader.held.keys()];
    };
    expect((await changes()).sort()).toEqual([...children].sort());
    const [_id] = children as [string];
    await run(sql`update nino set estado = estado, reglas = -${OTHER_RULES}::integer where _id <> ${_id}`);
    await writeWithOtherRules(sql`_id = ${_id}`);
    await changes();
    expect(await refreshByOtherRules(api.database.db)).toBe(CHILDREN);
    expect(await countLeft()).toBe(0);
    expect(await changes()).toEqual([_id]);
    expect(reader.held.get(_id)?.persona.estado).toBe('Normal');
  });

  it('are sent to devices also when their review day has come in the meantime', async () => {
    const reader = createReader(api, brigade);
    const [_id] = children as [string];
    await writeWithOtherRules(sql`_id = ${_id}`);
    await run(sql`update nino set revisar = '1900-01-01' where _id = ${_id}`);
    await reader.pull();
    reader.held.clear();
    await refreshByOtherRules(api.database.db);
    await reader.pull();
    expect([...reader.held.keys()]).toEqual([_id]);
  });
});

describe('a child that cannot be computed', () => {
  /** Fails in the database and counts attempts with a sequence, which is not rolled back. */
  beforeAll(async () => {
    await run(sql`create sequence tries`);
    await run(sql`create table failing (_id uuid primary key)`);
    await run(sql`create function fail() returns trigger language plpgsql as $$ begin
      if new.reglas <> old.reglas and exists (select from failing where failing._id = new._id) then
        perform nextval('tries');
        raise exception 'no se puede: %', new.nombres;
      end if;
      return new;
    end $$`);
    await run(sql`create trigger fail after update on nino for each row execute function fail()`);
  });
  beforeEach(() => run(sql`delete from failing`));
  afterAll(() => run(sql`drop trigger fail on nino`));

  const fail = (ids: string[]) => run(sql`insert into failing select _id from nino where ${inArray(nino._id, ids)}`);
  const tries = async () => {
    const { rows } = (await run(sql`select last_value::integer as tries from tries`)) as unknown as {
      rows: { tries: number }[];
    };
    return rows[0]?.tries;
  };
  const lastLook = async () => (await api.database.db.select().from(rulesInUse))[0]?.seen.getTime() ?? 0;
  /** Waits for this many complete runs. */
  async function looks(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      const last = await lastLook();
      await expect.poll(lastLook).toBeGreaterThan(last);
    }
  }
  const failuresIn = (lines: string[]) => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
  const SOME = [0, 1, 7, 22];

  it.each([
    ['one', [3]],
    ['several', SOME],
  ])('is skipped, and the others are computed (%s)', async (_many, which) => {
    const ids = which.map((index) => children[index] as string);
    const right = await kept(children.filter((id) => !ids.includes(id)));
    await writeWithOtherRules();
    await fail(ids);
    const failing = new Map();
    expect(await refreshByOtherRules(api.database.db, () => true, 5, failing)).toBe(CHILDREN - ids.length);
    expect([...failing.keys()].sort()).toEqual(ids.toSorted());
    expect(await kept(children.filter((id) => !ids.includes(id)))).toEqual(right);
    expect(await countLeft()).toBe(ids.length);
    const before = await tries();
    expect(await refreshByOtherRules(api.database.db, () => true, 5, failing)).toBe(0);
    expect(await tries()).toBe(before);
  });

  it('ends the run also when every child fails', async () => {
    await writeWithOtherRules();
    await fail(children);
    const failing = new Map();
    expect(await refreshByOtherRules(api.database.db, () => true, 5, failing)).toBe(0);
    expect(failing.size).toBe(CHILDREN);
  });

  it('ends the run when so many fail that the rules themselves must be wrong', async () => {
    await writeWithOtherRules();
    await run(sql`update nino set revisar = '1900-01-01', reglas = -${OTHER_RULES}::integer`);
    const failing = new Map(Array.from({ length: MAX_FAILING }, () => [crypto.randomUUID() as string, null]));
    for (const refresh of [refreshByOtherRules, refreshOutdated])
      expect(await refresh(api.database.db, () => true, 5, failing)).toBe(0);
  });

  it('does not block the others when a day has passed', async () => {
    const ids = SOME.map((index) => children[index] as string);
    await writeWithOtherRules();
    await run(sql`update nino set revisar = '1900-01-01'`);
    await run(sql`update nino set reglas = -${OTHER_RULES}::integer`);
    await fail(ids);
    const failing = new Map();
    expect(await refreshOutdated(api.database.db, () => true, 5, failing)).toBe(CHILDREN - ids.length);
    expect([...failing.keys()].sort()).toEqual(ids.toSorted());
  });

  it('because its birth date is infinite is skipped as well', async () => {
    const [_id] = children as [string];
    await run(sql`update nino set fechanacimiento = 'infinity' where _id = ${_id}`);
    await writeWithOtherRules();
    const failing = new Map();
    expect(await refreshByOtherRules(api.database.db, () => true, 5, failing)).toBe(CHILDREN - 1);
    expect([...failing.keys()]).toEqual([_id]);
  });

  it('is logged once without personal data and not retried for a long time', async () => {
    const ids = SOME.map((index) => children[index] as string);
    await writeWithOtherRules();
    await fail(ids);
    await withKeeper(async (keeper, lines) => {
      await expect.poll(() => [keeper.left(), failuresIn(lines).length > 0]).toEqual([ids.length, true]);
      const before = await tries();
      await looks(4);
      expect(await tries()).toBe(before);
      expect(failuresIn(lines)).toEqual([
        expect.objectContaining({ failed: ids.length, msg: 'some children could not be computed' }),
      ]);
      expect(lines.filter((line) => line.includes('computing children by other rules than before'))).toHaveLength(1);
      expect(lines.join('')).not.toMatch(/no se puede/);
      // Other children are still computed.
      await writeWithOtherRules(sql`_id = ${children[4]}`);
      await expect.poll(countLeft).toBe(ids.length);
    });
  });

  it('is retried after that time and computed once the cause is removed', async () => {
    const right = await kept();
    await writeWithOtherRules();
    await fail(SOME.map((index) => children[index] as string));
    await withKeeper(
      async (keeper, lines) => {
        await expect.poll(() => failuresIn(lines).length).toBeGreaterThan(1);
        await run(sql`delete from failing`);
        await untilDone(keeper);
      },
      { failedAgainMs: 50 },
    );
    expect(await kept()).toEqual(right);
  });
});

it('recomputing everything repairs foreign changes and touches nothing else', async () => {
  const right = await kept();
  const reader = createReader(api, brigade);
  await run(sql`update control set ztalla = 5`);
  const [_id] = children as [string];
  await run(sql`update nino set estado = 'Sobrepeso', reglas = -${rules}::integer where _id = ${_id}`);
  await reader.pull();
  reader.held.clear();
  expect(await refreshEverything(api.database.db)).toBe(CHILDREN);
  await reader.pull();
  expect([...reader.held.keys()]).toEqual([_id]);
  expect(await kept()).toEqual(right);
  const { rows } = (await run(sql`select distinct ztalla from control`)) as unknown as { rows: { ztalla: string }[] };
  expect(rows.map(({ ztalla }) => Number(ztalla))).toEqual([right[0]?.ztalla]);
});

describe('programs with different rules', () => {
  it('the latest started one computes as long as it runs', async () => {
    const { db } = api.database;
    await noteRules(db, OTHER_RULES);
    await noteRules(db, rules);
    await noteRules(db, OTHER_RULES);
    expect(await rulesInForce(db)).toBe(rules);
    await run(sql`update rules_in_use set seen = now() - interval '10 minutes' where fingerprint = ${rules}`);
    expect(await rulesInForce(db)).toBe(OTHER_RULES);
    await noteRules(db, rules);
    expect(await rulesInForce(db)).toBe(rules);
    // A clock that was ahead must not keep a program registered for ever.
    await run(sql`update rules_in_use set seen = now() + interval '1 year' where fingerprint = ${rules}`);
    expect(await rulesInForce(db)).toBe(OTHER_RULES);
  });

  it('the earlier one leaves the work to the newer one and starts when that has ended', async () => {
    const { db } = api.database;
    await noteRules(db, rules);
    await noteRules(db, OTHER_RULES);
    await writeWithOtherRules();
    await withKeeper(async (keeper) => {
      await untilDone(keeper);
      const [child] = await kept();
      await createRecord(brigade, 'control', { edad: 12, peso: 9 }, child?._id);
      // The earlier program reports what the newer one has left to do.
      await expect.poll(keeper.left).toBe(1);
      expect(await countLeft()).toBe(CHILDREN - 1);
      await run(sql`update rules_in_use set seen = now() - interval '10 minutes' where fingerprint = ${OTHER_RULES}`);
      await expect.poll(countLeft).toBe(0);
    });
  });

  it('a running computation stops when a newer program appears', async () => {
    const { db } = api.database;
    await writeWithOtherRules();
    await withKeeper(async (keeper) => {
      await expect.poll(countLeft, { interval: 1 }).toBeLessThan(CHILDREN);
      await noteRules(db, OTHER_RULES);
      await expect.poll(async () => keeper.left() === (await countByOtherRules(db, OTHER_RULES))).toBe(true);
    });
    expect(await rulesInForce(db)).toBe(OTHER_RULES);
  });
});
