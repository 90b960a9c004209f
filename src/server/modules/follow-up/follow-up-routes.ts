import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { VISIT_REASON_KEYS } from '#domain/follow-up/visits.ts';
import { STATUSES } from '#domain/growth/malnutrition.ts';
import { PLACES } from '#domain/reports/places.ts';
import type { Actor } from '../actor.ts';
import { listQuerySchema } from '../list-query.ts';
import { sendListing } from '../listing.ts';
import type { FollowUpRepository, VisitQuery } from './follow-up-repository.ts';

const config = { permission: 'booklet' } as const;
const tags = ['seguimiento'];
const day = z.iso.date().nullable();
const whole = z.int();

const visit = z.object({
  _id: z.string(),
  cedula: z.string(),
  nombres: z.string(),
  apellidos: z.string(),
  sexo: z.string(),
  fechanacimiento: day,
  provincia: z.string(),
  canton: z.string(),
  celular: z.string(),
  direccion: z.string(),
  estado: z.enum(STATUSES),
  /** Day of the latest control. */
  visto: day,
  proximoControl: day,
  proximaVacuna: day,
  responsable: z.object({ _id: z.string(), nombre: z.string(), apellido: z.string() }),
  motivos: z.array(z.object({ motivo: z.enum(VISIT_REASON_KEYS), desde: z.iso.date(), texto: z.string() })),
});
const counts = z.object({
  total: whole,
  sinNacimiento: whole,
  ...Object.fromEntries(VISIT_REASON_KEYS.map((name) => [name, whole])),
});

const WRONG_REASON = `motivo debe ser ${VISIT_REASON_KEYS.join(', ')}`;
/** How the list of visits can be paged, searched and narrowed. */
export const visitQuery = listQuerySchema([], [...PLACES, 'responsable']).extend({
  motivo: z.union([z.literal('').transform(() => undefined), z.enum(VISIT_REASON_KEYS)], WRONG_REASON).optional(),
});

/** Who needs a visit: the list, and how many for each reason. */
export function registerFollowUpRoutes(app: FastifyInstance, repository: FollowUpRepository): void {
  app.get(
    '/api/seguimiento',
    { config, schema: { tags, querystring: visitQuery, response: { 200: z.array(visit) } } },
    (request, reply) => {
      const asked = request.query as VisitQuery;
      return sendListing(reply, asked, repository.visits(request.actor as Actor, asked), (row) => {
        const shown = Object.keys(visit.shape).map((name) => [name, (row as Record<string, unknown>)[name]]);
        return { ...Object.fromEntries(shown), motivos: repository.motivosOf(row) };
      });
    },
  );
  app.get(
    '/api/seguimiento/conteo',
    { config, schema: { tags, querystring: visitQuery, response: { 200: counts } } },
    (request) => repository.counts(request.actor as Actor, request.query as VisitQuery),
  );
}
