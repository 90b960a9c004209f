import type { FastifyInstance } from 'fastify';
import { countVisits, listVisits } from '#domain/calls/follow-up.ts';
import { onlyDeclared } from '#server/calls/answers.ts';
import { serve } from '#server/calls/serve.ts';
import { listed, mapped } from '#server/lists/listing.ts';
import type { FollowUpRepository } from './follow-up-repository.ts';

const shown = onlyDeclared(listVisits.rows.omit({ motivos: true }));

/** Who needs a visit: the list, and how many for each reason. */
export function registerFollowUpRoutes(app: FastifyInstance, repository: FollowUpRepository): void {
  serve(app, listVisits, ({ actor, query }) =>
    listed(
      query,
      mapped(repository.visits(actor, query), (row) => ({ ...shown(row), motivos: repository.motivosOf(row) })),
    ),
  );
  serve(app, countVisits, ({ actor, query }) => repository.counts(actor, query));
}
