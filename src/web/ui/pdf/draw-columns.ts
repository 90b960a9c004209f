import { paperSizes } from '#web/theme/paper.ts';
import { CONTENT_WIDTH, PAGE, type Sheet } from './sheet.ts';

const GAP = 8;
/** The width of one of two columns, in mm. */
export const COLUMN_WIDTH = (CONTENT_WIDTH - GAP) / 2;
const TITLE = { size: paperSizes.groupTitle, color: '--mantine-color-laguna-7', bold: true } as const;
const TITLE_HEIGHT = 5.6;

interface ColumnGroup<Item> {
  readonly title: string;
  readonly items: readonly Item[];
}

interface ItemDrawing<Item> {
  /** In mm, with the space below. */
  readonly heightOf: (item: Item) => number;
  /** @param x the left edge of the column @param y the top of the item */
  readonly draw: (item: Item, x: number, y: number, index: number) => void;
}

/** Draws titled groups of items in two columns that are read row by row; no page divides a group. */
export function drawColumns<Item>(
  sheet: Sheet,
  groups: readonly ColumnGroup<Item>[],
  { heightOf, draw }: ItemDrawing<Item>,
): void {
  const groupHeight = ({ items }: ColumnGroup<Item>) =>
    items.reduce((height, item) => height + heightOf(item), TITLE_HEIGHT);
  for (let row = 0; row < groups.length; row += 2) {
    const pair = groups.slice(row, row + 2);
    const height = Math.max(...pair.map(groupHeight));
    sheet.ensureSpace(height);
    for (const [column, { title, items }] of pair.entries()) {
      const x = PAGE.left + column * (COLUMN_WIDTH + GAP);
      let y = sheet.y + TITLE_HEIGHT;
      sheet.write(title, x, sheet.y, TITLE);
      for (const [index, item] of items.entries()) {
        draw(item, x, y, index);
        y += heightOf(item);
      }
    }
    sheet.y += height + 2;
  }
  sheet.y += 2;
}
