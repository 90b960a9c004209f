import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BOOKLETS, type BookletContents } from '#domain/records/booklets.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import type { Actor } from '../actor.ts';
import { knownId } from '../ids.ts';
import type { RecordRepository } from '../records/record-repository.ts';
import { toWire, wireSchema } from '../records/record-wire.ts';

const booklets = Object.entries(BOOKLETS) as [keyof typeof BOOKLETS, BookletContents][];
const definitionOf = (key: RecordKey) => RECORDS[key];
const idParams = z.object({ id: z.string() });

/** `GET /api/{mujer,nino}/pdf/{id}`: one person with all her or his records, newest first. */
export function registerBookletRoutes(app: FastifyInstance, repositoryOf: (key: RecordKey) => RecordRepository): void {
  for (const [person, { name, records }] of booklets) {
    const definition = definitionOf(person);
    const lists = Object.entries(records);
    const answer = z.object({
      [name]: wireSchema(definition),
      ...Object.fromEntries(lists.map(([list, key]) => [list, z.array(wireSchema(definitionOf(key)))])),
    });
    const schema = { tags: [person], params: idParams, response: { 200: answer } };
    app.get(`/api/${definition.path}/pdf/:id`, { config: { permission: 'booklet' }, schema }, async (request) => {
      const actor = request.actor as Actor;
      const id = knownId((request.params as { id: string }).id);
      const booklet: Record<string, unknown> = {
        [name]: toWire(definition, await repositoryOf(person).get(actor, id)),
      };
      for (const [list, key] of lists) {
        const rows: unknown[] = [];
        for await (const batch of repositoryOf(key).all(actor, {}, id))
          rows.push(...batch.map((row) => toWire(definitionOf(key), row)));
        booklet[list] = rows;
      }
      return booklet;
    });
  }
}
