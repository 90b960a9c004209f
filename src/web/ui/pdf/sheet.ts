import type { jsPDF } from 'jspdf';
import { tokens } from '#web/theme/colors.ts';
import { FAMILY } from './fonts.ts';

/** A4 in mm, and what is kept free on it: the logo and heading above, the page's number below. */
export const PAGE = { width: 210, height: 297, left: 16, right: 194, top: 36, bottom: 279 } as const;
export const CONTENT_WIDTH = PAGE.right - PAGE.left;

const MM_PER_POINT = 25.4 / 72;
const LINE_HEIGHT = 1.3;

interface TextStyle {
  size: number;
  color: string;
  bold?: boolean;
  align?: 'left' | 'center' | 'right';
}

/** The value of a CSS colour; `var(--ink)` and `--ink` are read from the theme, so that paper and screen agree. */
export function colorOf(color: string): string {
  const name = /^(?:var\()?(--[\w-]+)\)?$/.exec(color.trim())?.[1];
  if (!name) return color;
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || tokens['--ink'];
}

/** A document being written from top to bottom. Positions and sizes are mm, those of letters points. */
export class Sheet {
  readonly doc: jsPDF;
  /** Where the next thing goes. */
  y: number = PAGE.top;

  constructor(doc: jsPDF) {
    this.doc = doc;
  }

  lineHeight(size: number): number {
    return size * MM_PER_POINT * LINE_HEIGHT;
  }

  /** Goes on to a new page unless so much room is left on this one. */
  keep(height: number): void {
    if (this.y + height <= PAGE.bottom) return;
    this.doc.addPage();
    this.y = PAGE.top;
  }

  /** @returns the text in lines no wider than this. */
  wrap(text: string, width: number, { size, bold = false }: TextStyle): string[] {
    this.doc.setFont(FAMILY, bold ? 'bold' : 'normal').setFontSize(size);
    return this.doc.splitTextToSize(text, width) as string[];
  }

  width(text: string, { size, bold = false }: TextStyle): number {
    this.doc.setFont(FAMILY, bold ? 'bold' : 'normal').setFontSize(size);
    return this.doc.getTextWidth(text);
  }

  /** Writes lines whose first one has its top at `y`. */
  write(lines: string | readonly string[], x: number, y: number, style: TextStyle): void {
    const { size, color, bold = false, align = 'left' } = style;
    this.doc
      .setFont(FAMILY, bold ? 'bold' : 'normal')
      .setFontSize(size)
      .setTextColor(colorOf(color));
    const step = this.lineHeight(size);
    // The baseline lies so far below the top of the letters' own line.
    for (const [index, line] of [lines].flat().entries())
      this.doc.text(line, x, y + step * index + step * 0.76, { align });
  }

  fill(color: string): jsPDF {
    return this.doc.setFillColor(colorOf(color));
  }

  stroke(color: string, width: number, dash: readonly number[] = []): jsPDF {
    return this.doc
      .setDrawColor(colorOf(color))
      .setLineWidth(width)
      .setLineDashPattern([...dash], 0);
  }
}
