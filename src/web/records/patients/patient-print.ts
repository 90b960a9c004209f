import type { Row } from '#web/lib/row.ts';
import type { Block, PdfContent } from '#web/ui/pdf/content.ts';

/** The person's records by type, as flat rows in chronological order. */
type PrintedRecords = ReadonlyMap<string, readonly Row[]>;

/** The parts of a printed booklet that the declarations do not describe. */
export interface PatientPrint {
  title: (row: Row) => string;
  /** Facts under the name; the last one is repeated on every page. */
  line: (row: Row) => string[];
  badge?: (row: Row) => NonNullable<PdfContent['badge']>;
  more?: (row: Row, records: PrintedRecords) => Block[] | Promise<Block[]>;
  /** The end of the booklet, which the family reads. */
  last: (row: Row, records: PrintedRecords) => Block[];
}
