import type { RecordDefinition } from '#domain/records/define-record.ts';
import { readFromSource } from '#web/lib/source/choose-source.ts';
import { remotePrint } from '#web/lib/source/remote-print.ts';

/** In its own file because it loads every record type. */
export const askBooklet = (person: RecordDefinition, id: string) =>
  readFromSource(remotePrint, (from) => from.booklet(person, id), { queryKey: ['impresion', id] });
