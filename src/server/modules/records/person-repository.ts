import { eq } from 'drizzle-orm';
import { AppError } from '#domain/errors.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { retainedWriteTable } from '#server/db/schema.ts';
import { mapListing, wholeArray } from '#server/lists/listing.ts';
import { eraseBooklet, kindOfPerson } from './erase-person.ts';
import type { RecordRepository } from './record-repository.ts';
import { toWire } from './record-wire.ts';
import { type KeptRows, latestDeletion, restoreBooklet } from './restore-person.ts';
import { recordTypesOf } from './row-json.ts';

interface WholePerson {
  kind: PersonKind;
  person: Record<string, unknown> | null;
  records: KeptRows;
  retained: Record<string, unknown>[];
}

export type PersonRepository = ReturnType<typeof createPersonRepository>;

export function createPersonRepository(db: Db, repositoryOf: (key: string) => RecordRepository) {
  return {
    restore: (actor: Actor, id: string) => restoreBooklet(db, actor, id),

    erase: (actor: Actor, id: string, reason: string) => eraseBooklet(db, actor, id, reason),

    /** Everything stored about a person; of a deleted one, what the deletion kept. */
    async whole(actor: Actor, id: string): Promise<WholePerson> {
      const kind = await kindOfPerson(db, id);
      if (!kind) throw new AppError('notFound');
      const definition = RECORDS[kind];
      const retained = await db.select().from(retainedWriteTable).where(eq(retainedWriteTable.persona, id));
      const person = await repositoryOf(kind)
        .get(actor, id)
        .catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'notFound') return null;
          throw error;
        });
      if (!person) {
        const { kept = {} } = (await latestDeletion(db, id)) ?? {};
        const { [kind]: whole = [], ...records } = kept;
        return { kind, person: whole[0] ?? null, records, retained };
      }
      const records: KeptRows = {};
      for (const record of recordTypesOf(kind))
        records[record.key] = await wholeArray(
          mapListing(repositoryOf(record.key).list(actor, {}, id), (row) => ({ ...toWire(record, row) })),
        );
      return { kind, person: { ...toWire(definition, person) }, records, retained };
    },
  };
}
