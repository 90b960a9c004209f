import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { PROTOCOL } from '#domain/calls/operation.ts';
import { bookletsById, inventory, pullBooklets, syncedLists } from '#domain/calls/sync.ts';
import { countBooklets, type PackedBooklets } from '#domain/sync/booklet-page.ts';
import type { Actor } from '#server/calls/actor.ts';
import { hasLeft } from '#server/calls/has-left.ts';
import { serve } from '#server/calls/serve.ts';
import type { Feed } from './feed.ts';

type SyncedLists = Omit<z.input<(typeof syncedLists)['answer']>, 'protocolo'>;

export function registerSyncRoutes(app: FastifyInstance, feed: Feed, lists: () => Promise<SyncedLists>): void {
  /** Notes in the journal how many booklets an account took. */
  const noting = <T extends PackedBooklets>(actor: Actor, page: T): T => {
    const libretas = countBooklets(page);
    if (libretas > 0)
      app.noteSoon(actor, { action: 'exportar', kind: 'libreta', about: null, person: null, after: { libretas } });
    return page;
  };
  serve(app, pullBooklets, async ({ actor, query, request }) =>
    noting(actor, await feed.pull(actor, query.desde, query.canton, hasLeft(request))),
  );
  serve(app, inventory, ({ actor, query }) => feed.inventory(actor, query.canton));
  serve(app, syncedLists, async () => ({ protocolo: PROTOCOL, ...(await lists()) }));
  serve(app, bookletsById, async ({ actor, body }) => noting(actor, await feed.some(actor, body.ids)));
}
