import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { manyOptionsSchema, optionSchema } from '#domain/catalog-option.ts';
import type { CatalogDefinition } from '#domain/catalogs.ts';
import { AppError } from '#domain/errors.ts';
import type { Actor } from '../actor.ts';
import { chosenIdSchema, knownId, versionSchema } from '../ids.ts';
import { type ListQuery, listQuerySchema } from '../list-query.ts';
import { messageOnly, withMessage } from '../messages.ts';
import type { CatalogRepository, StoredOption } from './catalog-repository.ts';

const read = { permission: 'catalogs.read' } as const;
const write = { permission: 'catalogs.write' } as const;
const params = z.object({ id: z.string() });
const idOf = (request: { params: unknown }) => knownId((request.params as { id: string }).id);

/** The routes of one option list. */
export function registerCatalogRoutes(
  app: FastifyInstance,
  catalog: CatalogDefinition,
  options: CatalogRepository,
): void {
  const url = `/api/${catalog.key}`;
  const tags = ['opciones'];
  const stored = z.object({
    _id: z.string(),
    version: z.number(),
    [catalog.field]: catalog.kind === 'number' ? z.number() : z.string(),
  });
  const toWire = ({ valor, ...row }: StoredOption) => ({
    ...row,
    [catalog.field]: catalog.kind === 'number' ? Number(valor) : valor,
  });
  const done = (participle: string) => `La información de ${catalog.entity} ha sido ${participle} correctamente.`;
  const submitted = (body: unknown) => String((body as Record<string, unknown>)[catalog.field]);

  const querystring = listQuerySchema([catalog.field]);
  app.get(
    url,
    { config: read, schema: { tags, querystring, response: { 200: z.array(stored) } } },
    async (request, reply) => {
      const { q, sort, limit, offset = 0 } = request.query as ListQuery;
      const found = await options.list(q);
      if (sort?.descending) found.reverse();
      reply.header('X-Total-Count', found.length);
      return found.slice(offset, limit === undefined ? undefined : offset + limit).map(toWire);
    },
  );

  const body = optionSchema(catalog);
  const createBody = body.extend({ _id: chosenIdSchema });
  app.post(
    url,
    { config: write, schema: { tags, body: createBody, response: { 201: withMessage(stored) } } },
    async (request, reply) => {
      const id = (request.body as { _id?: string | null })._id ?? crypto.randomUUID();
      const created = await options.create((request.actor as Actor).id, id, submitted(request.body));
      reply.code(201);
      return { ...toWire(created), message: done('guardada') };
    },
  );

  if (catalog.many) {
    const lines = manyOptionsSchema(catalog);
    const report = messageOnly.extend({ agregados: z.array(z.string()), existentes: z.array(z.string()) });
    app.post(
      `${url}/varios`,
      { config: write, schema: { tags, body: lines, response: { 200: report } } },
      async (request) => {
        const { lineas } = request.body as z.output<typeof lines>;
        const { added, existing } = await options.createMany((request.actor as Actor).id, lineas);
        const message = `Se agregaron ${added.length} y ${existing.length} ya estaban en la lista.`;
        return { agregados: added, existentes: existing, message };
      },
    );
  }

  const changeBody = body.extend({ version: versionSchema });
  app.put(
    `${url}/:id`,
    {
      config: write,
      schema: { tags, params, body: changeBody, response: { 200: withMessage(stored) } },
      // The specification's update body is `nombre`, whatever the list calls its field.
      preValidation: async (request) => {
        const sent = request.body as Record<string, unknown> | null | undefined;
        if (sent && sent[catalog.field] === undefined && sent.nombre !== undefined) sent[catalog.field] = sent.nombre;
      },
    },
    async (request) => {
      const { version } = request.body as { version?: number | null };
      const result = await options.replace(idOf(request), submitted(request.body), version ?? undefined);
      if (!result.replaced) throw new AppError('outdated', { row: toWire(result.stored) });
      return { ...toWire(result.stored), message: done('actualizada') };
    },
  );

  app.delete(
    `${url}/:id`,
    { config: write, schema: { tags, params, response: { 200: messageOnly } } },
    async (request) => {
      await options.remove(idOf(request));
      return { message: done('eliminada') };
    },
  );
}
