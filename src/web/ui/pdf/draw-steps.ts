import { paperSizes } from '#web/theme/paper.ts';
import type { StepGroup } from './content.ts';
import { drawHeading } from './draw-heading.ts';
import { CONTENT_WIDTH, PAGE, type Sheet } from './sheet.ts';

const GAP = 8;
const COLUMN = (CONTENT_WIDTH - GAP) / 2;
const NUMBER_WIDTH = 5;
const TITLE = { size: paperSizes.groupTitle, color: '--mantine-color-laguna-7', bold: true } as const;
const NUMBER = { size: paperSizes.label, color: '--mantine-color-achiote-6', bold: true } as const;
const TEXT = { size: paperSizes.label, color: '--ink' } as const;
const TITLE_HEIGHT = 5.6;
const BETWEEN = 0.9;

/** Draws groups of numbered steps in two columns that are read row by row. */
export function drawSteps(sheet: Sheet, title: string, groups: readonly StepGroup[]): void {
  drawHeading(sheet, title, 20);
  const cells = groups.map((group) => ({
    title: group.title,
    steps: group.steps.map((step) => sheet.wrap(step, COLUMN - NUMBER_WIDTH, TEXT)),
  }));
  const stepHeight = (lines: readonly string[]) => lines.length * sheet.lineHeight(TEXT.size) + BETWEEN;
  const heightOf = ({ steps }: (typeof cells)[number]) =>
    steps.reduce((height, lines) => height + stepHeight(lines), TITLE_HEIGHT);
  for (let row = 0; row < cells.length; row += 2) {
    const pair = cells.slice(row, row + 2);
    const height = Math.max(...pair.map(heightOf));
    sheet.ensureSpace(height);
    for (const [column, cell] of pair.entries()) {
      const x = PAGE.left + column * (COLUMN + GAP);
      let y = sheet.y + TITLE_HEIGHT;
      sheet.write(cell.title, x, sheet.y, TITLE);
      for (const [index, lines] of cell.steps.entries()) {
        sheet.write(`${index + 1}`, x, y, NUMBER);
        sheet.write(lines, x + NUMBER_WIDTH, y, TEXT);
        y += stepHeight(lines);
      }
    }
    sheet.y += height + 2;
  }
  sheet.y += 2;
}
