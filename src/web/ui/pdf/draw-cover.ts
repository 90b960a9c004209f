import { paperSizes } from '#web/theme/paper.ts';
import type { PdfContent } from './content.ts';
import { CONTENT_WIDTH, PAGE, type Sheet } from './sheet.ts';

const PADDING = 7;
const BADGE = { width: 46, height: 8 } as const;
const TITLE = { size: paperSizes.coverTitle, color: '--mantine-color-laguna-1', bold: true } as const;
const NAME = { size: paperSizes.coverName, color: '--on-dark', bold: true } as const;
const LINE = { size: paperSizes.coverLine, color: '--mantine-color-laguna-1' } as const;

function drawBadge(sheet: Sheet, { label, value, tone }: NonNullable<PdfContent['badge']>, middle: number): void {
  const x = PAGE.right - PADDING - BADGE.width;
  const text = { size: paperSizes.badge, color: `--${tone}-fg`, bold: true, align: 'center' } as const;
  const top = middle - 6.5;
  sheet.write(label, x + BADGE.width / 2, top, { ...LINE, size: paperSizes.badgeName, align: 'center' });
  sheet.fill(`--${tone}-bg`).roundedRect(x, top + 5, BADGE.width, BADGE.height, 4, 4, 'F');
  sheet.write(value, x + BADGE.width / 2, top + 5 + (BADGE.height - sheet.lineHeight(text.size)) / 2, text);
}

export function drawCover(sheet: Sheet, { title, name, line, badge }: PdfContent): void {
  const width = CONTENT_WIDTH - PADDING * 2 - (badge ? BADGE.width + PADDING : 0);
  const lines = sheet.wrap(name, width, NAME);
  const facts = sheet.wrap(line.join('  ·  '), width, LINE);
  const nameTop = PADDING + sheet.lineHeight(TITLE.size) + 1;
  const factsTop = nameTop + lines.length * sheet.lineHeight(NAME.size) + 1;
  const height = factsTop + facts.length * sheet.lineHeight(LINE.size) + PADDING - 1;

  const x = PAGE.left + PADDING;
  sheet.fill('--mantine-color-laguna-8').roundedRect(PAGE.left, sheet.y, CONTENT_WIDTH, height, 3.5, 3.5, 'F');
  sheet.write(title.toLocaleUpperCase('es'), x, sheet.y + PADDING, TITLE);
  sheet.write(lines, x, sheet.y + nameTop, NAME);
  sheet.write(facts, x, sheet.y + factsTop, LINE);
  if (badge) drawBadge(sheet, badge, sheet.y + height / 2);
  sheet.y += height + 9;
}
