import { createPublicKey } from 'node:crypto';
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { AppError } from '#domain/errors.ts';
import { type PublicKey, readPublicKeys } from '#domain/exchange/public-keys.ts';
import type { SystemValues } from '#domain/exchange/system-fields.ts';
import { changedFields } from '#domain/journal/journal.ts';
import { foldText } from '#domain/text.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { claimId, contentPrint } from '#server/db/receipts.ts';
import { systemTable, usedAssertion } from '#server/db/schema.ts';
import { ONE_ROW, partHasRows } from '#server/db/statement-parts.ts';
import type { Doer } from '#server/journal/doer.ts';
import { type Entry, journalPart } from '#server/journal/entries.ts';
import { haveSameKeys, type SystemRow, systemContent } from './system-wire.ts';

export const SYSTEM_KIND = 'sistema';
const CLEAN_EVERY_MS = 60_000;
/** Used assertions are kept for longer than they are valid, in case that the clock is set back. */
const KEPT_AFTER_MS = 10 * 60_000;

export interface SystemUse {
  readonly id: string;
  readonly at: Date;
}

/** A use of an assertion, by the hash of its `jti`. */
interface AssertionUse {
  readonly huella: string;
  readonly expires: Date;
  /** What the journal says of its first use. */
  readonly entry: Pick<Entry, 'action' | 'after'>;
}

const byId = (id: string) => eq(systemTable._id, id);

/** @throws AppError invalid if a point does not lie on its curve */
function importedKeys(text: string): readonly PublicKey[] {
  const read = readPublicKeys(text);
  if ('problem' in read) throw new AppError('invalid', { problems: [{ path: 'llaves', msg: read.problem }] });
  for (const key of read.keys)
    try {
      createPublicKey({ key: { ...key }, format: 'jwk' });
    } catch {
      const msg = `La clave «${key.kid}» no es una clave pública válida.`;
      throw new AppError('invalid', { problems: [{ path: 'llaves', msg }] });
    }
  return read.keys;
}

const columnsOf = ({ nombre, hasta, llaves, alcances, lugares }: SystemValues) => ({
  ...{ nombre, hasta, alcances, lugares },
  busqueda: foldText(nombre),
  llaves: importedKeys(llaves),
});

export type SystemRepository = ReturnType<typeof createSystemRepository>;

/** The systems that may read, and the assertions that they have signed in with. */
export function createSystemRepository(db: Db, { now }: { now: () => Date }) {
  const one = db
    .select()
    .from(systemTable)
    .where(eq(systemTable._id, sql.placeholder('id')))
    .prepare('system_by_id');

  let cleanedAt = Number.NEGATIVE_INFINITY;
  /** Deletes expired assertions from time to time, except rows that another process is deleting. */
  const clean = async (at: Date) => {
    if (at.getTime() - cleanedAt < CLEAN_EVERY_MS) return;
    cleanedAt = at.getTime();
    const isOver = lte(usedAssertion.hasta, new Date(at.getTime() - KEPT_AFTER_MS));
    const expired = db
      .select({ huella: usedAssertion.huella })
      .from(usedAssertion)
      .where(isOver)
      .for('update', { skipLocked: true });
    // Another system may have used the same `jti` later.
    await db.delete(usedAssertion).where(and(isOver, inArray(usedAssertion.huella, expired)));
  };

  return {
    list: (): Promise<SystemRow[]> => db.select().from(systemTable),

    find: async (id: string): Promise<SystemRow | undefined> => (await one.execute({ id }))[0],

    create: (actor: Actor, id: string, values: SystemValues): Promise<SystemRow> => {
      const columns = columnsOf(values);
      return db.transaction(async (inside) => {
        const creation = { id, userId: actor.id, print: contentPrint(SYSTEM_KIND, values) };
        const after = systemContent(columns);
        const entry = journalPart(inside, actor, { action: 'crear', kind: SYSTEM_KIND, about: id, after });
        const [stored] = (await claimId(inside, creation))
          ? await inside
              .with(entry)
              .insert(systemTable)
              .values({ ...columns, _id: id, fechaRegistro: now() })
              .returning()
          : await inside.select().from(systemTable).where(byId(id));
        if (!stored || stored.revocado !== null) throw new AppError('idTaken');
        return stored;
      });
    },

    /** @param version the version the editor saw; if it is no longer current, nothing is written @throws AppError notFound also for a revoked system */
    replace: (
      actor: Actor,
      id: string,
      values: SystemValues,
      version?: number,
    ): Promise<{ stored: SystemRow; replaced: boolean }> => {
      const columns = columnsOf(values);
      return db.transaction(async (inside) => {
        const [before] = await inside.select().from(systemTable).where(byId(id)).for('update');
        if (!before || before.revocado !== null) throw new AppError('notFound');
        if (version !== undefined && version !== before.version) return { stored: before, replaced: false };
        const changed = changedFields(systemContent(before), systemContent(columns));
        const epoca = haveSameKeys(before.llaves, columns.llaves) ? before.epoca : before.epoca + 1;
        const [stored] = await inside
          .with(journalPart(inside, actor, { action: 'editar', kind: SYSTEM_KIND, about: id, ...changed }))
          .update(systemTable)
          .set({ ...columns, epoca, version: sql`${systemTable.version} + 1` })
          .where(byId(id))
          .returning();
        // The row is locked, so the update returns it.
        return { stored: stored as SystemRow, replaced: true };
      });
    },

    /** @throws AppError notFound also for a system that is revoked already */
    revoke: (actor: Actor, id: string): Promise<void> =>
      db.transaction(async (inside) => {
        const [before] = await inside
          .select()
          .from(systemTable)
          .where(and(byId(id), isNull(systemTable.revocado)))
          .for('update');
        if (!before) throw new AppError('notFound');
        const entry = { action: 'eliminar', kind: SYSTEM_KIND, about: id, before: systemContent(before) } as const;
        await inside
          .with(journalPart(inside, actor, entry))
          .update(systemTable)
          .set({ revocado: now(), version: sql`${systemTable.version} + 1` })
          .where(byId(id));
      }),

    /** Notes the use of an assertion, with its entry in the journal. @returns false if it was used before, by whichever process */
    async claimAssertion(doer: Doer & { id: string }, { huella, expires, entry }: AssertionUse): Promise<boolean> {
      const use = sql`insert into ${usedAssertion} (sistema, huella, hasta)
        values (${doer.id}::uuid, ${huella}, ${expires.toISOString()}::timestamptz)
        on conflict do nothing returning ${usedAssertion.huella}`;
      const noted = { kind: SYSTEM_KIND, about: doer.id, ...entry };
      const [row] = await db
        .with(db.$with('used', {}).as(use), journalPart(db, doer, noted, sql.identifier('used')))
        .select({ isFirst: partHasRows('used') })
        .from(ONE_ROW);
      await clean(now());
      return row?.isFirst === true;
    },

    async keepUses(uses: readonly SystemUse[]): Promise<void> {
      const newest = [...new Map(uses.map((use) => [use.id, use])).values()];
      const rows = sql`json_to_recordset(${JSON.stringify(newest)}::json) as used(id uuid, at timestamptz)`;
      await db.execute(
        sql`update ${systemTable} set ultimo_uso = used.at from ${rows} where ${systemTable._id} = used.id`,
      );
    },
  };
}
