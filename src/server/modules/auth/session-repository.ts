import { and, eq, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#domain/errors.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { rol, usuario, usuarioRol } from '#server/db/schema.ts';

/** What a password is verified against, and the epoch of the sessions that follow. */
export interface Credentials {
  id: string;
  passwordHash: string;
  epoch: number;
}

export type SessionRepository = ReturnType<typeof createSessionRepository>;

/** Who may sign in, and whose session still holds. A user's sessions all end when their epoch does. */
export function createSessionRepository(db: Db) {
  const credentialsOf = async (whose: SQL): Promise<Credentials | undefined> => {
    const columns = { id: usuario._id, passwordHash: usuario.passwordHash, epoch: usuario.sessionEpoch };
    const [row] = await db.select(columns).from(usuario).where(and(whose, usuario.activo));
    return row;
  };

  return {
    credentials: (cedula: string) => credentialsOf(eq(usuario.cedula, cedula)),

    ownCredentials: (id: string) => credentialsOf(eq(usuario._id, id)),

    /** Who holds a session of this epoch, or null when it has ended. */
    async actorOf(id: string, epoch: number): Promise<Actor | null> {
      const rows = await db
        .select({ cedula: usuario.cedula, role: rol.name })
        .from(usuario)
        .leftJoin(usuarioRol, eq(usuarioRol.usuarioId, usuario._id))
        .leftJoin(rol, eq(rol._id, usuarioRol.rolId))
        .where(and(eq(usuario._id, id), eq(usuario.sessionEpoch, epoch), usuario.activo));
      const [first] = rows;
      return first ? { id, cedula: first.cedula, roles: rows.flatMap(({ role }) => role ?? []) } : null;
    },

    /** Ends every session. @returns the epoch of the next ones. */
    async changePassword(id: string, passwordHash: string): Promise<number> {
      const changed = {
        passwordHash,
        sessionEpoch: sql`${usuario.sessionEpoch} + 1`,
        version: sql`${usuario.version} + 1`,
      };
      const rows = await db
        .update(usuario)
        .set(changed)
        .where(and(eq(usuario._id, id), usuario.activo))
        .returning({ epoch: usuario.sessionEpoch });
      if (!rows[0]) throw new AppError('notFound');
      return rows[0].epoch;
    },
  };
}
