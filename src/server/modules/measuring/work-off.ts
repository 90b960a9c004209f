import { sql } from 'drizzle-orm';
import { rulesOfProgram } from '#server/base/rules.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { measuringChange, measuringOfMonth } from '#server/db/schema.ts';
import { rulesInForce } from '#server/modules/records/rules-in-use.ts';
import { countGroups, type Group } from './count-groups.ts';

type Between = () => boolean | Promise<boolean>;

/** Groups per statement: each has the controls of one person in one place and month. */
const GROUPS_AT_ONCE = 20;
const CHANGES_AT_ONCE = 100;

interface Working {
  most?: number;
  between?: Between;
}

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
      select control.created_by, control.lugar, control.fecha from changes join control on control.parent_id = changes.parent_id
      where control.lugar > 0 and (changes.fecha is null or control.fecha = (
        select min(later.fecha) from control as later where later.parent_id = changes.parent_id and later.fecha > changes.fecha
      ))
    ), groups as (
      select distinct creador, lugar, date_trunc('month', fecha)::date::text as mes from touched
    )
    select (select count(*)::integer from changes) as taken, (select coalesce(json_agg(groups), '[]') from groups) as groups`,
  );
  return row ?? { taken: 0, groups: [] };
}

async function countInParts(db: Db, groups: readonly Group[]): Promise<void> {
  for (let from = 0; from < groups.length; from += GROUPS_AT_ONCE)
    await countGroups(db, groups.slice(from, from + GROUPS_AT_ONCE));
}

/** One process at a time: two that count one group at once could store the older count last. */
const inTurn = <T>(db: Db, work: (inside: Db) => Promise<T>): Promise<T> =>
  db.transaction(async (inside) => {
    await inside.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.measuring})`);
    return work(inside);
  });

async function workOffSome(inside: Db, most: number): Promise<number> {
  const { taken, groups } = await takeChanges(inside, most);
  await countInParts(inside, groups);
  return taken;
}

/** Counts anew what few writes have touched, unless another process is counting: a reader does not wait for it. */
export const tryToWorkOff = (db: Db, most: number = CHANGES_AT_ONCE): Promise<void> =>
  db.transaction(async (inside) => {
    const [lock] = await rawRows<{ mine: boolean }>(
      inside,
      sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.measuring}) as mine`,
    );
    if (lock?.mine) await workOffSome(inside, most);
  });

/** Counts anew what writes have touched. @returns the number of changes */
export async function workOffChanges(
  db: Db,
  { most = CHANGES_AT_ONCE, between = () => true }: Working = {},
): Promise<number> {
  let all = 0;
  while (await between()) {
    const taken = await inTurn(db, (inside) => workOffSome(inside, most));
    all += taken;
    if (taken < most) break;
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
  { most = GROUPS_AT_ONCE, between = () => true }: Working = {},
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
      await countInParts(inside, groups);
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
