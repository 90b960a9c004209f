import type { Row } from '#web/lib/row.ts';
import type { Block, PdfContent } from '#web/ui/pdf/content.ts';

/** Record type → the person's records of it, flat, in the order of their own dates. */
type PrintedRecords = ReadonlyMap<string, readonly Row[]>;

/** What the printed booklet of one kind of person says beside what the declarations say. */
export interface PatientPrint {
  title: (row: Row) => string;
  /** Facts under the name; the last one stands on the following pages too. */
  line: (row: Row) => string[];
  badge?: (row: Row) => NonNullable<PdfContent['badge']>;
  /** After the tables. */
  more?: (row: Row, records: PrintedRecords) => Block[] | Promise<Block[]>;
}
