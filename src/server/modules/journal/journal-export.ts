import { JOURNAL_LIST, type JournalEntry, type JournalQuery } from '#domain/calls/journal.ts';
import { JOURNAL_COLUMNS, journalCells } from '#domain/exports/journal-columns.ts';
import { mapListing } from '#server/lists/listing.ts';
import type { ExportSource } from '#server/modules/exports/export-routes.ts';
import type { JournalRepository } from './journal-repository.ts';

export const journalExport = (journal: JournalRepository): ExportSource => ({
  list: JOURNAL_LIST,
  columns: JOURNAL_COLUMNS,
  listing: async (_actor, query) =>
    mapListing(await journal.entries(query as JournalQuery), (entry: JournalEntry) => journalCells(entry)),
});
