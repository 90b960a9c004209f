import type { ExportColumn } from '#domain/exports/columns.ts';
import { cellText, DECLARATION, MAIN, STYLE } from './spreadsheet-ml.ts';

const HEADER_HEIGHT = 24;

/** The letters of a column: 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

export const rangeOf = (columns: readonly ExportColumn[], rows: number) =>
  `A1:${columnLetters(columns.length - 1)}${rows}`;

const KEEPS_SPACE = /^\s|\s$|[\t\n]| {2}/;

/** A number is written as one, for Excel to calculate with. */
export type SheetCell = string | number;

function row(number: number, cells: readonly SheetCell[], style: number, attributes = ''): string {
  let xml = `<row r="${number}"${attributes}>`;
  cells.forEach((value, index) => {
    if (value === '') return;
    if (typeof value === 'number') {
      xml += `<c r="${columnLetters(index)}${number}" s="${STYLE.number}"><v>${value}</v></c>`;
      return;
    }
    const space = KEEPS_SPACE.test(value) ? ' xml:space="preserve"' : '';
    xml += `<c r="${columnLetters(index)}${number}" s="${style}" t="inlineStr"><is><t${space}>${cellText(value)}</t></is></c>`;
  });
  return `${xml}</row>`;
}

/** A sheet up to its first row of data, with the elements in the order of CT_Worksheet (ECMA-376, part 1, 18.3.1.99). */
export function sheetStart(columns: readonly ExportColumn[], selected: boolean): string {
  const widths = columns
    .map(
      ({ width }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${STYLE.text}" customWidth="1"/>`,
    )
    .join('');
  const labels = columns.map(({ label }) => label);
  return (
    `${DECLARATION}<worksheet xmlns="${MAIN}">` +
    `<sheetViews><sheetView${selected ? ' tabSelected="1"' : ''} workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${widths}</cols><sheetData>` +
    row(1, labels, STYLE.header, ` ht="${HEADER_HEIGHT}" customHeight="1"`)
  );
}

/** @param first the number of the first row. Cells are text or finite numbers: nothing in them is ever a formula. */
export const sheetRows = (first: number, rows: readonly (readonly SheetCell[])[]) =>
  rows.map((cells, index) => row(first + index, cells, STYLE.text)).join('');

/** Excel must not warn that cedulas are numbers stored as text. */
export function sheetEnd(range: string): string {
  const ignored = `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors>`;
  return `</sheetData><autoFilter ref="${range}"/>${ignored}</worksheet>`;
}
