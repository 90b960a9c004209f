import type { FastifyInstance } from 'fastify';
import { catalogCalls, type Option } from '#domain/calls/catalogs.ts';
import type { CatalogDefinition } from '#domain/catalogs.ts';
import { AppError } from '#domain/errors.ts';
import { serve } from '#server/calls/serve.ts';
import { mapListing, readListing } from '#server/lists/listing.ts';
import type { CatalogRepository, StoredOption } from './catalog-repository.ts';

export function registerCatalogRoutes(
  app: FastifyInstance,
  catalog: CatalogDefinition,
  options: CatalogRepository,
): void {
  const calls = catalogCalls(catalog);
  const toWire = ({ valor, ...row }: StoredOption): Option => ({
    ...row,
    [catalog.field]: catalog.kind === 'number' ? Number(valor) : valor,
  });
  const done = (participle: string) => `La información de ${catalog.entity} ha sido ${participle} correctamente.`;
  const submitted = (body: Record<string, unknown>) => String(body[catalog.field]);

  serve(app, calls.list, async ({ query }) => readListing(query, mapListing(await options.list(query), toWire)));

  serve(app, calls.create, async ({ body, actor }) => {
    const created = await options.create(actor, body._id ?? crypto.randomUUID(), submitted(body));
    return { ...toWire(created), message: done('guardada') };
  });

  if (catalog.many)
    serve(app, calls.createMany, async ({ body: { lineas }, actor }) => {
      const { added, existing } = await options.createMany(actor, lineas);
      const message = `Se agregaron ${added.length} y ${existing.length} ya estaban en la lista.`;
      return { agregados: added, existentes: existing, message };
    });

  serve(
    app,
    calls.replace,
    async ({ params, body, actor }) => {
      const result = await options.replace(actor, params.id, submitted(body), body.version ?? undefined);
      if (!result.replaced) throw new AppError('outdated', { row: toWire(result.stored) });
      return { ...toWire(result.stored), message: done('actualizada') };
    },
    {
      // The specification calls this field `nombre` in every list.
      before: async ({ body }) => {
        const sent = body as Record<string, unknown> | null | undefined;
        if (sent && sent[catalog.field] === undefined && sent.nombre !== undefined) sent[catalog.field] = sent.nombre;
      },
      // A missing option is reported before problems of the value.
      beforeRefusal: ({ params }) => options.require(params.id),
    },
  );

  serve(app, calls.remove, async ({ params, actor }) => {
    await options.remove(actor, params.id);
    return { message: done('eliminada') };
  });
}
