import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ListedDevice } from '#domain/calls/devices.ts';
import { AppError } from '#domain/errors.ts';
import { contactAt, deviceOf } from '#server/accounts/device-contacts.ts';
import { type DeviceTickets, deviceSecretHash, newDeviceSecret } from '#server/accounts/device-tickets.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { boveda, equipo, session, usuario } from '#server/db/schema.ts';
import type { Origin } from '#server/journal/doer.ts';
import { note } from '#server/journal/entries.ts';
import { forgetEmptyDevices } from './forget-devices.ts';

const DAY_MS = 86_400_000;
const TICKET_MS = 14 * DAY_MS;
/** Of one account. */
export const MOST_DEVICES = 20;
/** Of one account, besides: those that were cut off and not told to wipe yet. */
export const MOST_CUT_OFF = 20;
/** What was cut off is still listed for so long after it was told to wipe. */
const LISTED_MS = 30 * DAY_MS;
const MOST_LISTED = 200;

/** Under which the journal knows a device. */
const KIND = 'equipo';

/** What a device says of itself, whoever uses it. */
export interface Presented {
  readonly equipo: string;
  readonly secreto: string;
}

/** A device that came with a ticket of somebody. */
export interface Ticket {
  readonly usuario: string;
  readonly nombre: string;
  readonly epoca: number;
}

interface Told {
  readonly borrar: string[];
  /** Nothing at all is to stay on the device. */
  readonly everything: boolean;
}

interface DeviceOptions {
  tickets: DeviceTickets;
  /** For so many days a vault opens without the server; 0 where none is to be made. */
  offlineDays: number;
  now?: (() => Date) | undefined;
}

export type DeviceRepository = ReturnType<typeof createDeviceRepository>;

/** A vault that is cut off opens no more, with the server's help or without its sessions. */
const CUT = { llave: null, ficha: null, fichaAnterior: null, fichaHasta: null } as const;

/** Which devices keep something of whom, what opens it, and its end. */
export function createDeviceRepository(db: Db, options: DeviceOptions) {
  const { tickets, offlineDays, now = () => new Date() } = options;

  /** Of a device that is known by this secret; nothing of one that is not, or by another. */
  const known = ({ equipo: id, secreto }: Presented): SQL | undefined =>
    and(eq(equipo._id, id), eq(equipo.secreto, deviceSecretHash(secreto)));

  /** Held until the end, so that it is not cut off meanwhile. @throws AppError deviceTaken, deviceCut */
  const registered = async (inside: Db, { equipo: id, secreto }: Presented): Promise<void> => {
    const hash = deviceSecretHash(secreto);
    const held = async () => {
      await inside.insert(equipo).values({ _id: id, secreto: hash }).onConflictDoNothing();
      return (await inside.select().from(equipo).where(eq(equipo._id, id)).for('share'))[0];
    };
    // An empty one may be forgotten just between.
    const device = (await held()) ?? (await held());
    if (device?.secreto !== hash) throw new AppError('deviceTaken');
    if (device.cortado) throw new AppError('deviceCut');
  };

  /**
   * Whoever has too many gives up the one that was not met longest and on which nothing waits. So it is with those that were cut off:
   * of them the first that was told to wipe goes.
   * @returns devices on which nobody may keep anything any more
   * @throws AppError tooManyDevices, tooManyCutOff
   */
  const makeRoom = async (inside: Db, user: string, except: string): Promise<string[]> => {
    const others = and(eq(boveda.usuario, user), ne(boveda.equipo, except));
    const givingUp = async (among: SQL | undefined, most: number, which: SQL | undefined, oldest: PgColumn) => {
      if ((await inside.$count(boveda, and(others, among))) < most) return [];
      const first = inside
        .select({ equipo: boveda.equipo })
        .from(boveda)
        .where(and(others, among, which))
        .orderBy(asc(oldest))
        .limit(1);
      const gone = await inside
        .delete(boveda)
        .where(and(eq(boveda.usuario, user), inArray(boveda.equipo, first)))
        .returning({ equipo: boveda.equipo });
      if (gone.length === 0) throw new AppError(among === cut ? 'tooManyCutOff' : 'tooManyDevices');
      return gone.map((one) => one.equipo);
    };
    const cut = isNotNull(boveda.cortado);
    return [
      ...(await givingUp(isNull(boveda.cortado), MOST_DEVICES, eq(boveda.pendientes, 0), boveda.ultimoContacto)),
      ...(await givingUp(cut, MOST_CUT_OFF, isNotNull(boveda.borrado), boveda.borrado)),
    ];
  };

  /** Ends the sessions that came from a device. */
  const endSessions = async (inside: Db, id: string, users: readonly string[]): Promise<void> => {
    if (users.length === 0) return;
    await inside.delete(session).where(and(inArray(session.userId, [...users]), eq(session.equipo, id)));
  };

  const list = async (user: string, here: string | null): Promise<ListedDevice[]> => {
    const isHere = sql<boolean>`${boveda.equipo} is not distinct from ${deviceOf(here)}`;
    const rows = await db
      .select({
        _id: boveda.equipo,
        nombre: boveda.nombre,
        desde: boveda.desde,
        ultimoContacto: boveda.ultimoContacto,
        pendientes: boveda.pendientes,
        cortado: boveda.cortado,
        borrado: boveda.borrado,
        actual: isHere,
      })
      .from(boveda)
      .where(
        and(
          eq(boveda.usuario, user),
          or(isNull(boveda.borrado), gt(boveda.borrado, new Date(now().getTime() - LISTED_MS))),
        ),
      )
      .orderBy(sql`${boveda.cortado} is not null`, desc(boveda.ultimoContacto), boveda.equipo)
      .limit(MOST_LISTED);
    return rows.map(({ desde, ultimoContacto, cortado, borrado, ...row }) => ({
      ...row,
      desde: desde.toISOString(),
      ultimoContacto: ultimoContacto.toISOString(),
      cortado: cortado?.toISOString() ?? null,
      borrado: borrado?.toISOString() ?? null,
    }));
  };

  return {
    /**
     * What opens the actor's vault on a device, and a new ticket in place of those before; nothing where none is to be made.
     * @param name how the device is called
     * @throws AppError unauthenticated when the session ended meanwhile; deviceTaken, deviceCut, tooManyDevices, tooManyCutOff
     */
    async key(actor: Actor, presented: Presented, name: string): Promise<{ llave: string; ficha: string }> {
      let left: string[] = [];
      const given = await db.transaction(async (inside) => {
        const { id: user } = actor;
        const device = presented.equipo;
        // Whoever signs in on two devices at once has one more than one, not two; and the ticket is of the epoch of this very session.
        const [held] = await inside
          .select({ epoca: usuario.sessionEpoch })
          .from(session)
          .innerJoin(usuario, and(eq(usuario._id, session.userId), eq(usuario.sessionEpoch, session.epoch)))
          .where(and(eq(session._id, sql`${actor.session}`), eq(usuario._id, user), usuario.activo))
          .for('no key update', { of: usuario });
        if (!held) throw new AppError('unauthenticated');
        const own = and(eq(boveda.usuario, user), eq(boveda.equipo, device));
        if (offlineDays === 0 && (await inside.$count(boveda, and(own, isNull(boveda.cortado)))) === 0)
          return { llave: '', ficha: '' };
        await registered(inside, presented);
        const [before] = await inside.select().from(boveda).where(own).for('update');
        if (before?.cortado && !before.borrado) throw new AppError('deviceCut');
        const at = now();
        const ficha = newDeviceSecret();
        const ticket = {
          ficha: tickets.kept(ficha),
          fichaAnterior: null,
          fichaHasta: new Date(at.getTime() + TICKET_MS),
          epoca: held.epoca,
        };
        const seen = { nombre: name, ...ticket };
        const isNew = !before?.llave;
        const llave = before?.llave ?? newDeviceSecret();
        const begun = { llave, desde: at, pendientes: 0, cortado: null, borrado: null, avisada: null };
        left = isNew ? await makeRoom(inside, user, device) : [];
        if (before) {
          await inside
            .update(boveda)
            .set({ ...seen, ...contactAt(at), ...(isNew && begun) })
            .where(own);
        } else
          await inside.insert(boveda).values({ usuario: user, equipo: device, ultimoContacto: at, ...seen, ...begun });
        await inside
          .update(session)
          .set({ equipo: device })
          .where(eq(session._id, sql`${actor.session}`));
        await note(inside, actor, {
          action: isNew ? 'crear' : 'ver',
          kind: KIND,
          about: device,
          after: { nombre: name },
        });
        return { llave, ficha };
      });
      // By itself, and past one that somebody registers just now: whoever asked has got the key, and what stays is looked at again later.
      if (left.length > 0) await forgetEmptyDevices(db, inArray(equipo._id, left)).catch(() => undefined);
      return given;
    },

    /** Whose ticket it is, while it goes on with sessions; null for what is none, whatever is wrong with it. */
    async holderOf(presented: Presented, ficha: string): Promise<Ticket | null> {
      const kept = tickets.kept(ficha);
      const [found] = await db
        .select({ usuario: boveda.usuario, nombre: boveda.nombre, epoca: boveda.epoca })
        .from(boveda)
        .innerJoin(equipo, eq(equipo._id, boveda.equipo))
        .where(
          and(
            known(presented),
            isNull(equipo.cortado),
            or(eq(boveda.ficha, kept), eq(boveda.fichaAnterior, kept)),
            gt(boveda.fichaHasta, now()),
          ),
        );
      return found ?? null;
    },

    /** Whether a device is known by its secret. */
    isKnown: async (presented: Presented): Promise<boolean> => (await db.$count(equipo, known(presented))) > 0,

    /** Whether somebody keeps something on a device that is known by this secret, and was not cut off. */
    isOf: async (user: string, presented: Presented): Promise<boolean> => {
      const device = db
        .select({ id: equipo._id })
        .from(equipo)
        .where(and(known(presented), isNull(equipo.cortado)));
      const held = and(eq(boveda.usuario, user), inArray(boveda.equipo, device), isNull(boveda.cortado));
      return (await db.$count(boveda, held)) > 0;
    },

    /** The ticket that follows one. */
    after: tickets.after,

    /**
     * Puts the ticket that follows in place of one, which stays good until that one comes; in the transaction that begins a session.
     * @throws AppError unauthenticated when it was replaced, or ended, meanwhile
     */
    async useTicket(inside: Db, { equipo: id }: Presented, { usuario: user, epoca }: Ticket, ficha: string) {
      const kept = tickets.kept(ficha);
      const at = now();
      const used = await inside
        .update(boveda)
        .set({
          ficha: tickets.kept(tickets.after(ficha)),
          fichaAnterior: kept,
          fichaHasta: new Date(at.getTime() + TICKET_MS),
          ...contactAt(at),
        })
        .where(
          and(
            eq(boveda.usuario, user),
            eq(boveda.equipo, id),
            eq(boveda.epoca, epoca),
            or(eq(boveda.ficha, kept), eq(boveda.fichaAnterior, kept)),
          ),
        )
        .returning({ equipo: boveda.equipo });
      if (used.length === 0) throw new AppError('unauthenticated');
    },

    /**
     * Keeps what a device says waits there, and tells whose vaults are to go: those that were cut off, and those of deleted accounts on
     * which nothing waits. One that is not known, or not by this secret, is told the same as one that has nothing to wipe.
     * @param waiting by the id of the account, of every vault that is there
     */
    contact: (presented: Presented, waiting: ReadonlyMap<string, number>, origin: Origin): Promise<Told> =>
      db.transaction(async (inside) => {
        const [device] = await inside
          .select({ cortado: equipo.cortado })
          .from(equipo)
          .where(known(presented))
          .for('share');
        if (!device) return { borrar: [], everything: false };
        const at = now();
        const ofDevice = eq(boveda.equipo, presented.equipo);
        const rows = await inside
          .select({ usuario: boveda.usuario, cortado: boveda.cortado, borrado: boveda.borrado, activo: usuario.activo })
          .from(boveda)
          .innerJoin(usuario, eq(usuario._id, boveda.usuario))
          .where(ofDevice)
          .orderBy(boveda.usuario)
          .for('update', { of: boveda });
        const gone = rows.filter(
          ({ usuario: user, cortado, activo }) => cortado || (!activo && (waiting.get(user) ?? 0) === 0),
        );
        const ids = new Set(gone.map(({ usuario: user }) => user));
        for (const { usuario: user } of rows) {
          const pendientes = waiting.get(user);
          if (pendientes === undefined || ids.has(user)) continue;
          await inside
            .update(boveda)
            .set({ pendientes, ...contactAt(at) })
            .where(and(ofDevice, eq(boveda.usuario, user)));
        }
        // Of one that still comes nothing is forgotten.
        if (ids.size > 0)
          await inside
            .update(boveda)
            .set({ ultimoContacto: at })
            .where(and(ofDevice, inArray(boveda.usuario, [...ids])));
        const untold = gone.filter(({ borrado }) => !borrado).map(({ usuario: user }) => user);
        if (untold.length > 0) {
          await inside
            .update(boveda)
            .set({ ...CUT, cortado: sql`coalesce(${boveda.cortado}, ${at})`, borrado: at })
            .where(and(ofDevice, inArray(boveda.usuario, untold)));
          const after = { cuentas: untold.length };
          await note(inside, { id: null, origin }, { action: 'borrar', kind: KIND, about: presented.equipo, after });
        }
        if (device.cortado) return { borrar: [...new Set([...ids, ...waiting.keys()])], everything: true };
        const staying = rows.length - gone.length + [...waiting.keys()].filter((user) => !ids.has(user)).length;
        return { borrar: [...ids], everything: waiting.size > 0 && staying === 0 };
      }),

    listOwn: (actor: Actor) => list(actor.id, actor.session),

    /** @throws AppError notFound when there never was such an account */
    async listOf(actor: Actor, user: string): Promise<ListedDevice[]> {
      if ((await db.$count(usuario, eq(usuario._id, user))) === 0) throw new AppError('notFound');
      return list(user, actor.session);
    },

    /** Cuts the actor's vault on a device off. @throws AppError notFound when there is none that is not cut off already */
    cutOwn: (actor: Actor, id: string): Promise<void> =>
      db.transaction(async (inside) => {
        const [cut] = await inside
          .update(boveda)
          .set({ ...CUT, cortado: now() })
          .where(and(eq(boveda.usuario, actor.id), eq(boveda.equipo, id), isNull(boveda.cortado)))
          .returning({ nombre: boveda.nombre, pendientes: boveda.pendientes });
        if (!cut) throw new AppError('notFound');
        await endSessions(inside, id, [actor.id]);
        await note(inside, actor, { action: 'eliminar', kind: KIND, about: id, before: cut });
      }),

    /** Cuts a device off on which a user has a vault, with everybody's. @throws AppError notFound when it was before, or she has none */
    cutWhole: (actor: Actor, user: string, id: string): Promise<void> =>
      db.transaction(async (inside) => {
        const theirs = inside
          .select({ equipo: boveda.equipo })
          .from(boveda)
          .where(and(eq(boveda.usuario, user), eq(boveda.equipo, id)));
        const at = now();
        const [device] = await inside
          .update(equipo)
          .set({ cortado: at })
          .where(and(inArray(equipo._id, theirs), isNull(equipo.cortado)))
          .returning({ id: equipo._id });
        if (!device) throw new AppError('notFound');
        const cut = await inside
          .update(boveda)
          .set({ ...CUT, cortado: sql`coalesce(${boveda.cortado}, ${at})` })
          .where(eq(boveda.equipo, id))
          .returning({ usuario: boveda.usuario, nombre: boveda.nombre, pendientes: boveda.pendientes });
        const users = cut.map((one) => one.usuario);
        await endSessions(inside, id, users);
        const nombre = cut.find((one) => one.usuario === user)?.nombre;
        const pendientes = cut.reduce((sum, one) => sum + one.pendientes, 0);
        const before = { nombre, pendientes, cuentas: cut.length };
        await note(inside, actor, { action: 'eliminar', kind: KIND, about: id, before });
      }),
  };
}
