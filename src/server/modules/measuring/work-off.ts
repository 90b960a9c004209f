import { sql } from 'drizzle-orm';
import { AT_ONCE, type Pace } from '#server/base/pace.ts';
import { rulesOfProgram } from '#server/base/rules.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { measuringChange, measuringOfMonth } from '#server/db/schema.ts';
import { rulesInForce } from '#server/modules/records/rules-in-use.ts';
import { countGroups, type Group } from './count-groups.ts';

type Between = () => boolean | Promise<boolean>;

/** Groups per statement: each has the controls of one person in one place and month. */
const GROUPS_AT_ONCE = 5;

interface PartSize {
  /** Many changes, because most of an hour concern the same few groups. */
  readonly changes: number;
  /** Groups per statement. */
  readonly groups: number;
  /** A part ends after so long, besides its last statement; what it has not counted yet waits again. */
  readonly forMs: number;
}
export const PART: PartSize = { changes: 10_000, groups: GROUPS_AT_ONCE, forMs: 250 };

interface Taken {
  readonly taken: number;
  readonly groups: Group[];
}

/**
 * Takes changes, and the groups that they concern: that of the control, and that of the child's next control, which is
 * compared with it. All groups of a child whose sex or birth date changed.
 */
async function takeChanges(db: Db, most: number): Promise<Taken> {
  const [row] = await rawRows<Taken>(
    db,
    sql`with changes as materialized (
      delete from measuring_change where ctid = any (array(select ctid from measuring_change limit ${most}::integer)) returning *
    ), touched as (
      select creador, lugar, fecha from changes where creador is not null
      union
      select control.created_by, control.lugar, control.fecha from (select distinct parent_id, fecha from changes) as changed
      cross join lateral (select min(fecha) as fecha from control where parent_id = changed.parent_id and fecha > changed.fecha) as later
      join control on control.parent_id = changed.parent_id and (changed.fecha is null or control.fecha = later.fecha)
      where control.lugar > 0
    ), groups as (
      select distinct creador, lugar, date_trunc('month', fecha)::date::text as mes from touched
    )
    select (select count(*)::integer from changes) as taken, (select coalesce(json_agg(groups), '[]') from groups) as groups`,
  );
  return row ?? { taken: 0, groups: [] };
}

/** Counts groups, the first ones at least. @returns those for which there was no time */
async function countInParts(db: Db, groups: readonly Group[], { groups: atOnce, forMs }: PartSize): Promise<Group[]> {
  const end = performance.now() + forMs;
  let counted = 0;
  do {
    await countGroups(db, groups.slice(counted, counted + atOnce));
    counted += atOnce;
  } while (counted < groups.length && performance.now() < end);
  return groups.slice(counted);
}

/** One process at a time: two that count one group at once could store the older count last. */
const inTurn = <T>(db: Db, work: (inside: Db) => Promise<T>): Promise<T> =>
  db.transaction(async (inside) => {
    await inside.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.measuring})`);
    return work(inside);
  });

/** Takes changes and counts their groups anew; groups for which there is no time become changes again. */
async function workOffSome(inside: Db, size: PartSize): Promise<{ taken: number; left: number }> {
  const { taken, groups } = await takeChanges(inside, size.changes);
  const left = await countInParts(inside, groups, size);
  if (left.length > 0)
    await inside.execute(sql`insert into ${measuringChange} (creador, lugar, fecha) select creador, lugar, mes
      from json_to_recordset(${JSON.stringify(left)}::json) as one (creador uuid, lugar integer, mes date)`);
  return { taken, left: left.length };
}

/** Counts anew what these few changes have touched, unless another process is counting: a reader does not wait for it. */
export const tryToWorkOff = (db: Db, changes: number): Promise<void> =>
  db.transaction(async (inside) => {
    const [lock] = await rawRows<{ mine: boolean }>(
      inside,
      sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.measuring}) as mine`,
    );
    if (lock?.mine) await workOffSome(inside, { ...PART, changes, forMs: Number.POSITIVE_INFINITY });
  });

/** Counts anew what writes have touched. @returns the number of changes */
export async function workOffChanges(db: Db, part: Partial<PartSize> = {}, pace: Pace = AT_ONCE): Promise<number> {
  const size = { ...PART, ...part };
  let all = 0;
  while (await pace.mayBegin()) {
    const { taken, left } = await pace.run(() => inTurn(db, (inside) => workOffSome(inside, size)));
    all += taken - left;
    if (taken < size.changes && left === 0) break;
  }
  return all;
}

/** The groups that were counted by other rules, as two ranges of an index. */
const byOtherRules = (rules: number, most: number) =>
  sql.join(
    [sql`<`, sql`>`].map(
      (beside) =>
        sql`(select creador, lugar, mes from ${measuringOfMonth} where reglas ${beside} ${rules}::integer limit ${most}::integer)`,
    ),
    sql` union all `,
  );

/** Counts anew what was counted by other rules, if those of this program are in force. @returns the number of groups */
export async function recountByOtherRules(
  db: Db,
  { most = GROUPS_AT_ONCE, between = () => true }: { most?: number; between?: Between } = {},
): Promise<number> {
  const rules = await rulesOfProgram();
  if (((await rulesInForce(db)) ?? rules) !== rules) return 0;
  let all = 0;
  while (await between()) {
    const recounted = await inTurn(db, async (inside) => {
      const groups = await rawRows<Group>(
        inside,
        sql`select creador, lugar, mes::text as mes from (${byOtherRules(rules, most)}) as other limit ${most}::integer`,
      );
      await countGroups(inside, groups);
      return groups.length;
    });
    all += recounted;
    if (recounted < most) break;
  }
  return all;
}

/** How many changes wait, and groups that were counted by other rules; counting ends at the limit. */
export async function countWaiting(db: Db, most: number): Promise<number> {
  const rules = await rulesOfProgram();
  const [row] = await rawRows<{ count: number }>(
    db,
    sql`select count(*)::integer as count from (
      (select 1 from ${measuringChange} limit ${most}::integer)
      union all (select 1 from (${byOtherRules(rules, most)}) as other)
    ) as waiting`,
  );
  return row?.count ?? 0;
}
