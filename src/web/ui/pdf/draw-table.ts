import { __createTable, autoTable, type UserOptions } from 'jspdf-autotable';
import { paperTableSizes } from '#web/theme/paper.ts';
import { minColumnWidths } from './column-widths.ts';
import type { PdfColumn } from './content.ts';
import { drawEmpty, drawHeading } from './draw-heading.ts';
import { FAMILY } from './fonts.ts';
import { CONTENT_WIDTH, colorOf, PAGE, type Sheet } from './sheet.ts';

/** From this many columns on, fonts and gaps are smaller. */
const MANY_COLUMNS = 8;
/** The number of rows that stay on the page of the headings. */
const ROWS_KEPT = 2;
/** Extra width in mm, so that text that just fits is not wrapped. */
const ROUNDING = 0.2;

function optionsOf(sheet: Sheet, columns: readonly PdfColumn[], rows: readonly (readonly string[])[]): UserOptions {
  const many = columns.length >= MANY_COLUMNS;
  const side = many ? 1.6 : 2.2;
  // Right-aligned figures need more distance from the next column.
  const padding = (align: PdfColumn['align']) => ({
    vertical: 1.9,
    left: side,
    right: align === 'right' ? side + 1.8 : side,
  });
  const { letters, headings } = paperTableSizes[many ? 'many' : 'few'];
  const width = (text: string, size: number, bold = false) => sheet.width(text, { size, bold, color: '' });
  const widths = minColumnWidths(
    columns.map(({ heading, align }, index) => ({
      words: heading.split(' ').map((word) => width(word, headings, true)),
      space: width(' ', headings, true),
      values: rows.flatMap((row) => (row[index] ?? '').split('\n').map((line) => width(line, letters))),
      padding: padding(align).left + padding(align).right + ROUNDING,
    })),
    CONTENT_WIDTH,
  );
  return {
    columnStyles: Object.fromEntries((widths ?? []).map((minCellWidth, index) => [index, { minCellWidth }])),
    head: [columns.map(({ heading }) => heading)],
    body: rows.map((row) => [...row]),
    margin: { left: PAGE.left, right: PAGE.width - PAGE.right, top: PAGE.top, bottom: PAGE.height - PAGE.bottom },
    theme: 'plain',
    showHead: 'everyPage',
    rowPageBreak: 'avoid',
    styles: {
      font: FAMILY,
      fontSize: letters,
      textColor: colorOf('--ink'),
      lineColor: colorOf('--line'),
      lineWidth: { bottom: 0.2 },
      overflow: 'linebreak',
      valign: 'top',
    },
    headStyles: {
      fontStyle: 'bold',
      fontSize: headings,
      valign: 'bottom',
      textColor: colorOf('--mantine-color-laguna-8'),
      fillColor: colorOf('--mantine-color-laguna-0'),
      lineColor: colorOf('--mantine-color-laguna-3'),
      lineWidth: { bottom: 0.3 },
    },
    didParseCell: ({ column, cell }) => {
      const align = columns[column.index]?.align ?? 'left';
      cell.styles.halign = align;
      cell.styles.cellPadding = padding(align);
    },
  };
}

/** Draws a table with its title; it breaks between rows and repeats its headings on every page. */
export function drawTable(
  sheet: Sheet,
  title: string,
  columns: readonly PdfColumn[],
  rows: readonly (readonly string[])[],
): void {
  if (rows.length === 0) {
    drawEmpty(sheet, title);
    return;
  }
  const options = optionsOf(sheet, columns, rows);
  // A first layout without drawing measures the headings and first rows, which stay with the title.
  const measured = __createTable(sheet.doc, options);
  const headHeight = measured.getHeadHeight(measured.columns);
  const firstRows = measured.body.slice(0, ROWS_KEPT).reduce((sum, { height }) => sum + height, 0);
  drawHeading(sheet, title, headHeight + Math.min(firstRows, (PAGE.bottom - PAGE.top) / 2));
  let end = sheet.y;
  autoTable(sheet.doc, {
    ...options,
    startY: sheet.y,
    didDrawPage: ({ cursor }) => {
      end = cursor?.y ?? end;
    },
  });
  sheet.y = end + 10;
}
