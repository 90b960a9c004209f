import { and, eq, inArray, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';
import { RETAINED_DAYS } from '#domain/calls/retained.ts';
import type { Db } from '#server/db/connect.ts';
import { envioRetenido, operacion } from '#server/db/schema.ts';
import { PROGRAM } from '#server/journal/doer.ts';
import { note } from '#server/journal/entries.ts';

/** A tablet may lie in a drawer for a year, and its program is understood for as long. */
const LONG_AGO = sql`now() - make_interval(days => ${RETAINED_DAYS})`;
const AT_ONCE = 200;

/** Removes some of what nobody has decided on in all that time; the history of each person says so. @returns whether there may be more */
const removeUndecided = (db: Db): Promise<boolean> =>
  db.transaction(async (inside) => {
    const old = inside
      .select({ _id: envioRetenido._id })
      .from(envioRetenido)
      .where(and(isNull(envioRetenido.resuelta), lt(envioRetenido.recibida, LONG_AGO)))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true });
    const gone = await inside.delete(envioRetenido).where(inArray(envioRetenido._id, old)).returning();
    for (const { _id: about, persona: person, tipo, registro } of gone) {
      const after = { tipo, registro, motivo: `Nadie lo resolvió en ${RETAINED_DAYS} días` };
      await note(inside, PROGRAM, { action: 'cerrar', kind: 'envio', about, person, after });
    }
    return gone.length === AT_ONCE;
  });

/** Forgets what devices sent so long ago that none of them asks any more, and what waited for supervision as long, decided on or not. */
export async function forgetSent(db: Db): Promise<void> {
  while (await removeUndecided(db));
  await db.delete(envioRetenido).where(and(isNotNull(envioRetenido.resuelta), lt(envioRetenido.resuelta, LONG_AGO)));
  const retained = db.select({ one: sql`1` }).from(envioRetenido).where(eq(envioRetenido._id, operacion._id));
  await db.delete(operacion).where(and(lt(operacion.recibida, LONG_AGO), notExists(retained)));
}
