import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { and, desc, eq, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { journal, journalSeal } from '#server/db/schema.ts';
import { ONE_ROW } from '#server/db/statement-parts.ts';
import { contentHash, linkHash, NO_LINK, SEALED, type SealedEntry } from './chain.ts';

/** Entries per transaction, for which every writer waits on PGlite. */
const BATCH = 100;

/** The newest link, which `audit:verify` compares and which is worth keeping elsewhere. */
export interface Head {
  readonly position: number;
  readonly hash: string;
}

interface Sealed {
  readonly sealed: number;
  readonly head: Head | null;
}

const NOTHING: Sealed = { sealed: 0, head: null };

/** Which entries are searched: after the newest sealed one, from this many ms before it (late commits), or by default all. */
export type SealScope = 'newest' | number | undefined;

/** @param past only entries after this one */
async function unsealed(db: Db, among: SealScope, head: Date | null | undefined, past: number): Promise<SealedEntry[]> {
  const conditions = [sql`${journal.seq} > ${past}`];
  if (among === 'newest') conditions.push(sql`${journal.seq} > (select coalesce(max(seq), 0) from ${journalSeal})`);
  else if (among !== undefined && head)
    conditions.push(sql`${journal.at} > ${new Date(head.getTime() - among).toISOString()}::timestamptz`);
  return rawRows<SealedEntry>(
    db,
    sql`select ${SEALED} from ${journal}
      where ${and(...conditions)} and not exists (select 1 from ${journalSeal} where ${journalSeal.seq} = ${journal.seq})
      order by ${journal.seq} limit ${BATCH}`,
  );
}

interface SealedBatch extends Sealed {
  readonly last?: number;
}

/** Seals committed entries in the order of their numbers; one process at a time, and no writer waits. */
export function sealBatch(db: Db, among?: SealScope, past = 0): Promise<SealedBatch> {
  return db.transaction(async (transaction) => {
    const locked = await transaction
      .select({ mine: sql<boolean>`pg_try_advisory_xact_lock(${ADVISORY_LOCKS.sealing})` })
      .from(ONE_ROW);
    if (!locked[0]?.mine) return NOTHING;
    const [head] = await transaction
      .select({ position: journalSeal.position, hash: journalSeal.hash, at: journal.at })
      .from(journalSeal)
      .leftJoin(journal, eq(journal.seq, journalSeal.seq))
      .orderBy(desc(journalSeal.position))
      .limit(1);
    const rows = await unsealed(transaction, among, head?.at, past);
    if (rows.length === 0) return NOTHING;
    let { position, hash } = head ?? { position: 0, hash: NO_LINK };
    const links = rows.map((entry) => {
      position += 1;
      const content = contentHash(entry);
      hash = linkHash(hash, position, entry, content);
      return { position, seq: entry.seq, content: content.toString('hex'), hash: hash.toString('hex') };
    });
    await transaction.execute(sql`insert into ${journalSeal} (position, seq, content, hash)
      select position, seq, decode(content, 'hex'), decode(hash, 'hex')
      from json_to_recordset(${JSON.stringify(links)}::json) as link(position bigint, seq bigint, content text, hash text)`);
    const sealed = { sealed: links.length, head: { position, hash: hash.toString('hex') } };
    return links.length < BATCH ? sealed : { ...sealed, last: Number(rows.at(-1)?.seq) };
  });
}

export async function sealAll(db: Db, among?: SealScope): Promise<Sealed> {
  let all = NOTHING;
  for (let past: number | undefined = 0; past !== undefined; ) {
    const { sealed, head, last } = await sealBatch(db, among, past);
    all = { sealed: all.sealed + sealed, head: head ?? all.head };
    past = last;
    // PGlite runs within this process: without this, no other work would get a turn.
    await yieldToEventLoop();
  }
  return all;
}
