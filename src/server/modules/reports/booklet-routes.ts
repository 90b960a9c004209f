import type { FastifyInstance } from 'fastify';
import { type BookletKey, getBooklet } from '#domain/calls/booklets.ts';
import { BOOKLETS, type BookletContents } from '#domain/records/booklets.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import { serve } from '#server/calls/serve.ts';
import type { RecordRepository } from '../records/record-repository.ts';
import { toWire } from '../records/record-wire.ts';

const booklets = Object.entries(BOOKLETS) as [BookletKey, BookletContents][];
const definitionOf = (key: RecordKey) => RECORDS[key] as unknown as RecordDefinition;

export function registerBookletRoutes(app: FastifyInstance, repositoryOf: (key: RecordKey) => RecordRepository): void {
  for (const [person, { name, records }] of booklets)
    serve(app, getBooklet(person), async ({ actor, params: { id } }) => {
      const booklet: Record<string, unknown> = {
        [name]: toWire(definitionOf(person), await repositoryOf(person).get(actor, id)),
      };
      for (const [list, key] of Object.entries(records)) {
        const rows: unknown[] = [];
        for await (const batch of repositoryOf(key).all(actor, {}, id))
          rows.push(...batch.map((row) => toWire(definitionOf(key), row)));
        booklet[list] = rows;
      }
      return booklet;
    });
}
