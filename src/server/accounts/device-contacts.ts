import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { boveda, session } from '#server/db/schema.ts';

const VISIT_HOURS = 12;

export const contactAt = (at: Date) => {
  const goesOn = sql`${boveda.visita} > ${at}::timestamptz - make_interval(hours => ${VISIT_HOURS})`;
  return {
    ultimoContacto: at,
    visita: sql`case when ${goesOn} then ${boveda.visita} else ${at}::timestamptz end`,
    contactoAnterior: sql`case when ${goesOn} then ${boveda.contactoAnterior} else ${boveda.ultimoContacto} end`,
  };
};

export async function noteContact(db: Db, { actor, equipo }: { actor: { id: string }; equipo: string }) {
  await db
    .update(boveda)
    .set(contactAt(new Date()))
    .where(and(eq(boveda.usuario, actor.id), eq(boveda.equipo, equipo)));
}

export const deviceOf = (sessionId: string | null): SQL =>
  sql`(select ${session.equipo} from ${session} where ${session._id} = ${sessionId}::uuid)`;

/** Notes the newest change whose departures were reported: on the session's device, or on all devices if the session has none. */
export async function noteDeparturesReported(
  db: Db,
  { id, session: sessionId }: { id: string; session: string | null },
  change: string,
) {
  await db
    .update(boveda)
    .set({ avisada: sql`greatest(coalesce(${boveda.avisada}, '0'::xid8), ${change}::xid8)` })
    .where(and(eq(boveda.usuario, id), sql`${boveda.equipo} = coalesce(${deviceOf(sessionId)}, ${boveda.equipo})`));
}
