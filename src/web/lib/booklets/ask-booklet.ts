import type { RecordDefinition } from '#domain/records/define-record.ts';
import { answered } from '#web/lib/source/choose-source.ts';
import { remotePrint } from '#web/lib/source/remote-print.ts';

/** Everything of one person. Apart from the button that asks for it: it knows every kind of record. */
export const askBooklet = (person: RecordDefinition, id: string) =>
  answered(remotePrint, (from) => from.booklet(person, id), { queryKey: ['impresion', id] });
