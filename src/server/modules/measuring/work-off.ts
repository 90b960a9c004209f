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
  /** A part ends after so long, besides its last statement. */
  readonly forMs: number;
}
export const PART: PartSize = { changes: 10_000, groups: GROUPS_AT_ONCE, forMs: 250 };

/**
 * Replaces changes of controls and children by the groups that they concern: that of the control, and that of the child's next control, which
 * is compared with it; all groups of a child whose sex or birth date changed. @returns how many changes there were
 */
async function changesToGroups(db: Db, most: number): Promise<number> {
  const [row] = await rawRows<{ count: number }>(
    db,
    sql`with changes as materialized (
      delete from measuring_change where ctid = any (
        array(select ctid from measuring_change where parent_id is not null limit ${most}::integer)
      ) returning *
    ), touched as (
      select creador, lugar, fecha from changes where creador is not null
      union
      select control.created_by, control.lugar, control.fecha from (select distinct parent_id, fecha from changes) as changed
      cross join lateral (select min(fecha) as fecha from control where parent_id = changed.parent_id and fecha > changed.fecha) as later
      join control on control.parent_id = changed.parent_id and (changed.fecha is null or control.fecha = later.fecha)
      where control.lugar > 0
    ), noted as (
      insert into measuring_change (creador, lugar, fecha)
      select * from (select distinct creador, lugar, date_trunc('month', fecha)::date as mes from touched) as one
      where not exists (
        select from measuring_change as waiting
        where parent_id is null and waiting.creador = one.creador and waiting.lugar = one.lugar and waiting.fecha = one.mes
      )
    )
    select count(*)::integer as count from changes`,
  );
  return row?.count ?? 0;
}

interface WaitingGroup extends Group {
  /** The places of its rows in `measuring_change`: the same until the row is deleted. */
  readonly rows: readonly string[];
}

const waitingGroups = (db: Db, most: number) =>
  rawRows<WaitingGroup>(
    db,
    sql`select creador, lugar, date_trunc('month', fecha)::date::text as mes, json_agg(place) as rows
      from (select ctid::text as place, creador, lugar, fecha from measuring_change where parent_id is null limit ${most}::integer) as few
      group by 1, 2, 3`,
  );

/**
 * One process at a time: two that count one group at once could store the older count last. The others do something else, because
 * waiting would take a connection.
 * @returns null if another process is counting
 */
const unlessCounting = <T>(db: Db, work: (inside: Db) => Promise<T>): Promise<T | null> =>
  db.transaction(async (inside) => {
    const [lock] = await rawRows<{ mine: boolean }>(
      inside,
      sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.measuring}) as mine`,
    );
    return lock?.mine ? work(inside) : null;
  });

/** Counts the groups of some changes anew, and forgets these changes. @returns how many, and whether others may wait */
async function workOffSome(inside: Db, size: PartSize): Promise<{ done: number; more: boolean }> {
  const changes = await changesToGroups(inside, size.changes);
  const groups = await waitingGroups(inside, size.changes);
  const end = performance.now() + size.forMs;
  let counted = 0;
  let done = 0;
  while (counted < groups.length && (counted === 0 || performance.now() < end)) {
    const some = groups.slice(counted, counted + size.groups);
    await countGroups(inside, some);
    const rows = some.flatMap((group) => group.rows);
    await inside.execute(
      sql`delete from measuring_change where ctid = any (${`{${rows.map((row) => `"${row}"`).join()}}`}::tid[])`,
    );
    counted += size.groups;
    done += rows.length;
  }
  return { done, more: counted < groups.length || Math.max(changes, done) >= size.changes };
}

/** Counts anew what a few changes have touched, all of it, unless another process is counting. */
export const tryToWorkOff = (db: Db) =>
  unlessCounting(db, (inside) => workOffSome(inside, { ...PART, forMs: Number.POSITIVE_INFINITY }));

/** Counts anew what writes have touched, until another process does. @returns the number of groups of changes */
export async function workOffChanges(db: Db, some: Partial<PartSize> = {}, pace: Pace = AT_ONCE): Promise<number> {
  const size = { ...PART, ...some };
  let all = 0;
  while (await pace.mayBegin()) {
    const part = await pace.run(() => unlessCounting(db, (inside) => workOffSome(inside, size)));
    all += part?.done ?? 0;
    if (!part?.more) break;
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

/** Counts anew what was counted by other rules, if those of this program are in force, until another process counts. @returns the number of groups */
export async function recountByOtherRules(
  db: Db,
  { most = GROUPS_AT_ONCE, between = () => true }: { most?: number; between?: Between } = {},
): Promise<number> {
  const rules = await rulesOfProgram();
  if (((await rulesInForce(db)) ?? rules) !== rules) return 0;
  let all = 0;
  while (await between()) {
    const recounted = await unlessCounting(db, async (inside) => {
      const groups = await rawRows<Group>(
        inside,
        sql`select creador, lugar, mes::text as mes from (${byOtherRules(rules, most)}) as other limit ${most}::integer`,
      );
      await countGroups(inside, groups);
      return groups.length;
    });
    all += recounted ?? 0;
    if (recounted === null || recounted < most) break;
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
