import type { FastifyInstance } from 'fastify';
import {
  cutDevice,
  cutDeviceOf,
  deviceContact,
  deviceKey,
  listDevices,
  listDevicesOf,
  renewByTicket,
} from '#domain/calls/devices.ts';
import { AppError } from '#domain/errors.ts';
import { can } from '#domain/roles.ts';
import type { AccountLimits } from '#server/accounts/account-limits.ts';
import { normalizedId } from '#server/calls/normalized-id.ts';
import { originOf } from '#server/calls/origin.ts';
import { serve } from '#server/calls/serve.ts';
import type { SessionRepository } from '#server/modules/auth/session-repository.ts';
import { signInAnswer } from '#server/modules/auth/sign-in-answer.ts';
import type { DeviceRepository } from './device-repository.ts';

interface DeviceParts {
  devices: DeviceRepository;
  sessions: SessionRepository;
  limits: AccountLimits;
  offlineDays: number;
}

const CLEAR = { 'Clear-Site-Data': '"*"' };

export function registerDeviceRoutes(app: FastifyInstance, parts: DeviceParts): void {
  const { devices, sessions, limits, offlineDays: dias } = parts;

  serve(app, deviceKey, async ({ actor, body: { nombre, ...presented }, request }) => ({
    ...(await devices.key(actor, presented, nombre || originOf(request).device)),
    dias,
  }));

  serve(app, renewByTicket, async ({ body: { ficha, ...presented }, request }) => {
    const refused = () => new AppError('unauthenticated');
    const ticket = await devices.holderOf(presented, ficha);
    if (!ticket) {
      const isRegistered = await devices.isRegistered(presented);
      await limits.wrongTicket(isRegistered ? { device: presented.equipo } : { address: request.ip });
      request.log.warn({ address: request.ip }, 'ticket refused');
      throw refused();
    }
    const credentials = await sessions.ownCredentials(ticket.usuario);
    if (!credentials || credentials.epoch !== ticket.epoca || !can(credentials.roles, 'booklet')) throw refused();
    const { id, epoch } = credentials;
    const way = {
      use: (inside: Parameters<DeviceRepository['useTicket']>[0]) =>
        devices.useTicket(inside, presented, ticket, ficha),
      after: { equipo: ticket.nombre },
      equipo: presented.equipo,
    };
    const claims = await sessions.open({ id, epoch }, originOf(request), way).catch((error: unknown) => {
      // The password changed meanwhile: for a ticket this means that it has ended.
      throw error instanceof AppError && error.code === 'credentials' ? refused() : error;
    });
    const session = signInAnswer(credentials, app.jwt.sign(claims), sessions.mustChangePassword(credentials));
    return { ...session, ficha: devices.after(ficha), dias };
  });

  serve(app, deviceContact, async ({ body: { pendientes, ...presented }, request, reply }) => {
    const isRegistered = await devices.isRegistered(presented);
    await limits.contact(isRegistered ? { device: presented.equipo } : { address: request.ip });
    const pending = new Map(Object.entries(pendientes).map(([user, count]) => [user.toLowerCase(), count]));
    const { borrar, everything } = await devices.contact(presented, pending, originOf(request));
    if (everything) reply.headers(CLEAR);
    return { borrar, dias };
  });

  serve(app, listDevices, ({ actor }) => devices.listOwn(actor));
  serve(app, listDevicesOf, ({ actor, params }) => devices.listOf(actor, params.id));

  serve(app, cutDevice, async ({ actor, params }) => {
    await devices.cutOwn(actor, params.id);
    return { message: 'El equipo quedó cortado: lo tuyo se borra de él la próxima vez que se conecte.' };
  });

  serve(app, cutDeviceOf, async ({ actor, params }) => {
    await devices.cutWhole(actor, params.id, normalizedId(params.equipo));
    return { message: 'El equipo quedó cortado: todo lo guardado en él se borra la próxima vez que se conecte.' };
  });
}
