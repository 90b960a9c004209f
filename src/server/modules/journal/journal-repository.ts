import { and, eq, getTableName, inArray, isNull, or, type SQL, Subquery, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type {
  DeletedPerson,
  DeletedQuery,
  HistoryEntry,
  HistoryQuery,
  JournalEntry,
  JournalQuery,
} from '#domain/calls/journal.ts';
import { CHANGE_ACTIONS } from '#domain/journal/journal.ts';
import { searchWords } from '#domain/text.ts';
import type { Db } from '#server/db/connect.ts';
import { hasAction, hasKind } from '#server/db/journal-tables.ts';
import { journal, systemTable, usuario } from '#server/db/schema.ts';
import { dayConditions, searchCondition } from '#server/lists/conditions.ts';
import { type Listing, listingOf, mapListing } from '#server/lists/listing.ts';
import { deletedPeople } from './deleted-people.ts';
import { ENTRY_COLUMNS, entryToWire, historyToWire, NEWEST_ENTRY, type ReadEntry } from './entry-wire.ts';

/** More accounts with one name have so many entries that the newest of all soon hold enough of them. */
const FEW_ACTORS = 200;

interface Entries {
  readonly from: typeof journal | Subquery;
  readonly condition?: SQL;
}

/** The entries of some actors: those of each are in order in an index, and PostgreSQL merges them. */
const entriesOf = (actors: readonly string[]) => {
  const ofEach = actors.map((actor) => sql`select * from ${journal} where ${eq(journal.actor, actor)}`);
  // Named as the table, whose columns it has.
  return new Subquery(sql.join(ofEach, sql` union all `), {}, getTableName(journal));
};

export type JournalRepository = ReturnType<typeof createJournalRepository>;

export function createJournalRepository(db: Db) {
  const list = ({ from, condition }: Entries, conditions: (SQL | undefined)[]): Listing<ReadEntry> =>
    listingOf<ReadEntry>({
      db,
      rows: (total) =>
        db
          .select({ ...ENTRY_COLUMNS, total })
          .from(from)
          .leftJoin(usuario, eq(usuario._id, journal.actor))
          .leftJoin(systemTable, eq(systemTable._id, journal.actor))
          .$dynamic(),
      total: { by: 'boundedCount', of: (fields) => db.select(fields).from(from).$dynamic() },
      conditions: [condition, ...conditions],
      order: NEWEST_ENTRY,
      keysOf: (row) => ({ ...row }),
    });

  /** Reads the accounts and systems with a name first: a join would read the whole journal for a rare one. */
  const entriesByName = async (q = ''): Promise<Entries> => {
    if (searchWords(q).length === 0) return { from: journal };
    const named = (table: typeof usuario | typeof systemTable) =>
      db
        .select({ _id: table._id })
        .from(table)
        .where(and(...searchCondition(table.busqueda, q)));
    const actors = (await unionAll(named(usuario), named(systemTable))).map(({ _id }) => _id);
    if (actors.length === 0) return { from: journal, condition: sql`false` };
    if (actors.length <= FEW_ACTORS) return { from: entriesOf(actors) };
    return { from: journal, condition: sql`${journal.actor} = any(${sql.param(actors)}::uuid[])` };
  };

  return {
    entries: async ({
      persona,
      usuario: actor,
      tipo,
      accion,
      q,
      ...days
    }: JournalQuery): Promise<Listing<JournalEntry>> =>
      mapListing(
        list(await entriesByName(q), [
          // `persona` may also be a user: entries about users have no person.
          persona
            ? or(eq(journal.person, persona), and(isNull(journal.person), eq(journal.about, persona)))
            : undefined,
          actor ? eq(journal.actor, actor) : undefined,
          tipo ? hasKind(tipo) : undefined,
          accion ? hasAction(accion) : undefined,
          ...dayConditions(journal.at, days),
        ]),
        entryToWire,
      ),

    history: async (person: string, { registro, tipo, q, ...days }: HistoryQuery): Promise<Listing<HistoryEntry>> =>
      mapListing(
        list(await entriesByName(q), [
          eq(journal.person, person),
          inArray(journal.action, [...CHANGE_ACTIONS]),
          registro ? eq(journal.about, registro) : undefined,
          tipo ? eq(journal.kind, tipo) : undefined,
          ...dayConditions(journal.at, days),
        ]),
        historyToWire,
      ),

    deleted: (query: DeletedQuery): Listing<DeletedPerson> => deletedPeople(db, query),
  };
}
