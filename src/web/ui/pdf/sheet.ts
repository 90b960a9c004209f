import type { jsPDF } from 'jspdf';
import { tokens } from '#web/theme/colors.ts';
import { FAMILY } from './fonts.ts';

/** A4 in mm; the margins leave room for the header and the footer. */
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

/** The value of a CSS colour; `var(--ink)` and `--ink` are resolved from the theme. */
export function colorOf(color: string): string {
  const name = /^(?:var\()?(--[\w-]+)\)?$/.exec(color.trim())?.[1];
  if (!name) return color;
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || tokens['--ink'];
}

/** A document that is written from top to bottom; positions in mm, font sizes in points. */
export class Sheet {
  readonly doc: jsPDF;
  /** The position of the next content. */
  y: number = PAGE.top;

  constructor(doc: jsPDF) {
    this.doc = doc;
  }

  lineHeight(size: number): number {
    return size * MM_PER_POINT * LINE_HEIGHT;
  }

  /** Starts a new page unless this height, in mm, is left on the current one. */
  ensureSpace(height: number): void {
    if (this.y + height <= PAGE.bottom) return;
    this.doc.addPage();
    this.y = PAGE.top;
  }

  wrap(text: string, width: number, { size, bold = false }: TextStyle): string[] {
    this.doc.setFont(FAMILY, bold ? 'bold' : 'normal').setFontSize(size);
    return this.doc.splitTextToSize(text, width) as string[];
  }

  width(text: string, { size, bold = false }: TextStyle): number {
    this.doc.setFont(FAMILY, bold ? 'bold' : 'normal').setFontSize(size);
    return this.doc.getTextWidth(text);
  }

  write(lines: string | readonly string[], x: number, y: number, style: TextStyle): void {
    const { size, color, bold = false, align = 'left' } = style;
    this.doc
      .setFont(FAMILY, bold ? 'bold' : 'normal')
      .setFontSize(size)
      .setTextColor(colorOf(color));
    const step = this.lineHeight(size);
    // The baseline is 76 % of the line height below its top.
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
