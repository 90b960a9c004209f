import { z } from 'zod';
import { boundedRecord, cleanedText } from '../bounded.ts';
import { UUID } from '../uuid.ts';
import { defineCall } from './define-call.ts';
import { messageOnly, withMessage } from './messages.ts';
import { bytes32, presentedDevice as device } from './presented-device.ts';
import { ROUTES } from './routes.ts';
import { sessionSchema } from './session.ts';

const tag = 'equipos';

/** Characters of a device's name; browsers make one up. */
const LONGEST_NAME = 80;
/** Nobody has more waiting on one device. */
const MOST_WAITING = 100_000;
/** Nobody shares a device with more people. */
const MOST_VAULTS = 100;

const SAY = {
  ticket: 'Debe ser la ficha del equipo',
  name: 'Escribe el nombre del equipo',
  waiting: 'Debe ser cuántos registros faltan por enviar',
  vaults: `Debe ser de ${MOST_VAULTS} cuentas como máximo`,
} as const;

const waiting = z.int({ error: SAY.waiting }).min(0, SAY.waiting).max(MOST_WAITING, SAY.waiting);

/**
 * What opens a vault with the server's help, and what goes on with a session that has ended. Asked for after each sign-in on a device,
 * and after a change of password. The first who comes with a device's id gives its secret; 409 to whoever comes with another one. 410
 * once it was cut off: for ever where the whole device was, otherwise until it was told to wipe ({@link deviceContact}); then a sign-in
 * begins a new vault. 409 too beyond the devices that one account may have work on.
 */
export const deviceKey = defineCall({
  ...ROUTES.deviceKey,
  permission: 'booklet',
  keeps: 'little',
  tag,
  body: z.object({
    ...device,
    nombre: cleanedText({
      notText: SAY.name,
      tooLong: `El nombre no debe tener más de ${LONGEST_NAME} caracteres`,
      max: LONGEST_NAME,
    }),
  }),
  answer: z.object({
    /** 32 bytes, base64url: the same for one person on one device as long as it is not cut off. Empty where no vault is to be made. */
    llave: z.string(),
    /** A renewal ticket for 14 days, in place of those before; empty with the key. */
    ficha: z.string(),
    /** For so many days without the server a vault opens; 0 where nothing may be kept on devices: what waits is sent, then it is wiped. */
    dias: z.int(),
  }),
});

/**
 * Goes on with a session by a ticket instead of a password: a new token and a new ticket. The ticket that was used stays valid until
 * the new one has been used, for an answer may get lost; used again it gives the same new one. 401 when it is too old, was replaced,
 * all sessions of the account were ended (as by another password), or it may no longer sign in.
 */
export const renewByTicket = defineCall({
  ...ROUTES.renewByTicket,
  permission: 'public',
  keeps: 'little',
  tag,
  body: z.object({ ...device, ficha: bytes32(SAY.ticket) }),
  answer: withMessage(sessionSchema).extend({ ficha: z.string(), dias: z.int() }),
});

/**
 * First of all contacts: how much waits here, whose vaults must go. Anybody's device may say so, without a session; one that is not
 * known, or not by this secret, is told nothing and nothing is kept of it; after a hundred such in 15 minutes its address is sent away. When nothing at all is to stay, `Clear-Site-Data` says so
 * to the browser too.
 */
export const deviceContact = defineCall({
  ...ROUTES.deviceContact,
  permission: 'public',
  keeps: 'little',
  tag,
  body: z.object({
    ...device,
    /** Of every vault that is here, also those where nothing waits, by the id of the account. */
    pendientes: boundedRecord(z.string().regex(UUID, SAY.waiting), waiting, {
      ...{ max: MOST_VAULTS, notRecord: SAY.waiting, tooMany: SAY.vaults },
    }),
  }),
  answer: z.object({
    /** The accounts whose vaults are to be wiped, again and again until they are: all of them when the whole device was cut off. */
    borrar: z.array(z.string()),
    /** As in {@link deviceKey}. */
    dias: z.int(),
  }),
});

const listed = z.object({
  _id: z.string(),
  nombre: z.string(),
  desde: z.string(),
  ultimoContacto: z.string(),
  /** Of this account: records that wait on the device. */
  pendientes: z.int(),
  /** When it was cut off; at its next contact it is told to wipe … */
  cortado: z.string().nullable(),
  /** … and when that was. */
  borrado: z.string().nullable(),
  /** Whether the asking is done on it. */
  actual: z.boolean(),
});
export type ListedDevice = z.output<typeof listed>;

/** The devices on which the caller has a vault, the one met last first; those that were cut off come after, for 30 days. */
export const listDevices = defineCall({
  method: 'GET',
  path: '/api/equipos',
  permission: 'account',
  tag,
  answer: z.array(listed),
});

/** Has the caller's vault on a device wiped at the next contact. */
export const cutDevice = defineCall({
  method: 'DELETE',
  path: '/api/equipos/:id',
  permission: 'account',
  keeps: 'little',
  endsSessions: true,
  tag,
  answer: messageOnly,
});

/** The devices of one account, also of one that was deleted. */
export const listDevicesOf = defineCall({
  method: 'GET',
  path: '/api/users/:id/equipos',
  permission: 'users',
  tag,
  answer: z.array(listed),
});

/** Has everything on a device wiped at the next contact, whosever it is: it was lost. */
export const cutDeviceOf = defineCall({
  method: 'DELETE',
  path: '/api/users/:id/equipos/:equipo',
  permission: 'users',
  keeps: 'little',
  endsSessions: true,
  tag,
  answer: messageOnly,
});
