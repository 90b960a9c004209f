import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BOOKLETS } from '#domain/records/booklets.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Actor } from '../actor.ts';
import { knownId } from '../ids.ts';
import type { RecordRepository } from '../records/record-repository.ts';
import { toWire, wireSchema } from '../records/record-wire.ts';

const idParams = z.object({ id: z.string() });

/** `GET /api/{mujer,nino}/pdf/{id}`: one person with all her or his records, newest first. */
export function registerBookletRoutes(
  app: FastifyInstance,
  repositoryOf: (definition: RecordDefinition) => RecordRepository,
): void {
  for (const { person, name, parts } of BOOKLETS) {
    const answer = z.object({
      [name]: wireSchema(person),
      ...Object.fromEntries(parts.map(({ list, definition }) => [list, z.array(wireSchema(definition))])),
    });
    const schema = { tags: [person.key], params: idParams, response: { 200: answer } };
    app.get(`/api/${person.path}/pdf/:id`, { config: { permission: 'booklet' }, schema }, async (request) => {
      const actor = request.actor as Actor;
      const id = knownId((request.params as { id: string }).id);
      const booklet: Record<string, unknown> = { [name]: toWire(person, await repositoryOf(person).get(actor, id)) };
      for (const { list, definition } of parts) {
        const rows: unknown[] = [];
        for await (const batch of repositoryOf(definition).all(actor, {}, id))
          rows.push(...batch.map((row) => toWire(definition, row)));
        booklet[list] = rows;
      }
      return booklet;
    });
  }
}
