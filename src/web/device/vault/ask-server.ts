import type { CallAnswer } from '#domain/calls/define-call.ts';
import type { deviceContact, deviceKey, renewByTicket } from '#domain/calls/devices.ts';
import { ROUTES } from '#domain/calls/routes.ts';
import type { Session } from '#domain/calls/session.ts';
import { existingDevice, renameDevice, thisDevice } from '#web/device/store/device-entry.ts';
import type { DeviceEntry } from '#web/device/store/stores.ts';
import { refusedFor } from '#web/lib/api-errors.ts';
import { callRoute } from '#web/lib/call-route.ts';

/** An empty name: the server then uses the one in its list of sessions. @throws ApiError, NetworkError */
const askKey = (token: string, { id, secreto }: { id: string; secreto: string }) =>
  callRoute<typeof deviceKey>(ROUTES.deviceKey, { body: { equipo: id, secreto, nombre: '' } }, { token });

/** The keys of this account's vault. @param onCut wipes a device that was cut off; the key is then asked for once more @throws ApiError, NetworkError */
export function serverKeys({ accessToken }: Session, onCut: () => Promise<unknown>) {
  const ask = async (device: Promise<DeviceEntry>) => askKey(accessToken, await device);
  const otherwise = async (error: unknown) => {
    if (refusedFor(error, 'deviceTaken') || refusedFor(error, 'deviceCut')) return ask(renameDevice());
    throw error;
  };
  return ask(thisDevice()).catch(async (error: unknown) => {
    if (!refusedFor(error, 'deviceCut')) return otherwise(error);
    await onCut();
    return ask(thisDevice()).catch(otherwise);
  });
}

/** A new session for a ticket; null when the device was wiped. @throws ApiError 401 for an expired ticket, NetworkError */
export async function sessionByTicket(ficha: string): Promise<CallAnswer<typeof renewByTicket> | null> {
  const device = await existingDevice();
  if (!device) return null;
  const body = { equipo: device.id, secreto: device.secreto, ficha };
  return callRoute<typeof renewByTicket>(ROUTES.renewByTicket, { body }, { token: null });
}

/** Reports pending operations per account. @returns null when the device has no entry @throws ApiError, NetworkError */
export async function reportContact(pendientes: Record<string, number>) {
  const device = await existingDevice();
  if (!device) return null;
  const body = { equipo: device.id, secreto: device.secreto, pendientes };
  return callRoute<typeof deviceContact>(ROUTES.deviceContact, { body }, { token: null });
}
