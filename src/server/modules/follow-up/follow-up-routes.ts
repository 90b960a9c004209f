import type { FastifyInstance } from 'fastify';
import { countVisits, listVisits } from '#domain/calls/follow-up.ts';
import { pickDeclared } from '#server/calls/answers.ts';
import { serve } from '#server/calls/serve.ts';
import { mapListing, readListing } from '#server/lists/listing.ts';
import type { FollowUpRepository } from './follow-up-repository.ts';

const shown = pickDeclared(listVisits.rows.omit({ motivos: true }));

export function registerFollowUpRoutes(app: FastifyInstance, repository: FollowUpRepository): void {
  serve(app, listVisits, ({ actor, query, request }) =>
    readListing(
      query,
      // A request that waits for a picture gives up its turn at the database.
      mapListing(
        repository.visits(actor, query, () => request.leaveTurn?.()),
        (row) => ({
          ...shown({ ...row, proximaHemoglobina: repository.proximaHemoglobinaOf(row) }),
          motivos: repository.motivosOf(row),
        }),
      ),
    ),
  );
  serve(app, countVisits, ({ actor, query, request }) => repository.counts(actor, query, () => request.leaveTurn?.()));
}
