import { paperSizes } from '#web/theme/paper.ts';
import { NO_RECORDS } from './content.ts';
import { PAGE, type Sheet } from './sheet.ts';

const HEADING = { size: paperSizes.heading, color: '--mantine-color-laguna-8', bold: true } as const;
const HEIGHT = 10;

/** Draws the title of a section. @param follows the height in mm of the content that must be on the same page */
export function drawHeading(sheet: Sheet, title: string, follows: number): void {
  sheet.ensureSpace(HEIGHT + follows);
  sheet.write(title, PAGE.left, sheet.y, HEADING);
  sheet.stroke('--mantine-color-laguna-7', 0.5).line(PAGE.left, sheet.y + 7.2, PAGE.right, sheet.y + 7.2);
  sheet.y += HEIGHT;
}

export function drawEmpty(sheet: Sheet, title: string): void {
  drawHeading(sheet, title, 8);
  sheet.write(NO_RECORDS, PAGE.left, sheet.y, { size: paperSizes.value, color: '--ink-3' });
  sheet.y += 12;
}
