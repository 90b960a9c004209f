import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type {
  DeletedPerson,
  DeletedQuery,
  HistoryEntry,
  HistoryQuery,
  JournalEntry,
  JournalQuery,
} from '#domain/calls/journal.ts';
import { CHANGE_ACTIONS } from '#domain/journal/journal.ts';
import type { Db } from '#server/db/connect.ts';
import { journal, systemTable, usuario } from '#server/db/schema.ts';
import { dayConditions, searchCondition } from '#server/lists/conditions.ts';
import { type Listing, listingOf, mapListing } from '#server/lists/listing.ts';
import { deletedPeople } from './deleted-people.ts';
import { ENTRY_COLUMNS, entryToWire, historyToWire, NEWEST_ENTRY, type ReadEntry } from './entry-wire.ts';

/** The folded name of the account or system that did something. */
const SEARCHED_NAME = sql`coalesce(${usuario.busqueda}, ${systemTable.busqueda})`;

export type JournalRepository = ReturnType<typeof createJournalRepository>;

export function createJournalRepository(db: Db) {
  const list = (conditions: (SQL | undefined)[], byName: boolean): Listing<ReadEntry> => {
    const byActor = eq(usuario._id, journal.actor);
    const bySystem = eq(systemTable._id, journal.actor);
    return listingOf<ReadEntry>({
      db,
      rows: (total) =>
        db
          .select({ ...ENTRY_COLUMNS, total })
          .from(journal)
          .leftJoin(usuario, byActor)
          .leftJoin(systemTable, bySystem)
          .$dynamic(),
      total: {
        by: 'boundedCount',
        of: (fields) => {
          const entries = db.select(fields).from(journal).$dynamic();
          return byName ? entries.leftJoin(usuario, byActor).leftJoin(systemTable, bySystem) : entries;
        },
      },
      conditions,
      order: NEWEST_ENTRY,
      keysOf: (row) => ({ ...row }),
    });
  };

  return {
    entries: ({ persona, usuario: actor, tipo, accion, q, ...days }: JournalQuery): Listing<JournalEntry> =>
      mapListing(
        list(
          [
            // `persona` may also be a user: entries about users have no person.
            persona
              ? or(eq(journal.person, persona), and(isNull(journal.person), eq(journal.about, persona)))
              : undefined,
            actor ? eq(journal.actor, actor) : undefined,
            tipo ? eq(journal.kind, tipo) : undefined,
            accion ? eq(journal.action, accion) : undefined,
            ...searchCondition(SEARCHED_NAME, q),
            ...dayConditions(journal.at, days),
          ],
          Boolean(q),
        ),
        entryToWire,
      ),

    history: (person: string, { registro, tipo, q, ...days }: HistoryQuery): Listing<HistoryEntry> =>
      mapListing(
        list(
          [
            eq(journal.person, person),
            inArray(journal.action, [...CHANGE_ACTIONS]),
            registro ? eq(journal.about, registro) : undefined,
            tipo ? eq(journal.kind, tipo) : undefined,
            ...searchCondition(SEARCHED_NAME, q),
            ...dayConditions(journal.at, days),
          ],
          Boolean(q),
        ),
        historyToWire,
      ),

    deleted: (query: DeletedQuery): Listing<DeletedPerson> => deletedPeople(db, query),
  };
}
