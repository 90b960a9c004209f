import type { FastifyInstance } from 'fastify';
import { createSystem, listSystems, revokeSystem, saveSystem } from '#domain/calls/systems.ts';
import { AppError } from '#domain/errors.ts';
import { serve } from '#server/calls/serve.ts';
import type { SystemRepository } from './system-repository.ts';
import { inSystemOrder, systemToWire } from './system-wire.ts';

export interface SystemParts {
  readonly systems: SystemRepository;
  readonly now: () => Date;
}

export function registerSystemRoutes(app: FastifyInstance, { systems, now }: SystemParts): void {
  serve(app, listSystems, async () => {
    const rows = await systems.list();
    return rows.map((row) => systemToWire(row, now())).sort(inSystemOrder);
  });

  serve(app, createSystem, async ({ actor, body: { _id, ...values } }) => {
    const stored = await systems.create(actor, _id ?? crypto.randomUUID(), values);
    return { ...systemToWire(stored, now()), message: 'El sistema ha sido registrado correctamente.' };
  });

  serve(app, saveSystem, async ({ actor, params: { id }, body: { version, ...values } }) => {
    const { stored, replaced } = await systems.replace(actor, id, values, version ?? undefined);
    const row = systemToWire(stored, now());
    if (!replaced) throw new AppError('outdated', { row });
    return { ...row, message: 'El sistema ha sido actualizado correctamente.' };
  });

  serve(app, revokeSystem, async ({ actor, params: { id } }) => {
    await systems.revoke(actor, id);
    return { message: 'El sistema ya no puede entrar.' };
  });
}
