import { paperSizes } from '#web/theme/paper.ts';
import type { CheckGroup } from './content.ts';
import { drawHeading } from './draw-heading.ts';
import { CONTENT_WIDTH, PAGE, type Sheet } from './sheet.ts';

const GAP = 8;
const COLUMN = (CONTENT_WIDTH - GAP) / 2;
const BOX = 3.2;
const TEXT_LEFT = BOX + 2.2;
const TITLE = { size: paperSizes.groupTitle, color: '--mantine-color-laguna-7', bold: true } as const;
const LABEL = { size: paperSizes.label, color: '--ink' } as const;
const NOTE = { size: paperSizes.label, color: '--ink-3' } as const;
const TITLE_HEIGHT = 5.6;
const BETWEEN = 1.2;

/** A square; with a tick inside that is thick enough to be seen in greyscale. */
function drawBox(sheet: Sheet, x: number, y: number, isTicked: boolean): void {
  sheet.stroke('--ink-3', 0.25).rect(x, y, BOX, BOX, 'S');
  if (!isTicked) return;
  const [left, middle, right] = [x + 0.6, x + 1.35, x + BOX - 0.4];
  sheet.stroke('--mantine-color-laguna-7', 0.6).line(left, y + 1.7, middle, y + BOX - 0.6);
  sheet.doc.line(middle, y + BOX - 0.6, right, y + 0.6);
}

/** Draws boxes with their texts, ticked or empty, in two columns that are read row by row. */
export function drawChecklist(sheet: Sheet, title: string, groups: readonly CheckGroup[]): void {
  drawHeading(sheet, title, 24);
  const cells = groups.map((group) => ({
    title: group.title,
    items: group.items.map(({ label, note, ticked }) => ({
      ticked,
      label: sheet.wrap(label, COLUMN - TEXT_LEFT, LABEL),
      note: sheet.wrap(note, COLUMN - TEXT_LEFT, NOTE),
    })),
  }));
  const itemHeight = ({ label, note }: (typeof cells)[number]['items'][number]) =>
    (label.length + note.length) * sheet.lineHeight(LABEL.size) + BETWEEN;
  const heightOf = ({ items }: (typeof cells)[number]) =>
    items.reduce((height, item) => height + itemHeight(item), TITLE_HEIGHT);
  for (let row = 0; row < cells.length; row += 2) {
    const pair = cells.slice(row, row + 2);
    const height = Math.max(...pair.map(heightOf));
    sheet.ensureSpace(height);
    for (const [column, cell] of pair.entries()) {
      const x = PAGE.left + column * (COLUMN + GAP);
      let y = sheet.y + TITLE_HEIGHT;
      sheet.write(cell.title, x, sheet.y, TITLE);
      for (const item of cell.items) {
        drawBox(sheet, x, y + 0.5, item.ticked);
        sheet.write(item.label, x + TEXT_LEFT, y, LABEL);
        sheet.write(item.note, x + TEXT_LEFT, y + item.label.length * sheet.lineHeight(LABEL.size), NOTE);
        y += itemHeight(item);
      }
    }
    sheet.y += height + 2;
  }
  sheet.y += 2;
}
