import { and, desc, eq, gt, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { AppError } from '#domain/errors.ts';
import type { RoleName } from '#domain/roles.ts';
import { endDeviceTickets } from '#server/accounts/device-tickets.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { rol, secondFactor, session, usuario, usuarioRol, vaultTable } from '#server/db/schema.ts';
import { ONE_ROW, partHasRows } from '#server/db/statement-parts.ts';
import type { PasswordFrom } from '#server/db/user-tables.ts';
import type { Doer, Origin } from '#server/journal/doer.ts';
import { type EntryDetails, entryValues, note, preparedJournalPart } from '#server/journal/entries.ts';
import { createStatements, UNNAMED } from '#server/lists/statements.ts';
import { FACTOR_COLUMNS, type Factor, requiresSecondStep } from './second-factor-rows.ts';
import { type CachedSession, createSessionCache, type SessionCache } from './session-cache.ts';
import { endOf, type StoredSession, shouldRenew, tokenStanding } from './session-rules.ts';

export interface AccountCredentials {
  id: string;
  passwordHash: string;
  epoch: number;
  passwordFrom: PasswordFrom;
  cedula: string;
  nombre: string;
  apellido: string;
  email: string;
  roles: RoleName[];
  needsCode: boolean;
  factor: Factor | null;
}

/** The claims of a token: its user, its session, and how often it was renewed. */
export interface Claims {
  readonly sub: string;
  readonly sid: string;
  readonly gen: number;
}

/** Proof of identity, beside or instead of a password. */
export interface SignInProof {
  /** Consumes it, in the transaction that begins the session. @throws AppError if it was used concurrently */
  use(inside: Db): Promise<void>;
  readonly after: Readonly<Record<string, unknown>>;
  /** The device of the session, if it has a vault. */
  readonly equipo?: string;
}

/** The user of a valid session; `renewed` are the claims of the next token, if there is one. */
interface Holder {
  actor: Actor;
  renewed: Claims | null;
  mustChangePassword: boolean;
}

/** The stored time of the last use lags behind by up to this time. */
const USE_NOTED_EVERY_MS = 60_000;
const LAST_USE_LAG_MS = USE_NOTED_EVERY_MS + 10_000;

const CLEAN_EVERY_MS = 60_000;

export interface Use {
  readonly id: string;
  readonly at: Date;
}

export type SessionRepository = ReturnType<typeof createSessionRepository>;

interface SessionOptions {
  now?: (() => Date) | undefined;
  /** Minutes without use after which a session ends; 0 for no limit. */
  idleMinutes?: number | undefined;
  firstSigninChange?: boolean | undefined;
  used?: (use: Use) => void;
  sessionCache?: SessionCache;
  /** Waits until every process has learned of ended sessions. */
  endingsPropagated?: () => Promise<void>;
}

const SESSION_COLUMNS = {
  generation: session.generation,
  confirmedAt: session.confirmedAt,
  renewedAt: session.renewedAt,
  startedAt: session.startedAt,
  lastUsedAt: session.lastUsedAt,
  endsAt: session.endsAt,
};

/** Sign-in and sessions. All sessions of a user end when the epoch of the user grows. */
export function createSessionRepository(db: Db, options: SessionOptions = {}) {
  const { now = () => new Date(), idleMinutes = 0, firstSigninChange = false, used = () => {} } = options;
  const { sessionCache = createSessionCache(), endingsPropagated = async () => {} } = options;
  // The stored last use lags behind, so the limit is longer by that lag.
  const idleMs = idleMinutes > 0 ? idleMinutes * 60_000 + LAST_USE_LAG_MS : 0;

  const roles = db
    .select({ names: sql`coalesce(array_agg(${rol.name} order by ${rol.name}), '{}')` })
    .from(usuarioRol)
    .innerJoin(rol, eq(rol._id, usuarioRol.rolId))
    .where(eq(usuarioRol.usuarioId, usuario._id));
  const sessionQuery = db
    .select({
      ...SESSION_COLUMNS,
      userId: usuario._id,
      cedula: usuario.cedula,
      passwordFrom: usuario.passwordFrom,
      roles: sql<string[]>`(${roles})`,
    })
    .from(session)
    .innerJoin(usuario, and(eq(usuario._id, session.userId), eq(usuario.sessionEpoch, session.epoch)))
    .where(and(eq(session._id, sql.placeholder('sid')), eq(usuario._id, sql.placeholder('sub')), usuario.activo))
    .prepare('session_of');

  const mustChangePassword = ({ passwordFrom }: Pick<AccountCredentials, 'passwordFrom'>) =>
    firstSigninChange && passwordFrom === 'administrador';

  const credentialsBy = (name: string, column: PgColumn) => {
    const columns = {
      id: usuario._id,
      passwordHash: usuario.passwordHash,
      epoch: usuario.sessionEpoch,
      passwordFrom: usuario.passwordFrom,
      cedula: usuario.cedula,
      nombre: usuario.nombre,
      apellido: usuario.apellido,
      email: usuario.email,
      roles: sql<RoleName[]>`(${roles})`,
      needsCode: requiresSecondStep(usuario._id),
      factor: FACTOR_COLUMNS,
    };
    const statement = db
      .select(columns)
      .from(usuario)
      .leftJoin(secondFactor, eq(secondFactor.userId, usuario._id))
      .where(and(eq(column, sql.placeholder('value')), usuario.activo))
      .prepare(name);
    return async (value: string): Promise<AccountCredentials | undefined> => (await statement.execute({ value }))[0];
  };

  const statements = createStatements();
  const { placeholder } = sql;
  const beginning = (from: Db, isNoted: boolean) => {
    const [at, sid] = [sql`${placeholder('at')}::timestamptz`, sql`${placeholder('sid')}::uuid`];
    const holds = and(
      eq(usuario._id, placeholder('user')),
      eq(usuario.sessionEpoch, placeholder('epoch')),
      usuario.activo,
    );
    const begun = sql`insert into ${session}
      (_id, user_id, epoch, confirmed_at, renewed_at, started_at, last_used_at, ends_at, address, device, equipo)
      select ${sid}, ${usuario._id}, ${usuario.sessionEpoch}, t, t, t, t, ${placeholder('ends')}::timestamptz,
        ${placeholder('address')}::text, ${placeholder('device')}::text, ${placeholder('equipo')}::uuid
      from ${usuario}, (select ${at} as t) as moment where ${holds} returning _id`;
    const cleaned = sql`delete from ${session} where ${session.userId} = ${placeholder('user')}
      and ${session.epoch} < ${placeholder('epoch')}`;
    return from
      .with(
        from.$with('begun', {}).as(begun),
        from.$with('cleaned', {}).as(cleaned),
        ...(isNoted ? [preparedJournalPart(from, { action: 'entrar', kind: 'sesion' }, sql.identifier('begun'))] : []),
      )
      .select({ isBegun: partHasRows('begun') })
      .from(ONE_ROW);
  };

  let cleanedAt = Number.NEGATIVE_INFINITY;
  /** Deletes ended sessions from time to time, except rows that another process is deleting. */
  const clean = async (at: Date) => {
    if (at.getTime() - cleanedAt < CLEAN_EVERY_MS) return;
    cleanedAt = at.getTime();
    const ended = db
      .select({ id: session._id })
      .from(session)
      .where(lte(session.endsAt, at))
      .for('update', { skipLocked: true });
    await db.delete(session).where(inArray(session._id, ended));
  };

  /** @param noted for the journal; null if another entry covers it @param equipo the device of the session, if it has a vault */
  const begin = async (
    from: Db,
    { id, epoch }: Pick<AccountCredentials, 'id' | 'epoch'>,
    origin: Origin,
    noted: Pick<EntryDetails, 'after'> | null,
    equipo: string | null = null,
  ) => {
    const at = now();
    const claims: Claims = { sub: id, sid: crypto.randomUUID(), gen: 1 };
    const build = (name: string) => beginning(from, noted !== null).prepare(name);
    const statement =
      from === db ? statements(noted ? 'session_begins_noted' : 'session_begins', build) : build(UNNAMED);
    const [row] = await statement.execute({
      user: id,
      ...{ epoch, sid: claims.sid, at, ends: endOf(at, at), address: origin.address, device: origin.device, equipo },
      ...(noted && entryValues({ id, origin }, { about: claims.sid, person: null, ...noted })),
    });
    return row?.isBegun ? claims : null;
  };

  const renew = async ({ sub, sid, gen }: Claims, { startedAt }: StoredSession): Promise<Claims | null> => {
    const at = now();
    const next = { generation: gen + 1, confirmedAt: null, renewedAt: at, endsAt: endOf(startedAt, at) };
    const renewed = await db
      .update(session)
      .set(next)
      .where(and(eq(session._id, sid), eq(session.generation, gen)))
      .returning({ id: session._id });
    return renewed.length > 0 ? { sub, sid, gen: gen + 1 } : null;
  };

  /** The new token has arrived: the previous one expires after a short overlap. */
  const confirm = async ({ sid, gen }: Claims): Promise<void> => {
    const sameToken = and(eq(session._id, sid), eq(session.generation, gen));
    await db.update(session).set({ confirmedAt: now() }).where(sameToken);
  };

  /** @returns how many sessions ended */
  const end = async (from: Db, condition: SQL | undefined): Promise<number> =>
    (await from.delete(session).where(condition).returning({ id: session._id })).length;

  const own = (actor: Actor) => eq(session.userId, actor.id);

  /** Waits for a key that a device of the account is getting, so that its ticket ends too. */
  const holdAccount = (inside: Db, { id }: Actor) =>
    inside.select({ id: usuario._id }).from(usuario).where(eq(usuario._id, id)).for('no key update');

  const lookUp = async ({ sub, sid }: Claims): Promise<CachedSession | null> => {
    const [row] = await sessionQuery.execute({ sub, sid });
    if (!row) return null;
    const { passwordFrom, ...stored } = row;
    return { ...stored, mustChangePassword: mustChangePassword({ passwordFrom }) };
  };

  const holder = ({ sub, sid }: Claims, stored: CachedSession, origin: Origin, at: Date): Holder => {
    if (at.getTime() - stored.lastUsedAt.getTime() >= USE_NOTED_EVERY_MS) {
      used({ id: sid, at });
      sessionCache.used(sid, at);
    }
    const { cedula, roles, mustChangePassword } = stored;
    return { actor: { id: sub, cedula, roles, session: sid, origin }, renewed: null, mustChangePassword };
  };

  return {
    credentials: credentialsBy('credentials_of_cedula', usuario.cedula),

    ownCredentials: credentialsBy('credentials_of_user', usuario._id),

    mustChangePassword,

    /** @throws AppError credentials if the password or the user changed meanwhile; the error of `way` if it was used up */
    async open(
      credentials: Pick<AccountCredentials, 'id' | 'epoch'>,
      origin: Origin,
      way: SignInProof | null = null,
    ): Promise<Claims> {
      const claims = way
        ? await db.transaction(async (inside) => {
            // Nothing of the way may remain if the password or the user is changed meanwhile.
            const isCurrent = and(eq(usuario._id, credentials.id), eq(usuario.sessionEpoch, credentials.epoch));
            const held = inside.select({ id: usuario._id }).from(usuario).where(and(isCurrent, usuario.activo));
            if ((await held.for('share')).length === 0) throw new AppError('credentials');
            await way.use(inside);
            return begin(inside, credentials, origin, { after: way.after }, way.equipo);
          })
        : await begin(db, credentials, origin, {});
      if (!claims) throw new AppError('credentials');
      await clean(now());
      return claims;
    },

    async holderOf(claims: Claims, origin: Origin): Promise<Holder | null> {
      const { sub: id, sid, gen } = claims;
      const at = now();
      const cached = sessionCache.get(sid);
      // The cache can only confirm a session; everything else is checked in the database.
      if (cached?.userId === id && tokenStanding(cached, gen, at, idleMs) === 'current') {
        if (!shouldRenew(cached, at)) return holder(claims, cached, origin, at);
      }
      const moment = sessionCache.moment();
      const stored = await lookUp(claims);
      if (!stored) return null;
      const standing = tokenStanding(stored, gen, at, idleMs);
      if (standing === 'over') return null;
      if (standing === 'stolen') {
        // Two clients hold tokens of this session, and the thief cannot be told apart: it ends for both.
        const noted = { action: 'salir', kind: 'sesion', about: sid, after: { motivo: 'token reemplazado' } } as const;
        const doer: Doer = { id, origin };
        await db.transaction(async (inside) => {
          if ((await end(inside, eq(session._id, sid))) > 0) await note(inside, doer, noted);
        });
        await endingsPropagated();
        return null;
      }
      const mayRenew = standing === 'current' || standing === 'confirming';
      const next = mayRenew && shouldRenew(stored, at) ? await renew(claims, stored) : null;
      if (standing === 'confirming' && !next) await confirm(claims);
      if (standing === 'current' && !next) sessionCache.keep(sid, stored, moment);
      const renewed = standing === 'before' ? { ...claims, gen: stored.generation } : next;
      return { ...holder(claims, stored, origin, at), renewed };
    },

    async keepUses(uses: readonly Use[]): Promise<void> {
      const newest = [...new Map(uses.map((use) => [use.id, use])).values()];
      const rows = sql`json_to_recordset(${JSON.stringify(newest)}::json) as used(id uuid, at timestamptz)`;
      await db.execute(sql`update ${session} set last_used_at = used.at from ${rows} where ${session._id} = used.id`);
    },

    /** The actor's open sessions, the one used last first. */
    list: (actor: Actor) =>
      db
        .select({
          _id: session._id,
          device: session.device,
          address: session.address,
          startedAt: session.startedAt,
          lastUsedAt: session.lastUsedAt,
        })
        .from(session)
        .innerJoin(usuario, and(eq(usuario._id, session.userId), eq(usuario.sessionEpoch, session.epoch)))
        .where(
          and(
            own(actor),
            gt(session.endsAt, now()),
            idleMs > 0 ? gt(session.lastUsedAt, new Date(now().getTime() - idleMs)) : undefined,
          ),
        )
        .orderBy(desc(session.lastUsedAt), desc(session.startedAt)),

    /** Also ends the tickets of its device, which then asks for the password. @throws AppError notFound if the session is not open */
    endOne: (actor: Actor, id: string): Promise<void> =>
      db.transaction(async (inside) => {
        await holdAccount(inside, actor);
        const on = inside
          .select({ equipo: session.equipo })
          .from(session)
          .where(and(own(actor), eq(session._id, id)));
        await endDeviceTickets(inside, and(eq(vaultTable.usuario, actor.id), inArray(vaultTable.equipo, on)));
        if ((await end(inside, and(own(actor), eq(session._id, id)))) === 0) throw new AppError('notFound');
        await note(inside, actor, { action: 'salir', kind: 'sesion', about: id });
      }),

    /** Ends all other sessions of the actor, and the tickets of all other devices. @returns how many sessions ended */
    endOthers: (actor: Actor): Promise<number> =>
      db.transaction(async (inside) => {
        await holdAccount(inside, actor);
        const here = inside
          .select({ equipo: session.equipo })
          .from(session)
          .where(eq(session._id, sql`${actor.session}`));
        await endDeviceTickets(
          inside,
          and(eq(vaultTable.usuario, actor.id), sql`${vaultTable.equipo} is distinct from (${here})`),
        );
        const others = await end(inside, and(own(actor), actor.session ? ne(session._id, actor.session) : undefined));
        await note(inside, actor, { action: 'salir', kind: 'sesion', after: { sesiones: others } });
        return others;
      }),

    signOut: ({ sub, sid }: Claims, origin: Origin): Promise<void> =>
      db.transaction(async (inside) => {
        const ended = await end(inside, and(eq(session._id, sid), eq(session.userId, sub)));
        if (ended > 0) await note(inside, { id: sub, origin }, { action: 'salir', kind: 'sesion', about: sid });
      }),

    /** Ends every session and begins a new one. @throws AppError unauthenticated if the epoch grew after the password was checked */
    changePassword: (actor: Actor, epoch: number, origin: Origin, passwordHash: string): Promise<Claims> =>
      db.transaction(async (inside) => {
        const { id } = actor;
        const changed = {
          passwordHash,
          passwordFrom: 'persona' as const,
          sessionEpoch: sql`${usuario.sessionEpoch} + 1`,
          version: sql`${usuario.version} + 1`,
        };
        const [row] = await inside
          .update(usuario)
          .set(changed)
          .where(and(eq(usuario._id, id), eq(usuario.sessionEpoch, epoch), usuario.activo))
          .returning({ epoch: usuario.sessionEpoch });
        const claims = row && (await begin(inside, { id, epoch: row.epoch }, origin, null));
        if (!claims) throw new AppError('unauthenticated');
        await note(inside, actor, { action: 'clave', kind: 'usuario', about: id });
        return claims;
      }),
  };
}
