import { notInArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { nino, rulesInUse } from '#server/db/schema.ts';

/** For so long after a server noted that it runs it counts as running; it notes so several times in that. */
const RUNNING = sql`between now() - interval '5 minutes' and now() + interval '5 minutes'`;

/** Notes that a server with these rules runs. */
export async function noteRules(db: Db, rules: number): Promise<void> {
  await db.execute(sql`insert into ${rulesInUse} (fingerprint, number, seen)
    select ${rules}::integer, coalesce(max(number), 0) + 1, now() from ${rulesInUse}
    on conflict (fingerprint) do update set seen = excluded.seen`);
}

/**
 * The rules by which children are to be computed: of those that servers run with the ones that came last, for servers of before and after
 * stand side by side while they are replaced, and must not undo each other's work.
 */
export async function rulesInForce(db: Db): Promise<number | null> {
  const [row] = await rawRows<{ fingerprint: number }>(
    db,
    sql`select fingerprint from ${rulesInUse} where seen ${RUNNING} order by number desc, fingerprint desc limit 1`,
  );
  return row?.fingerprint ?? null;
}

/** Two ranges of an index: a condition on both would read every child. */
const byOthers = (rules: number, most: number, except: readonly string[] = []) => {
  const others = except.length > 0 ? notInArray(nino._id, [...except]) : sql`true`;
  return sql`(
    (select ${nino._id} from ${nino} where ${nino.reglas} < ${rules}::integer and ${others} order by ${nino.reglas} limit ${most}::integer)
    union all
    (select ${nino._id} from ${nino} where ${nino.reglas} > ${rules}::integer and ${others} order by ${nino.reglas} limit ${most}::integer)
  ) as others`;
};

/**
 * Some of the children that were computed by other rules, or by rules that are not known.
 * @param except who is not looked for
 */
export async function childrenByOtherRules(
  db: Db,
  rules: number,
  most: number,
  except: readonly string[],
): Promise<string[]> {
  const found = sql`select _id from ${byOthers(rules, most, except)} limit ${most}::integer`;
  const rows = await rawRows<{ _id: string }>(db, found);
  return rows.map(({ _id }) => _id);
}

/** Each range is counted no further: beyond that nobody needs to know. */
const COUNTED_AT_MOST = 2_000_000;

export async function countByOtherRules(db: Db, rules: number): Promise<number> {
  const [row] = await rawRows<{ count: number }>(
    db,
    sql`select count(*)::integer as count from ${byOthers(rules, COUNTED_AT_MOST)}`,
  );
  return row?.count ?? 0;
}
