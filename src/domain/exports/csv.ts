import { writeCsv } from 'hucre/csv';

/**
 * What a spreadsheet takes for the beginning of a formula: also written full-width (＝＋－＠), which Excel reads as the
 * plain sign, and behind blanks or signs that nobody sees. A control character may end the cell and begin another.
 */
const FORMULA = /^[\s\p{Cf}]*[=+\-@|\p{Cc}＝＋－＠]/u;

/** A cell's text with an apostrophe before what could become a formula. */
export const inertCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** How every CSV of the product is written, so that Excel in es-EC opens it right: semicolons, UTF-8 with BOM, no cell that becomes a formula. */
export function csvText(rows: readonly (readonly string[])[], { bom = true } = {}): string {
  return writeCsv(
    rows.map((cells) => cells.map(inertCell)),
    { delimiter: ';', bom },
  );
}
