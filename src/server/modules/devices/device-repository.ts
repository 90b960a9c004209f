import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ListedDevice } from '#domain/calls/devices.ts';
import { AppError } from '#domain/errors.ts';
import { contactAt, deviceOf } from '#server/accounts/device-contacts.ts';
import { type DeviceTickets, deviceSecretHash, newDeviceSecret } from '#server/accounts/device-tickets.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { deviceTable, session, usuario, vaultTable } from '#server/db/schema.ts';
import type { Origin } from '#server/journal/doer.ts';
import { note } from '#server/journal/entries.ts';
import { deleteEmptyDevices } from './delete-unused-devices.ts';

const DAY_MS = 86_400_000;
const TICKET_MS = 14 * DAY_MS;
export const MAX_DEVICES = 20;
/** Per account, of vaults that are cut off and not wiped yet. */
export const MAX_REVOKED = 20;
const LISTED_MS = 30 * DAY_MS;
const MAX_LISTED = 200;

const KIND = 'equipo';

export interface DeviceCredentials {
  readonly equipo: string;
  readonly secreto: string;
}

export interface Ticket {
  readonly usuario: string;
  readonly nombre: string;
  readonly epoca: number;
}

interface ContactAnswer {
  readonly borrar: string[];
  /** Whether the browser must delete all data of this site. */
  readonly everything: boolean;
}

interface DeviceOptions {
  tickets: DeviceTickets;
  /** Days that a vault opens without the server; 0 if no vaults are to be made. */
  offlineDays: number;
  now?: (() => Date) | undefined;
}

export type DeviceRepository = ReturnType<typeof createDeviceRepository>;

/** The columns of a vault that is cut off: nothing opens it or continues its sessions. */
const CUT = { llave: null, ficha: null, fichaAnterior: null, fichaHasta: null } as const;

export function createDeviceRepository(db: Db, options: DeviceOptions) {
  const { tickets, offlineDays, now = () => new Date() } = options;

  const withSecret = ({ equipo: id, secreto }: DeviceCredentials): SQL | undefined =>
    and(eq(deviceTable._id, id), eq(deviceTable.secreto, deviceSecretHash(secreto)));

  /** Locks the device until the transaction ends, so that it is not cut off meanwhile. @throws AppError deviceTaken, deviceCut */
  const registered = async (inside: Db, { equipo: id, secreto }: DeviceCredentials): Promise<void> => {
    const hash = deviceSecretHash(secreto);
    const held = async () => {
      await inside.insert(deviceTable).values({ _id: id, secreto: hash }).onConflictDoNothing();
      return (await inside.select().from(deviceTable).where(eq(deviceTable._id, id)).for('share'))[0];
    };
    // An empty device may be deleted between both statements: then it is inserted again.
    const device = (await held()) ?? (await held());
    if (device?.secreto !== hash) throw new AppError('deviceTaken');
    if (device.cortado) throw new AppError('deviceCut');
  };

  /** Deletes the longest unused vault without pending operations, and the first wiped one. @throws AppError tooManyDevices, tooManyCutOff */
  const makeRoom = async (inside: Db, user: string, except: string): Promise<string[]> => {
    const others = and(eq(vaultTable.usuario, user), ne(vaultTable.equipo, except));
    const givingUp = async (among: SQL | undefined, most: number, which: SQL | undefined, oldest: PgColumn) => {
      if ((await inside.$count(vaultTable, and(others, among))) < most) return [];
      const first = inside
        .select({ equipo: vaultTable.equipo })
        .from(vaultTable)
        .where(and(others, among, which))
        .orderBy(asc(oldest))
        .limit(1);
      const deleted = await inside
        .delete(vaultTable)
        .where(and(eq(vaultTable.usuario, user), inArray(vaultTable.equipo, first)))
        .returning({ equipo: vaultTable.equipo });
      if (deleted.length === 0) throw new AppError(among === cut ? 'tooManyCutOff' : 'tooManyDevices');
      return deleted.map((one) => one.equipo);
    };
    const cut = isNotNull(vaultTable.cortado);
    return [
      ...(await givingUp(
        isNull(vaultTable.cortado),
        MAX_DEVICES,
        eq(vaultTable.pendientes, 0),
        vaultTable.ultimoContacto,
      )),
      ...(await givingUp(cut, MAX_REVOKED, isNotNull(vaultTable.borrado), vaultTable.borrado)),
    ];
  };

  const endSessions = async (inside: Db, id: string, users: readonly string[]): Promise<void> => {
    if (users.length === 0) return;
    await inside.delete(session).where(and(inArray(session.userId, [...users]), eq(session.equipo, id)));
  };

  const list = async (user: string, here: string | null): Promise<ListedDevice[]> => {
    const isHere = sql<boolean>`${vaultTable.equipo} is not distinct from ${deviceOf(here)}`;
    const rows = await db
      .select({
        _id: vaultTable.equipo,
        nombre: vaultTable.nombre,
        desde: vaultTable.desde,
        ultimoContacto: vaultTable.ultimoContacto,
        pendientes: vaultTable.pendientes,
        cortado: vaultTable.cortado,
        borrado: vaultTable.borrado,
        actual: isHere,
      })
      .from(vaultTable)
      .where(
        and(
          eq(vaultTable.usuario, user),
          or(isNull(vaultTable.borrado), gt(vaultTable.borrado, new Date(now().getTime() - LISTED_MS))),
        ),
      )
      .orderBy(sql`${vaultTable.cortado} is not null`, desc(vaultTable.ultimoContacto), vaultTable.equipo)
      .limit(MAX_LISTED);
    return rows.map(({ desde, ultimoContacto, cortado, borrado, ...row }) => ({
      ...row,
      desde: desde.toISOString(),
      ultimoContacto: ultimoContacto.toISOString(),
      cortado: cortado?.toISOString() ?? null,
      borrado: borrado?.toISOString() ?? null,
    }));
  };

  return {
    /** Empty if no vaults are to be made. @throws AppError unauthenticated, deviceTaken, deviceCut, tooManyDevices, tooManyCutOff */
    async key(actor: Actor, presented: DeviceCredentials, name: string): Promise<{ llave: string; ficha: string }> {
      let left: string[] = [];
      const given = await db.transaction(async (inside) => {
        const { id: user } = actor;
        const device = presented.equipo;
        // The lock makes concurrent sign-ins on two devices wait for each other; the ticket has the epoch of this session.
        const [held] = await inside
          .select({ epoca: usuario.sessionEpoch })
          .from(session)
          .innerJoin(usuario, and(eq(usuario._id, session.userId), eq(usuario.sessionEpoch, session.epoch)))
          .where(and(eq(session._id, sql`${actor.session}`), eq(usuario._id, user), usuario.activo))
          .for('no key update', { of: usuario });
        if (!held) throw new AppError('unauthenticated');
        const own = and(eq(vaultTable.usuario, user), eq(vaultTable.equipo, device));
        if (offlineDays === 0 && (await inside.$count(vaultTable, and(own, isNull(vaultTable.cortado)))) === 0)
          return { llave: '', ficha: '' };
        await registered(inside, presented);
        const [before] = await inside.select().from(vaultTable).where(own).for('update');
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
            .update(vaultTable)
            .set({ ...seen, ...contactAt(at), ...(isNew && begun) })
            .where(own);
        } else
          await inside
            .insert(vaultTable)
            .values({ usuario: user, equipo: device, ultimoContacto: at, ...seen, ...begun });
        // Waits for an end of the session that is under way, and a later end waits for this. After the vault, as where a device is cut off.
        const open = await inside
          .update(session)
          .set({ equipo: device })
          .where(eq(session._id, sql`${actor.session}`))
          .returning({ id: session._id });
        if (open.length === 0) throw new AppError('unauthenticated');
        await note(inside, actor, {
          action: isNew ? 'crear' : 'ver',
          kind: KIND,
          about: device,
          after: { nombre: name },
        });
        return { llave, ficha };
      });
      // Outside the transaction, and a failure is ignored: the key is given already, and empty devices are deleted later anyway.
      if (left.length > 0) await deleteEmptyDevices(db, inArray(deviceTable._id, left)).catch(() => undefined);
      return given;
    },

    /** The holder of a valid ticket; null for an invalid one, whatever the reason. */
    async holderOf(presented: DeviceCredentials, ficha: string): Promise<Ticket | null> {
      const ticketHash = tickets.kept(ficha);
      const [ticket] = await db
        .select({ usuario: vaultTable.usuario, nombre: vaultTable.nombre, epoca: vaultTable.epoca })
        .from(vaultTable)
        .innerJoin(deviceTable, eq(deviceTable._id, vaultTable.equipo))
        .where(
          and(
            withSecret(presented),
            isNull(deviceTable.cortado),
            or(eq(vaultTable.ficha, ticketHash), eq(vaultTable.fichaAnterior, ticketHash)),
            gt(vaultTable.fichaHasta, now()),
          ),
        );
      return ticket ?? null;
    },

    isRegistered: async (presented: DeviceCredentials): Promise<boolean> =>
      (await db.$count(deviceTable, withSecret(presented))) > 0,

    isOf: async (user: string, presented: DeviceCredentials): Promise<boolean> => {
      const device = db
        .select({ id: deviceTable._id })
        .from(deviceTable)
        .where(and(withSecret(presented), isNull(deviceTable.cortado)));
      const held = and(eq(vaultTable.usuario, user), inArray(vaultTable.equipo, device), isNull(vaultTable.cortado));
      return (await db.$count(vaultTable, held)) > 0;
    },

    after: tickets.after,

    /** Replaces a ticket, which stays valid until its successor arrives. @throws AppError unauthenticated if it ended meanwhile */
    async useTicket(inside: Db, { equipo: id }: DeviceCredentials, { usuario: user, epoca }: Ticket, ficha: string) {
      const ticketHash = tickets.kept(ficha);
      const at = now();
      const used = await inside
        .update(vaultTable)
        .set({
          ficha: tickets.kept(tickets.after(ficha)),
          fichaAnterior: ticketHash,
          fichaHasta: new Date(at.getTime() + TICKET_MS),
          ...contactAt(at),
        })
        .where(
          and(
            eq(vaultTable.usuario, user),
            eq(vaultTable.equipo, id),
            eq(vaultTable.epoca, epoca),
            or(eq(vaultTable.ficha, ticketHash), eq(vaultTable.fichaAnterior, ticketHash)),
          ),
        )
        .returning({ equipo: vaultTable.equipo });
      if (used.length === 0) throw new AppError('unauthenticated');
    },

    /** @returns the vaults to wipe: those cut off, and those of deleted accounts without pending operations; for an unknown device none */
    contact: (
      presented: DeviceCredentials,
      pending: ReadonlyMap<string, number>,
      origin: Origin,
    ): Promise<ContactAnswer> =>
      db.transaction(async (inside) => {
        const [device] = await inside
          .select({ cortado: deviceTable.cortado })
          .from(deviceTable)
          .where(withSecret(presented))
          .for('share');
        if (!device) return { borrar: [], everything: false };
        const at = now();
        const ofDevice = eq(vaultTable.equipo, presented.equipo);
        const rows = await inside
          .select({
            usuario: vaultTable.usuario,
            cortado: vaultTable.cortado,
            borrado: vaultTable.borrado,
            activo: usuario.activo,
          })
          .from(vaultTable)
          .innerJoin(usuario, eq(usuario._id, vaultTable.usuario))
          .where(ofDevice)
          .orderBy(vaultTable.usuario)
          .for('update', { of: vaultTable });
        const toWipe = rows.filter(
          ({ usuario: user, cortado, activo }) => cortado || (!activo && (pending.get(user) ?? 0) === 0),
        );
        const ids = new Set(toWipe.map(({ usuario: user }) => user));
        for (const { usuario: user } of rows) {
          const pendientes = pending.get(user);
          if (pendientes === undefined || ids.has(user)) continue;
          await inside
            .update(vaultTable)
            .set({ pendientes, ...contactAt(at) })
            .where(and(ofDevice, eq(vaultTable.usuario, user)));
        }
        if (ids.size > 0)
          await inside
            .update(vaultTable)
            .set({ ultimoContacto: at })
            .where(and(ofDevice, inArray(vaultTable.usuario, [...ids])));
        const newlyWiped = toWipe.filter(({ borrado }) => !borrado).map(({ usuario: user }) => user);
        if (newlyWiped.length > 0) {
          await inside
            .update(vaultTable)
            .set({ ...CUT, cortado: sql`coalesce(${vaultTable.cortado}, ${at})`, borrado: at })
            .where(and(ofDevice, inArray(vaultTable.usuario, newlyWiped)));
          const after = { cuentas: newlyWiped.length };
          await note(inside, { id: null, origin }, { action: 'borrar', kind: KIND, about: presented.equipo, after });
        }
        if (device.cortado) return { borrar: [...new Set([...ids, ...pending.keys()])], everything: true };
        const staying = rows.length - toWipe.length + [...pending.keys()].filter((user) => !ids.has(user)).length;
        return { borrar: [...ids], everything: pending.size > 0 && staying === 0 };
      }),

    listOwn: (actor: Actor) => list(actor.id, actor.session),

    async listOf(actor: Actor, user: string): Promise<ListedDevice[]> {
      if ((await db.$count(usuario, eq(usuario._id, user))) === 0) throw new AppError('notFound');
      return list(user, actor.session);
    },

    /** Cuts off the actor's vault on a device. @throws AppError notFound if there is none, or it is cut off already */
    cutOwn: (actor: Actor, id: string): Promise<void> =>
      db.transaction(async (inside) => {
        const [cut] = await inside
          .update(vaultTable)
          .set({ ...CUT, cortado: now() })
          .where(and(eq(vaultTable.usuario, actor.id), eq(vaultTable.equipo, id), isNull(vaultTable.cortado)))
          .returning({ nombre: vaultTable.nombre, pendientes: vaultTable.pendientes });
        if (!cut) throw new AppError('notFound');
        await endSessions(inside, id, [actor.id]);
        await note(inside, actor, { action: 'eliminar', kind: KIND, about: id, before: cut });
      }),

    /** Cuts off a device of a user, with everybody's vaults. @throws AppError notFound if it is cut off already, or not the user's */
    cutWhole: (actor: Actor, user: string, id: string): Promise<void> =>
      db.transaction(async (inside) => {
        const theirs = inside
          .select({ equipo: vaultTable.equipo })
          .from(vaultTable)
          .where(and(eq(vaultTable.usuario, user), eq(vaultTable.equipo, id)));
        const at = now();
        const [device] = await inside
          .update(deviceTable)
          .set({ cortado: at })
          .where(and(inArray(deviceTable._id, theirs), isNull(deviceTable.cortado)))
          .returning({ id: deviceTable._id });
        if (!device) throw new AppError('notFound');
        const cut = await inside
          .update(vaultTable)
          .set({ ...CUT, cortado: sql`coalesce(${vaultTable.cortado}, ${at})` })
          .where(eq(vaultTable.equipo, id))
          .returning({ usuario: vaultTable.usuario, nombre: vaultTable.nombre, pendientes: vaultTable.pendientes });
        const users = cut.map((one) => one.usuario);
        await endSessions(inside, id, users);
        const nombre = cut.find((one) => one.usuario === user)?.nombre;
        const pendientes = cut.reduce((sum, one) => sum + one.pendientes, 0);
        const before = { nombre, pendientes, cuentas: cut.length };
        await note(inside, actor, { action: 'eliminar', kind: KIND, about: id, before });
      }),
  };
}
