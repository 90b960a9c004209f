import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#server/db/connect.ts';
import { pictureTable } from '#server/db/schema.ts';
import type { ValueStore } from '#server/lists/stored-value.ts';

/** A process that ended without a word is waited for no longer than this; longer than a statement may take. */
const CLAIMED_FOR = sql`interval '2 minutes'`;

const { nombre, dia, calculado, momento, duracionMs, valor, proceso, hasta } = pictureTable;
const versionOf = sql<string | null>`extract(epoch from ${calculado})::text`;
/** Never negative: the clock of the database may have been set back, or another machine may have become primary. */
const ageMs = sql<number>`greatest(extract(epoch from now() - ${calculado}), 0)::double precision * 1000 + ${duracionMs}`;

/** Nothing is lost with a picture, so no commit waits for a standby. */
const withoutWaiting = <T>(db: Db, work: (inside: Db) => Promise<T>): Promise<T> =>
  db.transaction(async (inside) => {
    await inside.execute(sql`set local synchronous_commit = off`);
    return work(inside);
  });

/** Pictures of one kind in PostgreSQL, by its clock. */
export function createPictureStore<T>(db: Db, name: string, schema: z.ZodType<T>): ValueStore<T> {
  const me = randomUUID();
  const isMine = and(eq(nombre, name), eq(proceso, me), isNotNull(hasta));
  const claim = { proceso: me, hasta: sql`now() + ${CLAIMED_FOR}` };
  return {
    async read(day, version) {
      const isNew = sql`${dia} = ${day}::date and ${versionOf} is distinct from ${version ?? null}`;
      const [row] = await db
        .select({
          ...{ version: versionOf, at: momento, tookMs: duracionMs, ageMs },
          value: sql<unknown>`case when ${isNew} then ${valor} end`,
        })
        .from(pictureTable)
        .where(and(eq(nombre, name), isNotNull(calculado)));
      if (!row?.version || !row.at || row.tookMs === null) return null;
      const { data = null } = schema.safeParse(row.value);
      return { version: row.version, at: row.at, tookMs: row.tookMs, ageMs: row.ageMs, value: data };
    },

    claim: (version) =>
      withoutWaiting(db, async (inside) => {
        // Far in the future only if the clock was set back.
        const isFree = sql`(${hasta} is null or ${hasta} < now() or ${hasta} > now() + 2 * ${CLAIMED_FOR} or ${proceso} = ${me})`;
        // A claim of another process is found without waiting for its row.
        const claimed = await inside
          .update(pictureTable)
          .set(claim)
          .where(and(eq(nombre, name), isFree, sql`${versionOf} is not distinct from ${version ?? null}`))
          .returning({ nombre });
        if (claimed.length > 0 || version !== undefined) return claimed.length > 0;
        const inserted = await inside
          .insert(pictureTable)
          .values({ nombre: name, ...claim })
          .onConflictDoNothing()
          .returning({ nombre });
        return inserted.length > 0;
      }),

    renew: () =>
      withoutWaiting(db, async (inside) => {
        await inside.update(pictureTable).set(claim).where(isMine);
      }),

    write: (day, value, at, tookMs) =>
      withoutWaiting(db, async (inside) => {
        const [row] = await inside
          .update(pictureTable)
          .set({
            ...{ dia: day, momento: at, duracionMs: Math.round(tookMs), valor: value },
            ...{ calculado: sql`now()`, hasta: null },
          })
          .where(isMine)
          .returning({ version: versionOf });
        return row?.version ?? undefined;
      }),

    release: () =>
      withoutWaiting(db, async (inside) => {
        await inside.update(pictureTable).set({ hasta: null }).where(isMine);
      }),
  };
}
