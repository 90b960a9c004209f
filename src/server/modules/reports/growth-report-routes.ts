import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { STATUSES } from '#domain/growth/malnutrition.ts';
import { PLACES } from '#domain/reports/places.ts';
import { filterQuerySchema, type ListQuery, listQuerySchema } from '../list-query.ts';
import { sendListing } from '../listing.ts';
import type { ChildrenRepository } from './children-repository.ts';
import type { StuntingRepository } from './stunting-repository.ts';

const config = { permission: 'reports' } as const;
const tags = ['reportes'];
const whole = z.int();
const score = z.number().nullable();

const prevalence = z.object({
  casos: whole,
  porcentaje: score,
  intervalo: z.tuple([z.number(), z.number()]).nullable(),
});
/** Of `n` children measured, those below −2 and those below −3 of length for age. */
const shares = { n: whole, bajo: prevalence, severa: prevalence };
const stunting = z.object({
  general: z.object(shares),
  provincias: z.array(z.object({ provincia: z.string(), ...shares })),
  cantones: z.array(z.object({ provincia: z.string(), canton: z.string(), ...shares })),
  meses: z.array(z.object({ mes: z.string(), etiqueta: z.string(), ...shares })),
});

const disagreeing = z.object({
  _id: z.string(),
  nombres: z.string(),
  apellidos: z.string(),
  provincia: z.string(),
  canton: z.string(),
  estado: z.enum(STATUSES),
  zpeso: score,
  ztalla: score,
  zpesotalla: score,
  zimc: score,
  discrepancia: z.string(),
  fecha: z.iso.date(),
});

/** Growth by the WHO standards: prevalence of low length for age, and where the programme's status says otherwise. */
export function registerGrowthReportRoutes(
  app: FastifyInstance,
  { stunting: figures, children }: { stunting: StuntingRepository; children: ChildrenRepository },
): void {
  app.get(
    '/api/reportes/talla',
    { config, schema: { tags, querystring: filterQuerySchema(PLACES), response: { 200: stunting } } },
    (request) => figures.stunting(request.query as Record<string, unknown>),
  );

  const query = listQuerySchema(['nombres', 'apellidos', 'estado', 'ztalla', 'zpeso', 'fecha'], [...PLACES, 'estado']);
  app.get(
    '/api/reportes/discrepancias',
    { config, schema: { tags, querystring: query, response: { 200: z.array(disagreeing) } } },
    (request, reply) => {
      const asked = request.query as ListQuery & { estado?: string };
      return sendListing(reply, asked, children.disagreeing(asked), (row) => disagreeing.parse(row));
    },
  );
}
