import { and, desc, eq, gt, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { AppError } from '#domain/errors.ts';
import type { RoleName } from '#domain/roles.ts';
import { endDeviceTickets } from '#server/accounts/device-tickets.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { isThere, ONCE } from '#server/db/parts.ts';
import { boveda, rol, secondFactor, session, usuario, usuarioRol } from '#server/db/schema.ts';
import type { PasswordFrom } from '#server/db/user-tables.ts';
import type { Doer, Origin } from '#server/journal/doer.ts';
import { entryValues, note, preparedJournalPart, type Told } from '#server/journal/entries.ts';
import { createStatements, UNNAMED } from '#server/lists/statements.ts';
import { createKnownSessions, type KnownSession, type KnownSessions } from './known-sessions.ts';
import { demanded, FACTOR_COLUMNS, type Factor } from './second-factor-rows.ts';
import { endOf, isToRenew, type KeptSession, standingOf } from './session-rules.ts';

/** What a password is verified against, and the epoch of the sessions that follow. */
export interface Credentials {
  id: string;
  passwordHash: string;
  epoch: number;
  passwordFrom: PasswordFrom;
  cedula: string;
  nombre: string;
  apellido: string;
  email: string;
  /** In the order of their names. */
  roles: RoleName[];
  /** Whether one of the roles asks for a code too. */
  needsCode: boolean;
  factor: Factor | null;
}

/** What a token says: whose it is, of which session, and how often that has been renewed. */
export interface Claims {
  readonly sub: string;
  readonly sid: string;
  readonly gen: number;
}

/** What lets somebody in beside the password. */
export interface Way {
  /** Uses it up, in the transaction that begins the session. @throws AppError when somebody else was faster */
  use(inside: Db): Promise<void>;
  /** What the journal says of it. */
  readonly after: Readonly<Record<string, unknown>>;
  /** The device that the session is of, when it keeps something. */
  readonly equipo?: string;
}

/** Somebody whose session holds; `renewed` is the token's next generation, to be sent along. */
interface Holder {
  actor: Actor;
  renewed: Claims | null;
  /** Before anything else is done. */
  mustChangePassword: boolean;
}

/** How long what is known of the last use may lag behind. */
const USE_NOTED_EVERY_MS = 60_000;
const USE_KNOWN_AFTER_MS = USE_NOTED_EVERY_MS + 10_000;

const CLEAN_EVERY_MS = 60_000;

export interface Use {
  readonly id: string;
  readonly at: Date;
}

export type SessionRepository = ReturnType<typeof createSessionRepository>;

interface SessionOptions {
  now?: (() => Date) | undefined;
  /** A session ends so many minutes after its last use; 0 for not before its end. */
  idleMinutes?: number | undefined;
  /** Whether a password that an administrator set has to be changed at the first sign-in. */
  firstSigninChange?: boolean | undefined;
  /** Told of a use that is worth keeping. */
  used?: (use: Use) => void;
  /** Those that this process knows; none unless told. */
  known?: KnownSessions;
  /** Waits until every process knows of the sessions that have ended. */
  endingsKnown?: () => Promise<void>;
}

const KEPT = {
  generation: session.generation,
  confirmedAt: session.confirmedAt,
  renewedAt: session.renewedAt,
  startedAt: session.startedAt,
  lastUsedAt: session.lastUsedAt,
  endsAt: session.endsAt,
};

/** Who may sign in, and whose session still holds. All sessions of a user end when the user's epoch does. */
export function createSessionRepository(db: Db, options: SessionOptions = {}) {
  const { now = () => new Date(), idleMinutes = 0, firstSigninChange = false, used = () => {} } = options;
  const { known = createKnownSessions(), endingsKnown = async () => {} } = options;
  // Nobody is out before the time is over: what is known of the last use lags behind.
  const idleMs = idleMinutes > 0 ? idleMinutes * 60_000 + USE_KNOWN_AFTER_MS : 0;

  const roles = db
    .select({ names: sql`coalesce(array_agg(${rol.name} order by ${rol.name}), '{}')` })
    .from(usuarioRol)
    .innerJoin(rol, eq(rol._id, usuarioRol.rolId))
    .where(eq(usuarioRol.usuarioId, usuario._id));
  const looking = db
    .select({
      ...KEPT,
      userId: usuario._id,
      cedula: usuario.cedula,
      passwordFrom: usuario.passwordFrom,
      roles: sql<string[]>`(${roles})`,
    })
    .from(session)
    .innerJoin(usuario, and(eq(usuario._id, session.userId), eq(usuario.sessionEpoch, session.epoch)))
    .where(and(eq(session._id, sql.placeholder('sid')), eq(usuario._id, sql.placeholder('sub')), usuario.activo))
    .prepare('session_of');

  /** Before anything else is done. */
  const mustChangePassword = ({ passwordFrom }: Pick<Credentials, 'passwordFrom'>) =>
    firstSigninChange && passwordFrom === 'administrador';

  const credentialsBy = (name: string, whose: PgColumn) => {
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
      needsCode: demanded(usuario._id),
      factor: FACTOR_COLUMNS,
    };
    const statement = db
      .select(columns)
      .from(usuario)
      .leftJoin(secondFactor, eq(secondFactor.userId, usuario._id))
      .where(and(eq(whose, sql.placeholder('whose')), usuario.activo))
      .prepare(name);
    return async (value: string): Promise<Credentials | undefined> => (await statement.execute({ whose: value }))[0];
  };

  const statements = createStatements();
  const { placeholder } = sql;
  /** Begins a session of an epoch, unless that has ended meanwhile. */
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
      .select({ there: isThere('begun') })
      .from(ONCE);
  };

  let cleanedAt = Number.NEGATIVE_INFINITY;
  /** Now and then those that have ended go, also of people who never come back; past rows that somebody else is removing at the moment. */
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

  /**
   * Begins a session of the user's epoch, with what the journal says of it, unless the epoch has ended meanwhile.
   * @param noted null where the session follows from something else that is noted
   * @param equipo the device that it is of, when that keeps something
   */
  const begin = async (
    from: Db,
    { id, epoch }: Pick<Credentials, 'id' | 'epoch'>,
    origin: Origin,
    noted: Pick<Told, 'after'> | null,
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
    return row?.there ? claims : null;
  };

  const renew = async ({ sub, sid, gen }: Claims, { startedAt }: KeptSession): Promise<Claims | null> => {
    const at = now();
    const next = { generation: gen + 1, confirmedAt: null, renewedAt: at, endsAt: endOf(startedAt, at) };
    const renewed = await db
      .update(session)
      .set(next)
      .where(and(eq(session._id, sid), eq(session.generation, gen)))
      .returning({ id: session._id });
    return renewed.length > 0 ? { sub, sid, gen: gen + 1 } : null;
  };

  /** From now on the token before is not to come any more. */
  const confirm = async ({ sid, gen }: Claims): Promise<void> => {
    const sameToken = and(eq(session._id, sid), eq(session.generation, gen));
    await db.update(session).set({ confirmedAt: now() }).where(sameToken);
  };

  /** Ends the sessions that the condition names. @returns how many */
  const end = async (from: Db, condition: SQL | undefined): Promise<number> =>
    (await from.delete(session).where(condition).returning({ id: session._id })).length;

  const own = (actor: Actor) => eq(session.userId, actor.id);

  const lookUp = async ({ sub, sid }: Claims): Promise<KnownSession | null> => {
    const [row] = await looking.execute({ sub, sid });
    if (!row) return null;
    const { passwordFrom, ...kept } = row;
    return { ...kept, mustChangePassword: mustChangePassword({ passwordFrom }) };
  };

  const holder = ({ sub, sid }: Claims, kept: KnownSession, origin: Origin, at: Date): Holder => {
    if (at.getTime() - kept.lastUsedAt.getTime() >= USE_NOTED_EVERY_MS) {
      used({ id: sid, at });
      known.used(sid, at);
    }
    const { cedula, roles, mustChangePassword } = kept;
    return { actor: { id: sub, cedula, roles, session: sid, origin }, renewed: null, mustChangePassword };
  };

  return {
    credentials: credentialsBy('credentials_of_cedula', usuario.cedula),

    ownCredentials: credentialsBy('credentials_of_user', usuario._id),

    mustChangePassword,

    /**
     * @throws AppError credentials when the password changed, or the user went, while it was verified
     * @throws AppError what the way throws when it was used up meanwhile
     */
    async open(
      credentials: Pick<Credentials, 'id' | 'epoch'>,
      origin: Origin,
      way: Way | null = null,
    ): Promise<Claims> {
      const claims = way
        ? await db.transaction(async (inside) => {
            await way.use(inside);
            return begin(inside, credentials, origin, { after: way.after }, way.equipo);
          })
        : await begin(db, credentials, origin, {});
      if (!claims) throw new AppError('credentials');
      await clean(now());
      return claims;
    },

    /** Who holds the session of a token, or null when it has ended. */
    async holderOf(claims: Claims, origin: Origin): Promise<Holder | null> {
      const { sub: id, sid, gen } = claims;
      const at = now();
      const remembered = known.get(sid);
      // What is known only ever says yes: whatever else follows from it is looked up.
      if (remembered?.userId === id && standingOf(remembered, gen, at, idleMs) === 'current') {
        if (!isToRenew(remembered, at)) return holder(claims, remembered, origin, at);
      }
      const moment = known.moment();
      const kept = await lookUp(claims);
      if (!kept) return null;
      const standing = standingOf(kept, gen, at, idleMs);
      if (standing === 'over') return null;
      if (standing === 'stolen') {
        // Two hold tokens of one session, and nobody can tell which of them is the thief: it ends for both.
        const noted = { action: 'salir', kind: 'sesion', about: sid, after: { motivo: 'token reemplazado' } } as const;
        const doer: Doer = { id, origin };
        await db.transaction(async (inside) => {
          if ((await end(inside, eq(session._id, sid))) > 0) await note(inside, doer, noted);
        });
        await endingsKnown();
        return null;
      }
      const mayRenew = standing === 'current' || standing === 'confirming';
      const next = mayRenew && isToRenew(kept, at) ? await renew(claims, kept) : null;
      if (standing === 'confirming' && !next) await confirm(claims);
      if (standing === 'current' && !next) known.keep(sid, kept, moment);
      const renewed = standing === 'before' ? { ...claims, gen: kept.generation } : next;
      return { ...holder(claims, kept, origin, at), renewed };
    },

    /** Keeps when sessions were last used. */
    async keepUses(uses: readonly Use[]): Promise<void> {
      const newest = [...new Map(uses.map((use) => [use.id, use])).values()];
      const rows = sql`json_to_recordset(${JSON.stringify(newest)}::json) as used(id uuid, at timestamptz)`;
      await db.execute(sql`update ${session} set last_used_at = used.at from ${rows} where ${session._id} = used.id`);
    },

    /** The user's sessions that hold, the one used last first. */
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

    /**
     * The device that kept it asks for the password, too.
     * @throws AppError notFound when it is not an open session of the actor's
     */
    endOne: (actor: Actor, id: string): Promise<void> =>
      db.transaction(async (inside) => {
        const on = inside
          .select({ equipo: session.equipo })
          .from(session)
          .where(and(own(actor), eq(session._id, id)));
        await endDeviceTickets(inside, and(eq(boveda.usuario, actor.id), inArray(boveda.equipo, on)));
        if ((await end(inside, and(own(actor), eq(session._id, id)))) === 0) throw new AppError('notFound');
        await note(inside, actor, { action: 'salir', kind: 'sesion', about: id });
      }),

    /** Ends all sessions of the actor but the one in which it is done; every other device asks for the password. @returns how many */
    endOthers: (actor: Actor): Promise<number> =>
      db.transaction(async (inside) => {
        const here = inside
          .select({ equipo: session.equipo })
          .from(session)
          .where(eq(session._id, sql`${actor.session}`));
        await endDeviceTickets(
          inside,
          and(eq(boveda.usuario, actor.id), sql`${boveda.equipo} is distinct from (${here})`),
        );
        const others = await end(inside, and(own(actor), actor.session ? ne(session._id, actor.session) : undefined));
        await note(inside, actor, { action: 'salir', kind: 'sesion', after: { sesiones: others } });
        return others;
      }),

    /** Ends the session of a token, if it still goes on. */
    signOut: ({ sub, sid }: Claims, origin: Origin): Promise<void> =>
      db.transaction(async (inside) => {
        const ended = await end(inside, and(eq(session._id, sid), eq(session.userId, sub)));
        if (ended > 0) await note(inside, { id: sub, origin }, { action: 'salir', kind: 'sesion', about: sid });
      }),

    /** Ends every session, and begins another for the device at hand. */
    /** @throws AppError unauthenticated when all sessions ended, as by another such change, since the current password was looked at */
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
