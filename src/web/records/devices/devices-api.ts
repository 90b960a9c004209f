import { LOCALE } from '#domain/calendar.ts';
import { cutDevice, cutDeviceOf, type ListedDevice, listDevices, listDevicesOf } from '#domain/calls/devices.ts';
import { call, callQuery } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';

const KEY = 'equipos';
const family = { family: [KEY], what: 'los equipos' };

export const ownDevices = { ...callQuery(listDevices, {}, family), staleTime: 0 };
export const devicesOf = (id: string) => ({ ...callQuery(listDevicesOf, { params: { id } }, family), staleTime: 0 });

/** Revokes a device. With `user` an administrator revokes it for all its accounts. */
export const revokeDevice = ({ _id }: ListedDevice, user?: string) =>
  user === undefined
    ? call(cutDevice, { params: { id: _id } })
    : call(cutDeviceOf, { params: { id: user, equipo: _id } });

export const refreshDevices = () => queryClient.invalidateQueries({ queryKey: [KEY] });

export const pendingText = (count: number) => `${count.toLocaleString(LOCALE)} por enviar`;
