import type { FastifyInstance } from 'fastify';
import {
  erasePerson,
  exportPerson,
  HISTORIES,
  listDeleted,
  listJournal,
  restorePerson,
} from '#domain/calls/journal.ts';
import { PERSON_KINDS } from '#domain/journal/journal.ts';
import { serve } from '#server/calls/serve.ts';
import { readListing, wholeArray } from '#server/lists/listing.ts';
import type { PersonRepository } from '#server/modules/records/person-repository.ts';
import type { RecordRepository } from '#server/modules/records/record-repository.ts';
import type { JournalRepository } from './journal-repository.ts';

const BACK = { mujer: 'La mujer', nino: 'El niño' };

interface JournalParts {
  journal: JournalRepository;
  people: PersonRepository;
  repositoryOf: (key: string) => RecordRepository;
}

export function registerJournalRoutes(app: FastifyInstance, { journal, people, repositoryOf }: JournalParts): void {
  serve(app, listJournal, async ({ query }) => {
    await app.journalWritten();
    return readListing(query, await journal.entries(query));
  });

  for (const kind of PERSON_KINDS)
    serve(app, HISTORIES[kind], async ({ actor, params: { id }, query }) => {
      // The history is visible to those who may see the person: `get` throws for others.
      await repositoryOf(kind).get(actor, id);
      return readListing(query, await journal.history(id, query));
    });

  serve(app, listDeleted, ({ query }) => readListing(query, journal.deleted(query)));

  serve(app, restorePerson, async ({ actor, params: { id } }) => {
    const { kind, records } = await people.restore(actor, id);
    const how = records === 1 ? '1 registro' : `${records} registros`;
    return { _id: id, tipo: kind, registros: records, message: `${BACK[kind]} volvió a su libreta con ${how}.` };
  });

  serve(app, exportPerson, async ({ actor, params: { id } }) => {
    const { kind, person, records, retained } = await people.whole(actor, id);
    await app.journalWritten();
    const auditoria = await wholeArray(await journal.entries({ persona: id }));
    const head = { _id: id, tipo: kind, generado: new Date().toISOString(), persona: person };
    return { ...head, registros: records, retenidos: retained, auditoria };
  });

  serve(app, erasePerson, async ({ actor, params: { id }, body: { motivo } }) => {
    // Flushes buffered entries, so that they are erased too.
    await app.journalWritten();
    await people.erase(actor, id, motivo);
    return { _id: id, message: 'Toda la información de esta persona se borró para siempre.' };
  });
}
