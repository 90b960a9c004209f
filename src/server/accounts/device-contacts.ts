import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { session, vaultTable } from '#server/db/schema.ts';

const VISIT_HOURS = 12;

export const contactAt = (at: Date) => {
  const goesOn = sql`${vaultTable.visita} > ${at}::timestamptz - make_interval(hours => ${VISIT_HOURS})`;
  return {
    ultimoContacto: at,
    visita: sql`case when ${goesOn} then ${vaultTable.visita} else ${at}::timestamptz end`,
    contactoAnterior: sql`case when ${goesOn} then ${vaultTable.contactoAnterior} else ${vaultTable.ultimoContacto} end`,
  };
};

export async function noteContact(db: Db, { actor, equipo }: { actor: { id: string }; equipo: string }) {
  await db
    .update(vaultTable)
    .set(contactAt(new Date()))
    .where(and(eq(vaultTable.usuario, actor.id), eq(vaultTable.equipo, equipo)));
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
    .update(vaultTable)
    .set({ avisada: sql`greatest(coalesce(${vaultTable.avisada}, '0'::xid8), ${change}::xid8)` })
    .where(
      and(
        eq(vaultTable.usuario, id),
        sql`${vaultTable.equipo} = coalesce(${deviceOf(sessionId)}, ${vaultTable.equipo})`,
      ),
    );
}
