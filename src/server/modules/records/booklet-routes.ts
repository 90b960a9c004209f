import type { FastifyInstance } from 'fastify';
import { getBooklet } from '#domain/calls/booklets.ts';
import { BOOKLETS } from '#domain/records/booklets.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { serve } from '#server/calls/serve.ts';
import { mapListing, wholeArray } from '#server/lists/listing.ts';
import type { RecordRepository } from './record-repository.ts';
import { toWire } from './record-wire.ts';

export function registerBookletRoutes(
  app: FastifyInstance,
  repositoryOf: (definition: RecordDefinition) => RecordRepository,
): void {
  for (const booklet of BOOKLETS) {
    const { person, name, parts } = booklet;
    serve(app, getBooklet(booklet), async ({ actor, params: { id } }) => {
      const answer: Record<string, unknown> = { [name]: toWire(person, await repositoryOf(person).get(actor, id)) };
      for (const { list, definition } of parts) {
        const records = mapListing(repositoryOf(definition).list(actor, {}, id), (row) => toWire(definition, row));
        answer[list] = await wholeArray(records);
      }
      return answer;
    });
  }
}
