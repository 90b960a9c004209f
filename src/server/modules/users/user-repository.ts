import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { ACCOUNT_MESSAGES } from '#domain/accounts.ts';
import type { UserQuery } from '#domain/calls/users.ts';
import { AppError, type FieldProblem } from '#domain/errors.ts';
import { changedFields } from '#domain/journal/journal.ts';
import { NEWEST_FIRST } from '#domain/lists/order.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import type { RoleName } from '#domain/roles.ts';
import { foldText } from '#domain/text.ts';
import type { Actor } from '#server/calls/actor.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Db } from '#server/db/connect.ts';
import { type Creation, claimId, contentPrint, isClaimed, requireRepeatedCreation } from '#server/db/receipts.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { rol, secondFactor, usuario, usuarioRol } from '#server/db/schema.ts';
import { ONE_ROW } from '#server/db/statement-parts.ts';
import { transactionsWithUniqueConflicts } from '#server/db/unique-conflicts.ts';
import type { PasswordFrom } from '#server/db/user-tables.ts';
import type { Doer } from '#server/journal/doer.ts';
import { note } from '#server/journal/entries.ts';
import { type Listing, listingOf } from '#server/lists/listing.ts';
import { sortedBy } from '#server/lists/order.ts';
import { STORED_USER, type StoredUser, USER_COLUMNS } from './stored-user.ts';
import { userConditions } from './user-filters.ts';

const ADMINISTRADOR: RoleName = 'ROLE_ADMINISTRADOR';

const KIND = 'usuario';

const TAKEN: Readonly<Record<string, FieldProblem>> = {
  usuario_cedula_activo: { msg: ACCOUNT_MESSAGES.cedulaTaken, path: 'cedula' },
  usuario_email_activo: { msg: ACCOUNT_MESSAGES.emailTaken, path: 'email' },
};

interface Identity {
  nombre: string;
  apellido: string;
  cedula: string;
  email: string;
}

export interface NewAccount {
  id: string;
  creator: Doer & { readonly id: string };
  user: Identity;
  roleIds: string[];
  passwordFrom: PasswordFrom;
}

const identityColumns = ({ nombre, apellido, cedula, email }: Identity) => {
  const busqueda = foldText([cedula, nombre, apellido, email].join(' '));
  return { nombre, apellido, cedula, email, busqueda };
};

/** What answers show of the account that recorded something. */
const isRenamed = (before: StoredUser, { nombre, apellido, cedula }: Identity): boolean =>
  before.nombre !== nombre || before.apellido !== apellido || before.cedula !== cedula;

/** The lock `administrators` keeps these numbers in the order of their commits. */
const NEXT_RENAMING = sql`(select coalesce(max(${usuario.renombrado}), 0) + 1 from ${usuario})`;

const creationOf = ({ id, creator, user, roleIds }: NewAccount): Creation => ({
  id,
  userId: creator.id,
  print: contentPrint(KIND, { ...user, roleIds: [...roleIds].sort() }),
});

const notedOf = ({ nombre, apellido, cedula, email, roles }: StoredUser) => ({
  nombre,
  apellido,
  cedula,
  email,
  roles: roles.map(({ name }) => name).join(', '),
});

const sameIds = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id) => b.includes(id));

export type UserRepository = ReturnType<typeof createUserRepository>;

export function createUserRepository(db: Db) {
  const find = async (from: Db, id: string): Promise<StoredUser | undefined> => {
    const [user] = await from
      .select(STORED_USER)
      .from(usuario)
      .where(and(eq(usuario._id, id), usuario.activo));
    return user;
  };

  const require = async (from: Db, id: string): Promise<StoredUser> => {
    const user = await find(from, id);
    if (!user) throw new AppError('notFound');
    return user;
  };

  /** Reports all taken values together; the unique indexes catch concurrent writes. */
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
    const existing = await from.select({ id: rol._id }).from(rol);
    const ids = new Set(existing.map(({ id }) => id));
    if (!roleIds.every((id) => ids.has(id)))
      throw new AppError('invalid', { problems: [{ msg: ACCOUNT_MESSAGES.roles, path: 'roles' }] });
  };

  /** The caller holds the lock `administrators`, so that two concurrent changes cannot remove the last administrators. */
  const keepAnAdministrator = async (from: Db): Promise<void> => {
    const [row] = await from
      .select({ total: count() })
      .from(usuario)
      .innerJoin(usuarioRol, eq(usuarioRol.usuarioId, usuario._id))
      .innerJoin(rol, eq(rol._id, usuarioRol.rolId))
      .where(and(usuario.activo, eq(rol.name, ADMINISTRADOR)));
    if ((row?.total ?? 0) === 0) throw new AppError('lastAdministrator');
  };

  const inTransaction = transactionsWithUniqueConflicts(db, (index) => TAKEN[index]);

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

    list(query: UserQuery): Listing<StoredUser> {
      return listingOf<StoredUser>({
        db,
        rows: (total) =>
          db
            .select({ ...STORED_USER, orden: usuario.orden, total })
            .from(usuario)
            .$dynamic(),
        total: { by: 'count', of: (fields) => db.select(fields).from(usuario).$dynamic() },
        conditions: [userConditions(db, query)],
        order: sortedBy(query.sort ?? NEWEST_FIRST, USER_COLUMNS, usuario.orden),
        keysOf: (row) => ({ ...row }),
      });
    },

    /** Whether any account was ever created under this id. */
    isTaken: (id: string) => isClaimed(db, id),

    /** @returns null if an identical creation happened before @throws AppError idTaken if the id stands for other content */
    create(account: NewAccount, passwordHash: string): Promise<StoredUser | null> {
      const { id, user, roleIds, creator, passwordFrom } = account;
      return inTransaction(async (transaction) => {
        if (!(await claimId(transaction, creationOf(account)))) return null;
        await requireRoles(transaction, roleIds);
        await refuseTaken(transaction, user);
        await transaction
          .insert(usuario)
          .values({ _id: id, ...identityColumns(user), passwordHash, passwordFrom, fechaRegistro: new Date() });
        await setRoles(transaction, id, [...new Set(roleIds)]);
        const created = await require(transaction, id);
        await note(transaction, creator, { action: 'crear', kind: KIND, about: id, after: notedOf(created) });
        return created;
      });
    },

    /** As it was `created`, as it is `now`, and the hash of its password. @throws AppError idTaken if it does not exist */
    async earlier(account: NewAccount): Promise<{ created: StoredUser; now: StoredUser; passwordHash: string }> {
      await requireRepeatedCreation(db, creationOf(account));
      const [earlier] = await db
        .select({ ...STORED_USER, passwordHash: usuario.passwordHash })
        .from(usuario)
        .where(and(eq(usuario._id, account.id), usuario.activo));
      if (!earlier) throw new AppError('idTaken');
      const { passwordHash, ...now } = earlier;
      const roles = await db.select().from(rol).where(inArray(rol._id, account.roleIds)).orderBy(rol.name);
      return { created: { ...now, version: 1, ...account.user, roles }, now, passwordHash };
    },

    /** A change of roles or password ends the user's sessions. `replaced` is false if `version` is no longer current. */
    async replace(
      actor: Actor,
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
        await transaction.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.administrators})`);
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
            ...(passwordHash ? { passwordHash, passwordFrom: actor.id === id ? 'persona' : 'administrador' } : {}),
            version: sql`${usuario.version} + 1`,
            ...(isRenamed(before, user) ? { renombrado: NEXT_RENAMING } : {}),
            ...(endsSessions ? { sessionEpoch: sql`${usuario.sessionEpoch} + 1` } : {}),
          })
          .where(eq(usuario._id, id));
        if (rolesChange) await setRoles(transaction, id, wanted);
        await keepAnAdministrator(transaction);
        const stored = await require(transaction, id);
        const after = { ...notedOf(stored), ...(passwordHash && { password: 'cambiada' }) };
        const changed = changedFields(notedOf(before), after);
        await note(transaction, actor, { action: 'editar', kind: KIND, about: id, ...changed });
        return { stored, replaced: true };
      });
    },

    async deactivate(actor: Actor, id: string): Promise<void> {
      if (actor.id === id) throw new AppError('ownAccount');
      await inTransaction(async (transaction) => {
        await transaction.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.administrators})`);
        const before = await require(transaction, id);
        const asDeactivated = {
          activo: false,
          passwordHash: '',
          sessionEpoch: sql`${usuario.sessionEpoch} + 1`,
          version: sql`${usuario.version} + 1`,
        };
        const ended = await transaction
          .update(usuario)
          .set(asDeactivated)
          .where(and(eq(usuario._id, id), usuario.activo))
          .returning({ id: usuario._id });
        if (ended.length === 0) throw new AppError('notFound');
        await transaction.delete(secondFactor).where(eq(secondFactor.userId, id));
        await keepAnAdministrator(transaction);
        await note(transaction, actor, { action: 'eliminar', kind: KIND, about: id, before: notedOf(before) });
      });
    },

    /** Every process refuses the sessions from the next request on. */
    endSessions: (actor: Actor, id: string): Promise<void> =>
      db.transaction(async (inside) => {
        const ended = await inside
          .update(usuario)
          .set({ sessionEpoch: sql`${usuario.sessionEpoch} + 1` })
          .where(and(eq(usuario._id, id), usuario.activo))
          .returning({ id: usuario._id });
        if (ended.length === 0) throw new AppError('notFound');
        await note(inside, actor, { action: 'salir', kind: KIND, about: id });
      }),

    async recordCounts(id: string): Promise<Record<string, number>> {
      const own = RECORD_LIST.map(({ key }) => {
        const table = recordTable(key);
        return [key, db.$count(table, eq(table.createdBy, id))] as const;
      });
      const [counts] = await db.select(Object.fromEntries(own)).from(ONE_ROW);
      return counts as Record<string, number>;
    },
  };
}
