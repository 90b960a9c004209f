import { writeCsv } from 'hucre/csv';

/** The start of a formula: also full-width (＝＋－＠), which Excel reads as a plain sign, or after blanks or invisible characters. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@|\p{Cc}＝＋－＠]/u;

export const inertCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** A number with the decimal comma of es-EC. */
const cellText = (cell: string | number): string =>
  typeof cell === 'number' ? String(cell).replace('.', ',') : inertCell(cell);

/** Writes CSV that Excel in es-EC opens correctly: semicolons, UTF-8 with BOM, no cell that becomes a formula. */
export function csvText(rows: readonly (readonly (string | number)[])[], { bom = true } = {}): string {
  return writeCsv(
    rows.map((cells) => cells.map(cellText)),
    { delimiter: ';', bom },
  );
}
