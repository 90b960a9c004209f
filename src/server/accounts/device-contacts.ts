import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { boveda, session } from '#server/db/schema.ts';

/** Contacts within so many hours of the first one are one visit: an evening over a bad line. */
const VISIT_HOURS = 12;

/** What a contact changes in a vault: the visit goes on, or another one begins. */
export const contactAt = (at: Date) => {
  const goesOn = sql`${boveda.visita} > ${at}::timestamptz - make_interval(hours => ${VISIT_HOURS})`;
  return {
    ultimoContacto: at,
    visita: sql`case when ${goesOn} then ${boveda.visita} else ${at}::timestamptz end`,
    contactoAnterior: sql`case when ${goesOn} then ${boveda.contactoAnterior} else ${boveda.ultimoContacto} end`,
  };
};

/** Notes that somebody's device sends. */
export async function noteContact(db: Db, { actor, equipo }: { actor: { id: string }; equipo: string }) {
  await db
    .update(boveda)
    .set(contactAt(new Date()))
    .where(and(eq(boveda.usuario, actor.id), eq(boveda.equipo, equipo)));
}

/** The device that a session is of, in SQL; null where it is of none. */
export const deviceOf = (of: string | null): SQL =>
  sql`(select ${session.equipo} from ${session} where ${session._id} = ${of}::uuid)`;

/**
 * Notes up to which change somebody was told which booklets are no longer hers: on the device of the session, or on all of her devices
 * where the session is of none.
 */
export async function noteTold(db: Db, { id, session: of }: { id: string; session: string | null }, change: string) {
  await db
    .update(boveda)
    .set({ avisada: sql`greatest(coalesce(${boveda.avisada}, '0'::xid8), ${change}::xid8)` })
    .where(and(eq(boveda.usuario, id), sql`${boveda.equipo} = coalesce(${deviceOf(of)}, ${boveda.equipo})`));
}
