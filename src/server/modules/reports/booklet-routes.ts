import type { FastifyInstance } from 'fastify';
import { getBooklet } from '#domain/calls/booklets.ts';
import { BOOKLETS } from '#domain/records/booklets.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { serve } from '#server/calls/serve.ts';
import type { RecordRepository } from '../records/record-repository.ts';
import { toWire } from '../records/record-wire.ts';

/** One person with all her or his records, newest first. */
export function registerBookletRoutes(
  app: FastifyInstance,
  repositoryOf: (definition: RecordDefinition) => RecordRepository,
): void {
  for (const booklet of BOOKLETS) {
    const { person, name, parts } = booklet;
    serve(app, getBooklet(booklet), async ({ actor, params: { id } }) => {
      const answer: Record<string, unknown> = { [name]: toWire(person, await repositoryOf(person).get(actor, id)) };
      for (const { list, definition } of parts) {
        const rows: unknown[] = [];
        for await (const batch of repositoryOf(definition).all(actor, {}, id))
          rows.push(...batch.map((row) => toWire(definition, row)));
        answer[list] = rows;
      }
      return answer;
    });
  }
}
