import type { AnswerOf, AskOf } from '#domain/calls/define-call.ts';
import type { deviceContact, deviceKey, renewByTicket } from '#domain/calls/devices.ts';
import type { Session } from '#domain/calls/session.ts';
import { api } from '#web/lib/api-client.ts';
import { failureOf, refusedFor } from '#web/lib/api-errors.ts';
import { knownDevice, renameDevice, thisDevice } from './device-entry.ts';
import type { DeviceEntry } from './stores.ts';

/** By their types alone: the declarations bring their rules along. */
const KEY = '/api/equipos/llave' satisfies (typeof deviceKey)['path'];
const TICKET = '/api/equipos/sesion' satisfies (typeof renewByTicket)['path'];
const CONTACT = '/api/equipos/contacto' satisfies (typeof deviceContact)['path'];

/** Without a name of its own: the server calls it as it does in the list of sessions. @throws ApiError, NetworkError */
async function askKey(token: string, { id, secreto }: { id: string; secreto: string }) {
  const body: AskOf<typeof deviceKey>['body'] = { equipo: id, secreto, nombre: '' };
  return (await api.request('POST', KEY, { token, body })).body as AnswerOf<typeof deviceKey>;
}

/**
 * What opens this person's vault with the server's help; null where the server does not say.
 * @param onCut has what was cut off here wiped, after which the server may let it begin anew
 */
export async function serverKeys({ accessToken }: Session, onCut: () => Promise<unknown>) {
  const ask = async (device: Promise<DeviceEntry>) => askKey(accessToken, await device);
  const otherwise = async (error: unknown) => {
    if (refusedFor(error, 'deviceTaken') || refusedFor(error, 'deviceCut')) return ask(renameDevice());
    throw error;
  };
  try {
    return await ask(thisDevice()).catch(async (error: unknown) => {
      if (!refusedFor(error, 'deviceCut')) return otherwise(error);
      await onCut();
      return ask(thisDevice()).catch(otherwise);
    });
  } catch (error) {
    if (failureOf(error) === null) throw error;
    return null;
  }
}

/** A newer session for a ticket; null where the device was wiped. @throws ApiError 401 for one that is no longer good, NetworkError */
export async function sessionByTicket(ficha: string): Promise<AnswerOf<typeof renewByTicket> | null> {
  const device = await knownDevice();
  if (!device) return null;
  const body: AskOf<typeof renewByTicket>['body'] = { equipo: device.id, secreto: device.secreto, ficha };
  return (await api.request('POST', TICKET, { token: null, body })).body as AnswerOf<typeof renewByTicket>;
}

/** Tells how much waits here, by account. @returns null where the device has nothing to tell of @throws ApiError, NetworkError */
export async function tellContact(pendientes: Record<string, number>) {
  const device = await knownDevice();
  if (!device) return null;
  const body: AskOf<typeof deviceContact>['body'] = { equipo: device.id, secreto: device.secreto, pendientes };
  return (await api.request('POST', CONTACT, { token: null, body })).body as AnswerOf<typeof deviceContact>;
}
