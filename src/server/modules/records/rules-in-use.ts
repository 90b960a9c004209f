import { notInArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { nino, rulesInUse } from '#server/db/schema.ts';

/** A server counts as running for this long after its last note; it notes several times in between. */
const RUNNING = sql`between now() - interval '5 minutes' and now() + interval '5 minutes'`;

export async function noteRules(db: Db, rules: number): Promise<void> {
  await db.execute(sql`insert into ${rulesInUse} (fingerprint, number, seen)
    select ${rules}::integer, coalesce(max(number), 0) + 1, now() from ${rulesInUse}
    on conflict (fingerprint) do update set seen = excluded.seen`);
}

/** The newest rules of all running servers: during a rolling upgrade, old and new servers must not undo each other's work. */
export async function rulesInForce(db: Db): Promise<number | null> {
  const [row] = await rawRows<{ fingerprint: number }>(
    db,
    sql`select fingerprint from ${rulesInUse} where seen ${RUNNING} order by number desc, fingerprint desc limit 1`,
  );
  return row?.fingerprint ?? null;
}

/** Two ranges of an index: one condition on both would read every child. */
const byOthers = (rules: number, most: number, except: readonly string[] = []) => {
  const others = except.length > 0 ? notInArray(nino._id, [...except]) : sql`true`;
  return sql`(
    (select ${nino._id} from ${nino} where ${nino.reglas} < ${rules}::integer and ${others} order by ${nino.reglas} limit ${most}::integer)
    union all
    (select ${nino._id} from ${nino} where ${nino.reglas} > ${rules}::integer and ${others} order by ${nino.reglas} limit ${most}::integer)
  ) as others`;
};

/** The ids of children that were computed by other or unknown rules. @param except ids to skip */
export async function idsByOtherRules(
  db: Db,
  rules: number,
  most: number,
  except: readonly string[],
): Promise<string[]> {
  const query = sql`select _id from ${byOthers(rules, most, except)} limit ${most}::integer`;
  const rows = await rawRows<{ _id: string }>(db, query);
  return rows.map(({ _id }) => _id);
}

const COUNTED_AT_MOST = 2_000_000;

export async function countByOtherRules(db: Db, rules: number): Promise<number> {
  const [row] = await rawRows<{ count: number }>(
    db,
    sql`select count(*)::integer as count from ${byOthers(rules, COUNTED_AT_MOST)}`,
  );
  return row?.count ?? 0;
}
