import { codeAddress } from '#domain/booklet-code.ts';
import { showLongDay } from '#domain/calendar.ts';
import type { Session } from '#domain/calls/session.ts';
import { now } from '#domain/clock.ts';
import { bookletOf } from '#domain/records/booklets.ts';
import { goals } from '#web/lib/booklets/goals.ts';
import { fileNameOf } from '#web/lib/file-name.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { SITE } from '#web/lib/screen-title.ts';
import { makePdf } from '#web/ui/pdf/make-pdf.ts';
import { type BookletAnswer, patientDocument } from './patient-document.ts';
import type { PatientKind } from './patient-kind.ts';

interface Printing {
  by: Session | null;
  /** Null leaves the code out. */
  code: string | null;
}

/** Draws the booklet and saves it as a file. @returns the file's name. */
export async function printPatient(kind: PatientKind, answer: BookletAnswer, { by, code }: Printing): Promise<string> {
  const issuer = [by?.nombre, by?.apellido].filter(Boolean).join(' ') || (by?.cedula ?? '');
  const issued = { on: showLongDay(now()), by: issuer };
  // A booklet without goals is better than none; the failure is logged.
  const declared = await queryClient.fetchQuery(goals).catch(() => []);
  const content = await patientDocument(kind, await kind.print(), answer, {
    product: SITE,
    issued,
    goals: declared,
    ...(code !== null && { code: codeAddress(location.origin, code) }),
  });
  const { name } = bookletOf(kind.definition);
  const fileName = fileNameOf(String((answer[name] as { cedula?: string }).cedula ?? ''), 'pdf');
  saveFile(await makePdf(content), fileName);
  return fileName;
}
