import { paperSizes } from '#web/theme/paper.ts';
import type { CheckGroup } from './content.ts';
import { COLUMN_WIDTH, drawColumns } from './draw-columns.ts';
import { drawHeading } from './draw-heading.ts';
import type { Sheet } from './sheet.ts';

const BOX = 3.2;
const TEXT_LEFT = BOX + 2.2;
const LABEL = { size: paperSizes.label, color: '--ink' } as const;
const NOTE = { size: paperSizes.label, color: '--ink-3' } as const;
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
  const width = COLUMN_WIDTH - TEXT_LEFT;
  const cells = groups.map(({ title: name, items }) => ({
    title: name,
    items: items.map(({ label, note, ticked }) => ({
      ticked,
      label: sheet.wrap(label, width, LABEL),
      note: sheet.wrap(note, width, NOTE),
    })),
  }));
  const line = sheet.lineHeight(LABEL.size);
  drawColumns(sheet, cells, {
    heightOf: ({ label, note }) => (label.length + note.length) * line + BETWEEN,
    draw({ label, note, ticked }, x, y) {
      drawBox(sheet, x, y + 0.5, ticked);
      sheet.write(label, x + TEXT_LEFT, y, LABEL);
      sheet.write(note, x + TEXT_LEFT, y + label.length * line, NOTE);
    },
  });
}
