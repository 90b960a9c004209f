import { encode } from 'uqr';
import { paperSizes } from '#web/theme/paper.ts';
import { CONTENT_WIDTH, PAGE, type Sheet } from './sheet.ts';

export const CODE_LABEL = 'Escanea para abrir esta libreta';

/** Side in mm, which a phone reads at arm's length; the quiet zone of four modules is the paper around it. */
const SIDE = 28;
const QUIET = 4;
const GAP = 8;

/** Draws an address as a QR code in rectangles, which stay sharp in print, with the words beside it. */
export function drawCode(sheet: Sheet, address: string): void {
  const { data, size } = encode(address, { ecc: 'M', border: 0 });
  const unit = SIDE / size;
  const [left, top] = [PAGE.left + QUIET * unit, sheet.y];
  sheet.fill('--ink');
  for (const [y, row] of data.entries())
    for (let x = 0; x < size; x++) {
      const start = x;
      while (x < size && row[x]) x++;
      if (x > start) sheet.doc.rect(left + start * unit, top + y * unit, (x - start) * unit, unit, 'F');
    }
  const style = { size: paperSizes.value, color: '--ink' } as const;
  const x = left + SIDE + GAP;
  const lines = sheet.wrap(CODE_LABEL, CONTENT_WIDTH - (x - PAGE.left), style);
  sheet.write(lines, x, top + (SIDE - sheet.lineHeight(style.size) * lines.length) / 2, style);
  sheet.y += SIDE + GAP;
}
