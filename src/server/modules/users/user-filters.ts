import { and, eq, exists, ne, not, type SQL } from 'drizzle-orm';
import type { UserQuery } from '#domain/calls/users.ts';
import type { RoleName } from '#domain/roles.ts';
import type { Db } from '#server/db/connect.ts';
import { rol, usuario, usuarioRol } from '#server/db/schema.ts';
import { dayConditions, searchCondition } from '#server/lists/conditions.ts';

/** A user with only this role waits for verification. */
const WAITING: RoleName = 'ROLE_USUARIO';

export function userConditions(db: Db, query: UserQuery): SQL | undefined {
  const having = (condition: SQL) =>
    exists(
      db
        .select({ id: usuarioRol.rolId })
        .from(usuarioRol)
        .innerJoin(rol, eq(rol._id, usuarioRol.rolId))
        .where(and(eq(usuarioRol.usuarioId, usuario._id), condition)),
    );
  return and(
    eq(usuario.activo, true),
    ...searchCondition(usuario.busqueda, query.q),
    ...dayConditions(usuario.fechaRegistro, query),
    query.rol ? having(eq(rol.name, query.rol)) : undefined,
    query.rol === WAITING ? not(having(ne(rol.name, WAITING))) : undefined,
    query.sin ? ne(usuario._id, query.sin) : undefined,
  );
}
