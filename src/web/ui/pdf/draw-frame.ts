import { paperSizes } from '#web/theme/paper.ts';
import type { PdfContent } from './content.ts';
import type { Logo } from './logo.ts';
import { CONTENT_WIDTH, PAGE, type Sheet } from './sheet.ts';

/** The box of the logo, in mm; a wide logo is scaled to fit. */
const LOGO_BOX = { x: PAGE.left, y: 9.5, width: 46, height: 14 } as const;
const FAJA = { y: 26, height: 1.8, motifs: 16 } as const;
const FOOT = 284;

function drawLogo({ doc }: Sheet, { data, ratio }: Logo): number {
  const width = Math.min(LOGO_BOX.width, LOGO_BOX.height * ratio);
  const height = width / ratio;
  doc.addImage(data, 'PNG', LOGO_BOX.x, LOGO_BOX.y + (LOGO_BOX.height - height) / 2, width, height, 'logo', 'FAST');
  return width + 4;
}

/** The woven band of `public/faja.svg`, whose motif is 36 × 6. */
function drawFaja(sheet: Sheet): void {
  const { y: top, height, motifs } = FAJA;
  const step = CONTENT_WIDTH / motifs;
  const unit = [step / 36, height / 6] as const;
  sheet.fill('--mantine-color-laguna-7').rect(PAGE.left, top, CONTENT_WIDTH, height, 'F');
  for (let motif = 0; motif < motifs; motif++) {
    const triangle = (color: string, ...[ax, ay, bx, by, cx, cy]: [number, number, number, number, number, number]) => {
      const x = (units: number) => PAGE.left + step * motif + units * unit[0];
      const y = (units: number) => top + units * unit[1];
      sheet.fill(color).triangle(x(ax), y(ay), x(bx), y(by), x(cx), y(cy), 'F');
    };
    const pair = (color: string, left: number, reach: number, rise: number) => {
      triangle(color, left - reach, 3, left + reach, 3, left, 3 - rise);
      triangle(color, left - reach, 3, left + reach, 3, left, 3 + rise);
    };
    pair('--maiz', 9, 3.2, 2.2);
    pair('--mantine-color-achiote-6', 9, 1.5, 1);
    triangle('--mantine-color-laguna-3', 18, 6, 21, 3, 24, 6);
    triangle('--mantine-color-laguna-3', 18, 0, 21, 3, 24, 0);
    triangle('--mantine-color-achiote-4', 27, 6, 30, 3, 33, 6);
    triangle('--mantine-color-achiote-4', 27, 0, 30, 3, 33, 0);
  }
}

/** Draws the header and footer of every page, once the number of pages is known. */
export function drawFrames(sheet: Sheet, { product, title, name, line, issued }: PdfContent, logo: Logo | null): void {
  const { doc } = sheet;
  const pages = doc.getNumberOfPages();
  const small = { size: paperSizes.frame, color: '--ink-3' } as const;
  for (let page = 1; page <= pages; page++) {
    doc.setPage(page);
    const left = PAGE.left + (logo ? drawLogo(sheet, logo) : 0);
    const brand = { size: paperSizes.brand, color: '--mantine-color-laguna-8', bold: true } as const;
    sheet.write(product, left, page === 1 ? 13.6 : 11.2, brand);
    if (page > 1) sheet.write(title, left, 17, { size: paperSizes.frameName, color: '--ink-3' });
    const [about, detail] = page === 1 ? ['Fecha de emisión', issued.on] : [name, line.at(-1) ?? ''];
    const [first = ''] = sheet.wrap(about, 88, { ...small, bold: page > 1 });
    sheet.write(first, PAGE.right, 12.6, { ...small, bold: page > 1, align: 'right' });
    sheet.write(detail, PAGE.right, 17, {
      size: paperSizes.frameName,
      color: '--ink',
      bold: page === 1,
      align: 'right',
    });
    drawFaja(sheet);

    sheet.stroke('--line-strong', 0.2).line(PAGE.left, FOOT - 1.5, PAGE.right, FOOT - 1.5);
    sheet.write(`Emitido el ${issued.on} por ${issued.by}`, PAGE.left, FOOT, small);
    sheet.write(`Página ${page} de ${pages}`, PAGE.right, FOOT, { ...small, align: 'right' });
  }
}
