import { setImmediate as othersFirst } from 'node:timers/promises';
import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { ONCE } from '#server/db/parts.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { journal, journalSeal } from '#server/db/schema.ts';
import { contentHash, linkHash, NO_LINK, SEALED, type SealedEntry } from './chain.ts';

/** Chosen once, never changed: two processes that seal must name the same lock. */
const SEALING_LOCK = 7_236_114_205;
/** Sealed in one transaction, for which whoever writes waits where the database answers one at a time. */
const BATCH = 100;

/** The newest link: what `audit:verify` compares, and what is worth keeping elsewhere. */
export interface Head {
  readonly position: number;
  readonly hash: string;
}

interface Sealed {
  readonly sealed: number;
  readonly head: Head | null;
}

const NOTHING: Sealed = { sealed: 0, head: null };

/**
 * Puts the next links on committed entries that have none, in the order of their numbers; one process at a time, and no writer waits.
 * @param sinceMs looks only at entries so much older than the newest link's, for what commits late; without it at all of them
 */
export function sealSome(db: Db, sinceMs?: number): Promise<Sealed> {
  return db.transaction(async (inside) => {
    const locked = await inside.select({ mine: sql<boolean>`pg_try_advisory_xact_lock(${SEALING_LOCK})` }).from(ONCE);
    if (!locked[0]?.mine) return NOTHING;
    const [head] = await inside
      .select({ position: journalSeal.position, hash: journalSeal.hash, at: journal.at })
      .from(journalSeal)
      .leftJoin(journal, eq(journal.seq, journalSeal.seq))
      .orderBy(desc(journalSeal.position))
      .limit(1);
    const recent =
      sinceMs !== undefined && head?.at
        ? sql`${journal.at} > ${new Date(head.at.getTime() - sinceMs).toISOString()}::timestamptz`
        : sql`true`;
    const rows = await rawRows<SealedEntry>(
      inside,
      sql`select ${SEALED} from ${journal}
        where ${recent} and not exists (select 1 from ${journalSeal} where ${journalSeal.seq} = ${journal.seq})
        order by ${journal.seq} limit ${BATCH}`,
    );
    if (rows.length === 0) return NOTHING;
    let { position, hash } = head ?? { position: 0, hash: NO_LINK };
    const links = rows.map((entry) => {
      position += 1;
      const content = contentHash(entry);
      hash = linkHash(hash, position, entry, content);
      return { position, seq: Number(entry.seq), content, hash };
    });
    await inside.insert(journalSeal).values(links);
    return { sealed: links.length, head: { position, hash: hash.toString('hex') } };
  });
}

/** Seals all that is committed now. */
export async function sealAll(db: Db, sinceMs?: number): Promise<Sealed> {
  for (let all = NOTHING; ; ) {
    const { sealed, head } = await sealSome(db, sinceMs);
    all = { sealed: all.sealed + sealed, head: head ?? all.head };
    if (sealed < BATCH) return all;
    // Where the database answers within this process nobody else would have a turn.
    await othersFirst();
  }
}
