import { createHash } from 'node:crypto';
import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { AppError } from '#domain/errors.ts';
import type { Db } from '#server/db/connect.ts';
import { countedTry } from '#server/db/schema.ts';

const WINDOW_MS = 15 * 60_000;
export const DAY_MS = 86_400_000;
const CLEAN_EVERY_MS = 60_000;

export type Subject = readonly [kind: string, ...names: string[]];

export interface Limit {
  subject: Subject;
  most: number;
}

/** Hashed, so that the key is short and no row records who tried to sign in where. */
const keyOf = (subject: Subject) => createHash('sha256').update(JSON.stringify(subject)).digest('base64url');

export function createTries(db: Db, now: () => Date) {
  const windowStart = () => new Date(now().getTime() - WINDOW_MS);
  /** Tries that were noted while the clock ran ahead close nothing for longer than 15 minutes after it is corrected. */
  const windowEnd = () => new Date(now().getTime() + WINDOW_MS);
  let cleaned = Number.NEGATIVE_INFINITY;

  /** Runs at most once a minute, and skips rows that another process is deleting. */
  const clean = async () => {
    if (now().getTime() - cleaned < CLEAN_EVERY_MS) return;
    cleaned = now().getTime();
    const old = db
      .select({ id: countedTry.id })
      .from(countedTry)
      .where(lte(countedTry.keptUntil, now()))
      .for('update', { skipLocked: true });
    await db.delete(countedTry).where(inArray(countedTry.id, old));
  };

  const noteFor = async (keptMs: number, ...subjects: Subject[]): Promise<void> => {
    const at = now();
    const keptUntil = new Date(at.getTime() + keptMs);
    await db.insert(countedTry).values(subjects.map((subject) => ({ subject: keyOf(subject), at, keptUntil })));
    await clean();
  };

  const limitRows = sql`json_to_recordset(${sql.placeholder('asked')}::json) as asked(index int, subject text, newer int)`;
  const oldest = sql`lateral (select ${countedTry.at} from ${countedTry}
    where ${countedTry.subject} = asked.subject and ${gt(countedTry.at, sql.placeholder('since'))}
      and ${lte(countedTry.at, sql.placeholder('until'))}
    order by ${desc(countedTry.at)} offset asked.newer limit 1) as oldest`;
  const closing = db
    .select({ index: sql<number>`asked.index`, at: sql<Date>`oldest.at`.mapWith(countedTry.at) })
    .from(sql`${limitRows}, ${oldest}`)
    .prepare('tries_closing');

  const ofDay = db
    .select({ at: countedTry.at })
    .from(countedTry)
    .where(
      and(
        eq(countedTry.subject, sql.placeholder('subject')),
        gt(countedTry.at, sql.placeholder('since')),
        lte(countedTry.at, sql.placeholder('until')),
      ),
    )
    .orderBy(desc(countedTry.at))
    .limit(sql.placeholder('most'))
    .prepare('tries_of_day');

  return {
    /** @returns when each limit opens again, in ms since 1970: when its oldest counted try leaves the window; 0 if it is open */
    async closedUntil<L extends readonly Limit[]>(...limits: L): Promise<{ [I in keyof L]: number }> {
      const rows = limits.map(({ subject, most }, index) => ({ index, subject: keyOf(subject), newer: most - 1 }));
      const until = limits.map(() => 0);
      const window = { since: windowStart(), until: windowEnd() };
      for (const { index, at } of await closing.execute({ asked: JSON.stringify(rows), ...window }))
        until[index] = at.getTime() + WINDOW_MS;
      return until as { [I in keyof L]: number };
    },

    /** @throws AppError tooManyTries unless the instant is 0, with the seconds until then */
    refuseUntil(instant: number): void {
      const seconds = Math.ceil((instant - now().getTime()) / 1_000);
      if (instant > 0) throw new AppError('tooManyTries', { retryAfter: Math.max(1, seconds) });
    },

    /** Times of the tries of the last day, in ms since 1970, newest first. */
    async ofDay(subject: Subject, most: number): Promise<number[]> {
      const since = new Date(now().getTime() - DAY_MS);
      const rows = await ofDay.execute({ subject: keyOf(subject), since, until: windowEnd(), most });
      return rows.map(({ at }) => at.getTime());
    },

    note: (...subjects: Subject[]): Promise<void> => noteFor(WINDOW_MS, ...subjects),

    noteFor,

    isNoted: async (subject: Subject): Promise<boolean> =>
      (await db.$count(countedTry, and(eq(countedTry.subject, keyOf(subject)), gt(countedTry.keptUntil, now())))) > 0,

    async forget(subject: Subject): Promise<void> {
      await db.delete(countedTry).where(eq(countedTry.subject, keyOf(subject)));
    },
  };
}
