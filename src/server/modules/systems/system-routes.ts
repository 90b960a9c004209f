import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createSystem, listSystems, revokeSystem, saveSystem } from '#domain/calls/systems.ts';
import { AppError } from '#domain/errors.ts';
import type { ExchangeAddresses } from '#server/base/exchange-settings.ts';
import { serve } from '#server/calls/serve.ts';
import { configurationAddress } from './smart-configuration.ts';
import type { SystemRepository } from './system-repository.ts';
import { inSystemOrder, systemToWire } from './system-wire.ts';
import { tokenAddress } from './token-routes.ts';

export interface SystemParts {
  readonly systems: SystemRepository;
  readonly addresses: (request: FastifyRequest) => ExchangeAddresses;
  readonly now: () => Date;
}

export function registerSystemRoutes(app: FastifyInstance, { systems, addresses, now }: SystemParts): void {
  serve(app, listSystems, async ({ request }) => {
    const reached = addresses(request);
    const rows = await systems.list();
    return {
      sistemas: rows.map((row) => systemToWire(row, now())).sort(inSystemOrder),
      direcciones: {
        fhir: reached.base,
        token: tokenAddress(reached),
        configuracion: configurationAddress(reached),
      },
    };
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
