import { paperSizes } from '#web/theme/paper.ts';
import type { DefinitionGroup } from './content.ts';
import { drawHeading } from './draw-heading.ts';
import { CONTENT_WIDTH, PAGE, type Sheet } from './sheet.ts';

const GAP = 8;
const COLUMN = (CONTENT_WIDTH - GAP) / 2;
const LABEL_WIDTH = 36;
const TITLE = { size: paperSizes.groupTitle, color: '--mantine-color-laguna-7', bold: true } as const;
const LABEL = { size: paperSizes.label, color: '--ink-3' } as const;
const VALUE = { size: paperSizes.value, color: '--ink' } as const;
const TITLE_HEIGHT = 6.5;
const BETWEEN = 1.6;

/** Draws labels and values in two columns that are read row by row. */
export function drawDefinitions(sheet: Sheet, title: string, groups: readonly DefinitionGroup[]): void {
  drawHeading(sheet, title, 20);
  for (const group of groups) {
    const cells = group.items.map(({ label, value }) => ({
      label: sheet.wrap(label, LABEL_WIDTH - 2, LABEL),
      value: sheet.wrap(value, COLUMN - LABEL_WIDTH, VALUE),
    }));
    const heightOf = (cell: (typeof cells)[number] | undefined) =>
      Math.max(cell?.label.length ?? 0, cell?.value.length ?? 0) * sheet.lineHeight(VALUE.size);
    const heading = sheet.wrap(group.title, CONTENT_WIDTH, TITLE);
    const headingHeight = TITLE_HEIGHT + (heading.length - 1) * sheet.lineHeight(TITLE.size);
    sheet.ensureSpace(headingHeight + heightOf(cells[0]));
    sheet.write(heading, PAGE.left, sheet.y, TITLE);
    sheet.y += headingHeight;
    for (let row = 0; row < cells.length; row += 2) {
      const pair = cells.slice(row, row + 2);
      const height = Math.max(...pair.map(heightOf));
      sheet.ensureSpace(height);
      for (const [column, { label, value }] of pair.entries()) {
        const x = PAGE.left + column * (COLUMN + GAP);
        sheet.write(label, x, sheet.y + 0.3, LABEL);
        sheet.write(value, x + LABEL_WIDTH, sheet.y, VALUE);
      }
      sheet.y += height + BETWEEN;
    }
    sheet.y += 2.4;
  }
  sheet.y += 4;
}
