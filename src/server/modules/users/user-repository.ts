import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { ACCOUNT_MESSAGES } from '#domain/accounts.ts';
import type { User, UserQuery } from '#domain/calls/users.ts';
import { AppError, type FieldProblem } from '#domain/errors.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import type { RoleName } from '#domain/roles.ts';
import { foldText } from '#domain/text.ts';
import type { Db } from '#server/db/connect.ts';
import { brokenUnique } from '#server/db/db-errors.ts';
import { type Creation, claimId, isClaimed, requireSame } from '#server/db/receipts.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { rol, usuario, usuarioRol } from '#server/db/schema.ts';
import type { Actor } from '../actor.ts';
import { orderBy } from '../list-query.ts';
import { userConditions } from './user-filters.ts';

/** Two administrators who demote each other at the same time must not both succeed. */
const ADMINISTRATORS_LOCK = 7_236_114_204;
const ADMINISTRADOR: RoleName = 'ROLE_ADMINISTRADOR';

interface Identity {
  nombre: string;
  apellido: string;
  cedula: string;
  email: string;
}

export interface NewAccount {
  id: string;
  /** Who creates it; for a self-registration the new user's own id. */
  creatorId: string;
  user: Identity;
  roleIds: string[];
}

/** What a password is verified against, and the epoch of the sessions that follow. */
export interface Credentials {
  id: string;
  passwordHash: string;
  epoch: number;
}

export type StoredUser = Omit<User, 'fechaRegistro'> & { fechaRegistro: Date };

const publicColumns = {
  _id: usuario._id,
  version: usuario.version,
  nombre: usuario.nombre,
  apellido: usuario.apellido,
  cedula: usuario.cedula,
  email: usuario.email,
  fechaRegistro: usuario.fechaRegistro,
};

/** The columns of a user's identity, with what `q` searches. */
const identityColumns = ({ nombre, apellido, cedula, email }: Identity) => {
  const busqueda = foldText([cedula, nombre, apellido, email].join(' '));
  return { nombre, apellido, cedula, email, busqueda };
};

const creationOf = ({ id, creatorId, user, roleIds }: NewAccount): Creation => ({
  id,
  kind: 'usuario',
  userId: creatorId,
  content: { ...user, roleIds: [...roleIds].sort() },
});

const sameIds = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id) => b.includes(id));

export type UserRepository = ReturnType<typeof createUserRepository>;

/** Users, their roles and their sessions. Passwords come and go as hashes: the work on them is done elsewhere. */
export function createUserRepository(db: Db) {
  const rolesOf = async (from: Db, ids: string[]) => {
    const byUser = new Map<string, StoredUser['roles']>();
    if (ids.length === 0) return byUser;
    const rows = await from
      .select({ userId: usuarioRol.usuarioId, _id: rol._id, name: rol.name })
      .from(usuarioRol)
      .innerJoin(rol, eq(rol._id, usuarioRol.rolId))
      .where(inArray(usuarioRol.usuarioId, ids))
      .orderBy(rol.name);
    for (const { userId, ...role } of rows) byUser.set(userId, [...(byUser.get(userId) ?? []), role]);
    return byUser;
  };

  const withRoles = async (from: Db, rows: Omit<StoredUser, 'roles'>[]): Promise<StoredUser[]> => {
    const roles = await rolesOf(
      from,
      rows.map(({ _id }) => _id),
    );
    return rows.map((row) => ({ ...row, roles: roles.get(row._id) ?? [] }));
  };

  const find = async (from: Db, id: string): Promise<StoredUser | undefined> => {
    const rows = await from
      .select(publicColumns)
      .from(usuario)
      .where(and(eq(usuario._id, id), usuario.activo));
    return (await withRoles(from, rows))[0];
  };

  const require = async (from: Db, id: string): Promise<StoredUser> => {
    const user = await find(from, id);
    if (!user) throw new AppError('notFound');
    return user;
  };

  /** Every taken value at once; the unique indexes catch whoever comes in between. */
  const refuseTaken = async (from: Db, user: { cedula: string; email: string }, except?: string): Promise<void> => {
    const taken = async (condition: SQL) => {
      const rows = await from.select({ id: usuario._id }).from(usuario).where(and(usuario.activo, condition));
      return rows.some(({ id }) => id !== except);
    };
    const problems: FieldProblem[] = [];
    if (await taken(eq(usuario.cedula, user.cedula)))
      problems.push({ msg: ACCOUNT_MESSAGES.cedulaTaken, path: 'cedula' });
    if (await taken(eq(usuario.email, user.email))) problems.push({ msg: ACCOUNT_MESSAGES.emailTaken, path: 'email' });
    if (problems.length > 0) throw new AppError('conflict', { problems });
  };

  const requireRoles = async (from: Db, roleIds: string[]): Promise<void> => {
    const known = await from.select({ id: rol._id }).from(rol);
    const ids = new Set(known.map(({ id }) => id));
    if (!roleIds.every((id) => ids.has(id)))
      throw new AppError('invalid', { problems: [{ msg: ACCOUNT_MESSAGES.roles, path: 'roles' }] });
  };

  /** Runs alone among those that could leave the system without an administrator. */
  const keepAnAdministrator = async (from: Db): Promise<void> => {
    const [row] = await from
      .select({ total: count() })
      .from(usuario)
      .innerJoin(usuarioRol, eq(usuarioRol.usuarioId, usuario._id))
      .innerJoin(rol, eq(rol._id, usuarioRol.rolId))
      .where(and(usuario.activo, eq(rol.name, ADMINISTRADOR)));
    if ((row?.total ?? 0) === 0) throw new AppError('lastAdministrator');
  };

  const inTransaction = async <T>(work: (transaction: Db) => Promise<T>): Promise<T> => {
    try {
      return await db.transaction(work);
    } catch (error) {
      const index = brokenUnique(error);
      if (index === 'usuario_cedula_activo')
        throw new AppError('conflict', { problems: [{ msg: ACCOUNT_MESSAGES.cedulaTaken, path: 'cedula' }] });
      if (index === 'usuario_email_activo')
        throw new AppError('conflict', { problems: [{ msg: ACCOUNT_MESSAGES.emailTaken, path: 'email' }] });
      throw error;
    }
  };

  const credentialsOf = async (whose: SQL): Promise<Credentials | undefined> => {
    const columns = { id: usuario._id, passwordHash: usuario.passwordHash, epoch: usuario.sessionEpoch };
    const [row] = await db.select(columns).from(usuario).where(and(whose, usuario.activo));
    return row;
  };

  const setRoles = async (from: Db, userId: string, roleIds: string[]): Promise<void> => {
    await from.delete(usuarioRol).where(eq(usuarioRol.usuarioId, userId));
    await from.insert(usuarioRol).values(roleIds.map((rolId) => ({ usuarioId: userId, rolId })));
  };

  return {
    roles: () => db.select().from(rol).orderBy(rol.name),

    async roleIds(names: readonly RoleName[]): Promise<string[]> {
      const rows = await db
        .select({ id: rol._id })
        .from(rol)
        .where(inArray(rol.name, names as RoleName[]));
      return rows.map(({ id }) => id);
    },

    async isEmpty(): Promise<boolean> {
      return (await db.select({ id: usuario._id }).from(usuario).limit(1)).length === 0;
    },

    get: (id: string) => require(db, id),

    async list(query: UserQuery): Promise<{ users: StoredUser[]; total: number }> {
      const conditions = userConditions(db, query);
      const field = (query.sort?.field ?? 'fechaRegistro') as keyof typeof publicColumns;
      const order = [
        { key: field, column: publicColumns[field], descending: query.sort?.descending ?? true },
        { key: 'orden', column: usuario.orden, descending: true },
      ];
      const selection = db
        .select(publicColumns)
        .from(usuario)
        .where(conditions)
        .orderBy(...orderBy(order))
        .$dynamic();
      const rows = await (query.limit ? selection.limit(query.limit) : selection).offset(query.offset ?? 0);
      const [counted] = await db.select({ total: count() }).from(usuario).where(conditions);
      return { users: await withRoles(db, rows), total: counted?.total ?? 0 };
    },

    /** Whether an account was created under this id before, by whomever. */
    isTaken: (id: string) => isClaimed(db, id),

    /**
     * @returns null when the same was created before: the write is a retry
     * @throws AppError idTaken when the id stands for something else
     */
    create(account: NewAccount, passwordHash: string): Promise<StoredUser | null> {
      const { id, user, roleIds } = account;
      return inTransaction(async (transaction) => {
        if (!(await claimId(transaction, creationOf(account)))) return null;
        await requireRoles(transaction, roleIds);
        await refuseTaken(transaction, user);
        await transaction
          .insert(usuario)
          .values({ _id: id, ...identityColumns(user), passwordHash, fechaRegistro: new Date() });
        await setRoles(transaction, id, [...new Set(roleIds)]);
        return require(transaction, id);
      });
    },

    /**
     * The account that this very creation made, unless it was deleted since.
     * @returns as it was `created`, as it is `now`, and the hash of its password
     * @throws AppError idTaken when there is none
     */
    async earlier(account: NewAccount): Promise<{ created: StoredUser; now: StoredUser; passwordHash: string }> {
      await requireSame(db, creationOf(account));
      const now = await find(db, account.id);
      const credentials = await credentialsOf(eq(usuario._id, account.id));
      if (!now || !credentials) throw new AppError('idTaken');
      const roles = await db.select().from(rol).where(inArray(rol._id, account.roleIds)).orderBy(rol.name);
      return { created: { ...now, version: 1, ...account.user, roles }, now, passwordHash: credentials.passwordHash };
    },

    /**
     * A change of roles or password ends the user's sessions.
     * @returns the user and whether it was replaced: not when `version` is given and no longer current
     */
    async replace(
      id: string,
      change: {
        user: Identity;
        roleIds: string[];
        passwordHash?: string | undefined;
        version?: number | undefined;
      },
    ): Promise<{ stored: StoredUser; replaced: boolean }> {
      const { user, roleIds, passwordHash, version } = change;
      return inTransaction(async (transaction) => {
        await transaction.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`);
        const before = await require(transaction, id);
        if (version !== undefined && version !== before.version) return { stored: before, replaced: false };
        await requireRoles(transaction, roleIds);
        await refuseTaken(transaction, user, id);
        const wanted = [...new Set(roleIds)];
        const rolesChange = !sameIds(
          wanted,
          before.roles.map((role) => role._id),
        );
        const endsSessions = rolesChange || passwordHash !== undefined;
        await transaction
          .update(usuario)
          .set({
            ...identityColumns(user),
            ...(passwordHash ? { passwordHash } : {}),
            version: sql`${usuario.version} + 1`,
            ...(endsSessions ? { sessionEpoch: sql`${usuario.sessionEpoch} + 1` } : {}),
          })
          .where(eq(usuario._id, id));
        if (rolesChange) await setRoles(transaction, id, wanted);
        await keepAnAdministrator(transaction);
        return { stored: await require(transaction, id), replaced: true };
      });
    },

    async deactivate(actor: Actor, id: string): Promise<void> {
      if (actor.id === id) throw new AppError('ownAccount');
      await inTransaction(async (transaction) => {
        await transaction.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`);
        const ended = {
          activo: false,
          sessionEpoch: sql`${usuario.sessionEpoch} + 1`,
          version: sql`${usuario.version} + 1`,
        };
        const gone = await transaction
          .update(usuario)
          .set(ended)
          .where(and(eq(usuario._id, id), usuario.activo))
          .returning({ id: usuario._id });
        if (gone.length === 0) throw new AppError('notFound');
        await keepAnAdministrator(transaction);
      });
    },

    credentials: (cedula: string) => credentialsOf(eq(usuario.cedula, cedula)),

    ownCredentials: (id: string) => credentialsOf(eq(usuario._id, id)),

    async findSession(id: string, epoch: number): Promise<Actor | null> {
      const current = and(eq(usuario._id, id), eq(usuario.sessionEpoch, epoch), usuario.activo);
      const rows = await db
        .select({ cedula: usuario.cedula, role: rol.name })
        .from(usuario)
        .leftJoin(usuarioRol, eq(usuarioRol.usuarioId, usuario._id))
        .leftJoin(rol, eq(rol._id, usuarioRol.rolId))
        .where(current);
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

    /** How many records of each type a user entered, by key of the type. */
    async recordCounts(id: string): Promise<Record<string, number>> {
      const own = RECORD_LIST.map(({ key }) => {
        const table = recordTable(key);
        return [key, db.$count(table, eq(table.createdBy, id))] as const;
      });
      const [counts] = await db.select(Object.fromEntries(own)).from(sql`(select 1) as once`);
      return counts as Record<string, number>;
    },
  };
}
