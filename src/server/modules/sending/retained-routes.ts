import type { FastifyInstance } from 'fastify';
import { acceptRetained, closeRetained, listRetained } from '#domain/calls/retained.ts';
import { serve } from '#server/calls/serve.ts';
import { readListing } from '#server/lists/listing.ts';
import type { RetainedRepository } from './retained-repository.ts';

export function registerRetainedRoutes(app: FastifyInstance, repository: RetainedRepository): void {
  serve(app, listRetained, ({ query }) => readListing(query, repository.list(query)));
  serve(app, acceptRetained, async ({ actor, params }) => {
    const result = await repository.accept(actor, params.id);
    const message =
      result === 'traspasado'
        ? 'La libreta que ya existía pasó a quien la pidió.'
        : 'Se guardó en la libreta, a nombre de quien lo registró.';
    return { message };
  });
  serve(app, closeRetained, async ({ actor, params, body }) => {
    await repository.close(actor, params.id, body.razon);
    return { message: 'El envío quedó cerrado: no se guardó en ninguna libreta.' };
  });
}
