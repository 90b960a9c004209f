import { and, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm';
import { RECORD_LIST } from '#domain/records/index.ts';
import { can, ROLE_NAMES } from '#domain/roles.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { rol, usuario, usuarioRol } from '#server/db/schema.ts';

const RECORDING_ROLES = ROLE_NAMES.filter((name) => can([name], 'booklet'));

/** Accounts that may record, and those that once recorded something. Families are nobody's practitioner. */
export function isPractitioner(db: Db): SQL<boolean> {
  const mayRecord = exists(
    db
      .select({ one: sql`1` })
      .from(usuarioRol)
      .innerJoin(rol, eq(rol._id, usuarioRol.rolId))
      .where(and(eq(usuarioRol.usuarioId, usuario._id), inArray(rol.name, RECORDING_ROLES))),
  );
  const recorded = RECORD_LIST.map(({ key }) => {
    const table = recordTable(key);
    return exists(db.select({ one: sql`1` }).from(table).where(eq(table.createdBy, usuario._id)));
  });
  return sql<boolean>`(${or(mayRecord, ...recorded)})`;
}
