import { paperSizes } from '#web/theme/paper.ts';
import type { StepGroup } from './content.ts';
import { COLUMN_WIDTH, drawColumns } from './draw-columns.ts';
import { drawHeading } from './draw-heading.ts';
import type { Sheet } from './sheet.ts';

const NUMBER_WIDTH = 5;
const NUMBER = { size: paperSizes.label, color: '--mantine-color-achiote-6', bold: true } as const;
const TEXT = { size: paperSizes.label, color: '--ink' } as const;
const BETWEEN = 0.9;

/** Draws groups of numbered steps in two columns that are read row by row. */
export function drawSteps(sheet: Sheet, title: string, groups: readonly StepGroup[]): void {
  drawHeading(sheet, title, 20);
  const cells = groups.map(({ title: name, steps }) => ({
    title: name,
    items: steps.map((step) => sheet.wrap(step, COLUMN_WIDTH - NUMBER_WIDTH, TEXT)),
  }));
  const line = sheet.lineHeight(TEXT.size);
  drawColumns(sheet, cells, {
    heightOf: (lines) => lines.length * line + BETWEEN,
    draw(lines, x, y, index) {
      sheet.write(`${index + 1}`, x, y, NUMBER);
      sheet.write(lines, x + NUMBER_WIDTH, y, TEXT);
    },
  });
}
