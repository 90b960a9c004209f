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
import { listed, wholeArray } from '#server/lists/listing.ts';
import type { PersonRepository } from '#server/modules/records/person-repository.ts';
import type { RecordRepository } from '#server/modules/records/record-repository.ts';
import type { JournalRepository } from './journal-repository.ts';

const BACK = { mujer: 'La mujer', nino: 'El niño' };

interface JournalParts {
  journal: JournalRepository;
  people: PersonRepository;
  repositoryOf: (key: string) => RecordRepository;
}

/** What happened to whom, and what an administrator may undo or erase. */
export function registerJournalRoutes(app: FastifyInstance, { journal, people, repositoryOf }: JournalParts): void {
  serve(app, listJournal, async ({ query }) => {
    await app.journalWritten();
    return listed(query, journal.entries(query));
  });

  for (const kind of PERSON_KINDS)
    serve(app, HISTORIES[kind], async ({ actor, params: { id }, query }) => {
      // Whoever may see the person may see what happened to her or him.
      await repositoryOf(kind).get(actor, id);
      return listed(query, journal.history(id, query));
    });

  serve(app, listDeleted, ({ query }) => listed(query, journal.deleted(query)));

  serve(app, restorePerson, async ({ actor, params: { id } }) => {
    const { kind, records } = await people.restore(actor, id);
    const how = records === 1 ? '1 registro' : `${records} registros`;
    return { _id: id, tipo: kind, registros: records, message: `${BACK[kind]} volvió a su libreta con ${how}.` };
  });

  serve(app, exportPerson, async ({ actor, params: { id } }) => {
    const { kind, person, records, retained } = await people.whole(actor, id);
    await app.journalWritten();
    const auditoria = await wholeArray(journal.entries({ persona: id }));
    const said = { _id: id, tipo: kind, generado: new Date().toISOString(), persona: person };
    return { ...said, registros: records, retenidos: retained, auditoria };
  });

  serve(app, erasePerson, async ({ actor, params: { id }, body: { motivo } }) => {
    // What was seen a moment ago goes too.
    await app.journalWritten();
    await people.erase(actor, id, motivo);
    return { _id: id, message: 'Toda la información de esta persona se borró para siempre.' };
  });
}
