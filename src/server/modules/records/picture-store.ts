import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#server/db/connect.ts';
import { pictureTable } from '#server/db/schema.ts';
import type { ValueStore } from '#server/lists/stored-value.ts';

/** A process that ended without a word is waited for no longer than this; longer than a statement may take. */
const CLAIMED_FOR = sql`interval '2 minutes'`;

const { nombre, dia, calculado, momento, duracionMs, valor, proceso, hasta } = pictureTable;
const versionOf = (column: SQL | typeof calculado) => sql<string | null>`extract(epoch from ${column})::text`;

/** Pictures of one kind in the database, by the database's clock. */
export function createPictureStore<T>(db: Db, name: string, schema: z.ZodType<T>): ValueStore<T> {
  const me = randomUUID();
  const isMine = and(eq(nombre, name), eq(proceso, me), isNotNull(hasta));
  return {
    async read(day, version) {
      const [row] = await db
        .select({
          version: versionOf(calculado),
          at: momento,
          tookMs: duracionMs,
          ageMs: sql<number>`extract(epoch from now() - ${calculado})::double precision * 1000 + ${duracionMs}`,
          value: sql<unknown>`case when ${dia} = ${day}::date and ${versionOf(calculado)} is distinct from ${version ?? null} then ${valor} end`,
        })
        .from(pictureTable)
        .where(and(eq(nombre, name), isNotNull(calculado)));
      if (!row?.version || !row.at || row.tookMs === null) return null;
      const { data = null } = schema.safeParse(row.value);
      return { version: row.version, at: row.at, tookMs: row.tookMs, ageMs: row.ageMs, value: data };
    },

    async claim(version) {
      const until = sql`now() + ${CLAIMED_FOR}`;
      const claimed = await db
        .insert(pictureTable)
        .values({ nombre: name, proceso: me, hasta: until })
        .onConflictDoUpdate({
          target: nombre,
          set: { proceso: me, hasta: until },
          setWhere: sql`(${hasta} is null or ${hasta} < now()) and ${versionOf(calculado)} is not distinct from ${version ?? null}`,
        })
        .returning({ nombre });
      return claimed.length > 0;
    },

    async renew() {
      await db
        .update(pictureTable)
        .set({ hasta: sql`now() + ${CLAIMED_FOR}` })
        .where(isMine);
    },

    async write(day, value, at, tookMs) {
      const next = {
        dia: day,
        calculado: sql`now()`,
        momento: at,
        duracionMs: Math.round(tookMs),
        valor: value,
        hasta: null,
      };
      const [row] = await db
        .update(pictureTable)
        .set(next)
        .where(isMine)
        .returning({ version: versionOf(calculado) });
      return row?.version ?? undefined;
    },

    async release() {
      await db.update(pictureTable).set({ hasta: null }).where(isMine);
    },
  };
}
