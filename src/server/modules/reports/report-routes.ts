import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { STATUSES } from '#domain/growth/malnutrition.ts';
import { PERIODS } from '#domain/reports/periods.ts';
import { PLACES } from '#domain/reports/places.ts';
import { filterQuerySchema, type ListQuery, listQuerySchema } from '../list-query.ts';
import { sendListing } from '../listing.ts';
import type { ChildrenRepository } from './children-repository.ts';
import type { FiguresRepository } from './figures-repository.ts';
import type { StaffRepository } from './staff-repository.ts';

const config = { permission: 'reports' } as const;
const tags = ['reportes'];
const places = filterQuerySchema(PLACES);
const whole = z.int();

const dashboard = z.object({
  total: whole,
  desnutricion: whole,
  /** Children with Desnutrición in a hundred, 2 decimals. */
  tasa: z.number(),
  controlesPorMes: z.array(z.object({ mes: z.string(), etiqueta: z.string(), controles: whole })),
});
const bySex = z.object({ masculino: whole, femenino: whole });
const weightByCanton = z.array(
  z.object({ canton: z.string(), provincia: z.string(), promedio: z.number(), controles: whole }),
);

const person = { _id: z.string(), nombres: z.string(), apellidos: z.string() };
const followed = z.object({
  ...person,
  edad: z.number(),
  peso: z.number(),
  longitud: z.number(),
  estado: z.enum(STATUSES),
  fecha: z.iso.date(),
});
const vaccinated = z.object({ ...person, vacunas: whole });

const counted = { ninos: whole, mujeres: whole, total: whole };
const staffRow = z.object({
  _id: z.string(),
  nombre: z.string(),
  apellido: z.string(),
  cedula: z.string(),
  ...counted,
});
const staffCounts = z.object({ filas: z.array(staffRow), general: z.object(counted) });

const WRONG_PERIOD = `periodo debe ser ${PERIODS.map(({ months }) => months)
  .toSorted((a, b) => a - b)
  .join(', ')}`;
const periodo = z
  .string({ error: WRONG_PERIOD })
  .refine((value) => value === '' || PERIODS.some(({ months }) => String(months) === value), WRONG_PERIOD)
  .transform((value) => (value === '' ? undefined : Number(value)))
  .optional();

/** Only what the answer declares, also where a stream is not checked against it. */
const only =
  (schema: z.ZodObject) =>
  (row: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.keys(schema.shape).map((name) => [name, row[name]]));

export interface ReportRepositories {
  figures: FiguresRepository;
  children: ChildrenRepository;
  staff: StaffRepository;
}

/** The figures and tables of the reports screen. */
export function registerReportRoutes(app: FastifyInstance, { figures, children, staff }: ReportRepositories): void {
  const placed = <T extends z.ZodType>(answer: T) => ({
    config,
    schema: { tags, querystring: places, response: { 200: answer } },
  });
  const placesOf = (request: { query: unknown }) => request.query as z.output<typeof places>;
  app.get('/api/reportes/tablero', placed(dashboard), (request) => figures.dashboard(placesOf(request)));
  app.get('/api/reportes/genero', placed(bySex), (request) => figures.bySex(placesOf(request)));
  app.get('/api/reportes/peso-canton', placed(weightByCanton), (request) => figures.weightByCanton(placesOf(request)));

  const followedQuery = listQuerySchema(Object.keys(followed.omit({ _id: true }).shape), [...PLACES, 'estado']);
  app.get(
    '/api/reportes/desnutricion',
    {
      config,
      schema: { tags, querystring: followedQuery.extend({ periodo }), response: { 200: z.array(followed) } },
    },
    (request, reply) => {
      const query = request.query as ListQuery & { periodo?: number };
      return sendListing(reply, query, children.followed(query), only(followed));
    },
  );

  const vaccinatedQuery = listQuerySchema(['nombres', 'apellidos', 'vacunas', 'fechaRegistro'], PLACES);
  app.get(
    '/api/reportes/vacunas',
    { config, schema: { tags, querystring: vaccinatedQuery, response: { 200: z.array(vaccinated) } } },
    (request, reply) => {
      const query = request.query as ListQuery;
      return sendListing(reply, query, children.vaccinated(query), only(vaccinated));
    },
  );

  const staffQuery = listQuerySchema(Object.keys(staffRow.omit({ _id: true }).shape), PLACES);
  app.get(
    '/api/reportes/conteo',
    { config, schema: { tags, querystring: staffQuery, response: { 200: staffCounts } } },
    async (request, reply) => {
      const { personas, ...counts } = await staff.counts(request.query as ListQuery);
      reply.header('X-Total-Count', personas);
      return counts;
    },
  );
}
