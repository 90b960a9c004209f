import { and, eq, isNotNull, lt, notExists, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { envioRetenido, operacion } from '#server/db/schema.ts';

/** A tablet may lie in a drawer for a year, and its program is understood for as long. */
const KEPT_DAYS = 400;
const LONG_AGO = sql`now() - make_interval(days => ${KEPT_DAYS})`;

/** Forgets what devices sent, and what supervision has decided on, so long ago that none of them asks any more. */
export async function forgetSent(db: Db): Promise<void> {
  await db.delete(envioRetenido).where(and(isNotNull(envioRetenido.resuelta), lt(envioRetenido.resuelta, LONG_AGO)));
  const retained = db.select({ one: sql`1` }).from(envioRetenido).where(eq(envioRetenido._id, operacion._id));
  await db.delete(operacion).where(and(lt(operacion.recibida, LONG_AGO), notExists(retained)));
}
