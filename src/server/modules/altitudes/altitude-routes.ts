import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { HAEMOGLOBIN_TABLES, type HaemoglobinTable } from '#domain/haemoglobin/altitude-adjustment.ts';
import { altitudeSchema } from '#domain/haemoglobin/altitude-field.ts';
import { findCanton, findProvince } from '#domain/territory.ts';
import { withMessage } from '../messages.ts';
import type { AltitudeRepository } from './altitude-repository.ts';

const tags = ['altitudes'];
const read = { permission: 'booklet' } as const;
const write = { permission: 'catalogs.write' } as const;
const params = z.object({ provincia: z.string(), canton: z.string() });
const stored = z.object({ provincia: z.string(), canton: z.string(), altitud: z.number() });
const listed = z.object({ tabla: z.enum(HAEMOGLOBIN_TABLES), cantones: z.array(stored) });

/** The altitude of each canton, and which of WHO's tables this server corrects haemoglobin with. */
export function registerAltitudeRoutes(
  app: FastifyInstance,
  altitudes: AltitudeRepository,
  tabla: HaemoglobinTable,
): void {
  app.get('/api/altitudes', { config: read, schema: { tags, response: { 200: listed } } }, async () => ({
    tabla,
    cantones: await altitudes.list(),
  }));

  app.put(
    '/api/altitudes/:provincia/:canton',
    { config: write, schema: { tags, params, body: altitudeSchema, response: { 200: withMessage(stored) } } },
    async (request) => {
      const named = request.params as z.output<typeof params>;
      const provincia = findProvince(named.provincia);
      const canton = provincia && findCanton(named.canton, provincia);
      if (!provincia || !canton) throw new AppError('notFound');
      const { altitud } = request.body as { altitud: number };
      await altitudes.replace({ provincia, canton, altitud });
      return { provincia, canton, altitud, message: `La altitud de ${canton} ha sido actualizada correctamente.` };
    },
  );
}
