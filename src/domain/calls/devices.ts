import { z } from 'zod';
import { boundedRecord, cleanedText } from '../bounded.ts';
import { UUID } from '../uuid.ts';
import { defineCall } from './define-call.ts';
import { messageOnly, withMessage } from './messages.ts';
import { bytes32, presentedDevice as device } from './presented-device.ts';
import { ROUTES } from './routes.ts';
import { sessionSchema } from './session.ts';

const tag = 'equipos';

const MAX_NAME_LENGTH = 80;
const MAX_PENDING = 100_000;
const MAX_VAULTS = 100;

const MESSAGES = {
  ticket: 'Debe ser la ficha del equipo',
  name: 'Escribe el nombre del equipo',
  waiting: 'Debe ser cuántos registros faltan por enviar',
  vaults: `Debe ser de ${MAX_VAULTS} cuentas como máximo`,
} as const;

const waiting = z.int({ error: MESSAGES.waiting }).min(0, MESSAGES.waiting).max(MAX_PENDING, MESSAGES.waiting);

/**
 * The key and the renewal ticket of a vault, requested after each sign-in and change of password. The first call with a device's id
 * sets its secret; later calls with another secret get 409. A device that was cut off gets 410: for ever if all of it was cut off,
 * otherwise until it received the order to wipe ({@link deviceContact}). 409 also if the account has work on too many devices.
 */
export const deviceKey = defineCall({
  ...ROUTES.deviceKey,
  permission: 'booklet',
  keeps: 'little',
  tag,
  body: z.object({
    ...device,
    nombre: cleanedText({
      notText: MESSAGES.name,
      tooLong: `El nombre no debe tener más de ${MAX_NAME_LENGTH} caracteres`,
      max: MAX_NAME_LENGTH,
    }),
  }),
  answer: z.object({
    /** 32 bytes, base64url: the same for an account on a device until that is cut off. Empty if no vault may be created. */
    llave: z.string(),
    /** Valid for 14 days, replaces earlier tickets; empty if the key is. */
    ficha: z.string(),
    /** A vault opens for this many days without the server; 0: pending operations are sent, then the vault is wiped. */
    dias: z.int(),
  }),
});

/**
 * Renews a session by ticket: a new token and a new ticket. The old ticket stays valid until the new one is used, because an answer
 * may be lost; repeated, it gives the same new ticket. 401 if the ticket expired or was replaced, all sessions were ended, or the
 * account may no longer sign in.
 */
export const renewByTicket = defineCall({
  ...ROUTES.renewByTicket,
  permission: 'public',
  keeps: 'little',
  tag,
  body: z.object({ ...device, ficha: bytes32(MESSAGES.ticket) }),
  answer: withMessage(sessionSchema).extend({ ficha: z.string(), dias: z.int() }),
});

/** A device's first call, without a session: it reports pending counts and gets the accounts to wipe. A wrong secret reveals nothing. */
export const deviceContact = defineCall({
  ...ROUTES.deviceContact,
  permission: 'public',
  keeps: 'little',
  tag,
  body: z.object({
    ...device,
    pendientes: boundedRecord(z.string().regex(UUID, MESSAGES.waiting), waiting, {
      ...{ max: MAX_VAULTS, notRecord: MESSAGES.waiting, tooMany: MESSAGES.vaults },
    }),
  }),
  answer: z.object({
    /** Accounts whose vaults must be wiped, repeated until that is done; all of them if the device was cut off. */
    borrar: z.array(z.string()),
    dias: z.int(),
  }),
});

const listed = z.object({
  _id: z.string(),
  nombre: z.string(),
  desde: z.string(),
  ultimoContacto: z.string(),
  pendientes: z.int(),
  cortado: z.string().nullable(),
  borrado: z.string().nullable(),
  actual: z.boolean(),
});
export type ListedDevice = z.output<typeof listed>;

/** The devices with a vault of the caller, by last contact; those cut off in the last 30 days come last. */
export const listDevices = defineCall({
  method: 'GET',
  path: '/api/equipos',
  permission: 'account',
  tag,
  answer: z.array(listed),
});

export const cutDevice = defineCall({
  method: 'DELETE',
  path: '/api/equipos/:id',
  permission: 'account',
  keeps: 'little',
  endsSessions: true,
  tag,
  answer: messageOnly,
});

export const listDevicesOf = defineCall({
  method: 'GET',
  path: '/api/users/:id/equipos',
  permission: 'users',
  tag,
  answer: z.array(listed),
});

/** For a lost device: wipes everything on it at its next contact. */
export const cutDeviceOf = defineCall({
  method: 'DELETE',
  path: '/api/users/:id/equipos/:equipo',
  permission: 'users',
  keeps: 'little',
  endsSessions: true,
  tag,
  answer: messageOnly,
});
