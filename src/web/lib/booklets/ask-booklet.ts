import type { RecordDefinition } from '#domain/records/define-record.ts';
import { readFromSource } from '#web/lib/source/choose-source.ts';
import { remotePrint } from '#web/lib/source/remote-print.ts';
import { askCode } from './code-api.ts';

/** What a printed booklet shows. In its own file because it loads every record type. */
export async function askPrinted(person: RecordDefinition, id: string) {
  const [answer, code] = await Promise.all([
    readFromSource(remotePrint, (from) => from.booklet(person, id), { queryKey: ['impresion', id] }),
    askCode(person, id),
  ]);
  return { answer, code };
}
