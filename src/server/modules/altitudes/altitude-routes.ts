import type { FastifyInstance } from 'fastify';
import { listAltitudes, saveAltitude } from '#domain/calls/altitudes.ts';
import { AppError } from '#domain/errors.ts';
import type { HaemoglobinTable } from '#domain/haemoglobin/altitude-adjustment.ts';
import { findCanton, findProvince } from '#domain/territory.ts';
import { serve } from '#server/calls/serve.ts';
import type { AltitudeRepository } from './altitude-repository.ts';

export function registerAltitudeRoutes(
  app: FastifyInstance,
  altitudes: AltitudeRepository,
  tabla: HaemoglobinTable,
): void {
  serve(app, listAltitudes, async () => ({ tabla, cantones: await altitudes.list() }));

  serve(app, saveAltitude, async ({ params, body: { altitud }, actor }) => {
    const provincia = findProvince(params.provincia);
    const canton = provincia && findCanton(params.canton, provincia);
    if (!provincia || !canton) throw new AppError('notFound');
    await altitudes.replace(actor, { provincia, canton, altitud });
    return { provincia, canton, altitud, message: `La altitud de ${canton} ha sido actualizada correctamente.` };
  });
}
