import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PLACES } from '#domain/reports/places.ts';
import { filterQuerySchema } from '../list-query.ts';
import type { FieldRepository } from './field-repository.ts';

const whole = z.int();
const month = z.string();
const figures = {
  ninos: whole,
  sinControl: whole,
  controlesMes: whole,
  controlesMesAnterior: whole,
  controlesMismoDia: whole,
  registros: whole,
  advertidos: whole,
  /** Records with warnings in a hundred, 2 decimals. */
  porcentaje: z.number(),
};
const row = z.object({
  responsable: z.object({ _id: z.string(), nombre: z.string(), apellido: z.string() }),
  provincia: z.string(),
  canton: z.string(),
  ...figures,
});
const week = z.object({ mes: month, mesAnterior: month, filas: z.array(row), general: z.object(figures) });

/** The weekly picture of the field. */
export function registerFieldRoutes(app: FastifyInstance, repository: FieldRepository): void {
  app.get(
    '/api/reportes/semana',
    {
      config: { permission: 'reports' },
      schema: { tags: ['reportes'], querystring: filterQuerySchema(PLACES), response: { 200: week } },
    },
    (request) => repository.week(request.query as Record<string, unknown>),
  );
}
