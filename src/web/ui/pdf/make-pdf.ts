import { jsPDF } from 'jspdf';
import type { Block, PdfContent } from './content.ts';
import { drawCharts } from './draw-chart.ts';
import { drawChecklist } from './draw-checklist.ts';
import { drawCode } from './draw-code.ts';
import { drawCover } from './draw-cover.ts';
import { drawDefinitions } from './draw-definitions.ts';
import { drawFrames } from './draw-frame.ts';
import { drawSteps } from './draw-steps.ts';
import { drawTable } from './draw-table.ts';
import { addFonts, hasGlyph } from './fonts.ts';
import { loadLogo } from './logo.ts';
import { printableData } from './printable-text.ts';
import { Sheet } from './sheet.ts';

function drawBlock(sheet: Sheet, block: Block): void {
  if (block.kind === 'definitions') drawDefinitions(sheet, block.title, block.groups);
  else if (block.kind === 'steps') drawSteps(sheet, block.title, block.groups);
  else if (block.kind === 'checklist') drawChecklist(sheet, block.title, block.groups);
  else if (block.kind === 'table') drawTable(sheet, block.title, block.columns, block.rows);
  else drawCharts(sheet, block.title, block.charts);
}

/** Draws an A4 document in the browser. @throws Error when its fonts cannot be loaded; a missing logo is left out. */
export async function makePdf(content: PdfContent): Promise<Blob> {
  const doc = new jsPDF({ unit: 'mm', format: 'a4', compress: true, putOnlyUsedFonts: true });
  const [logo] = await Promise.all([loadLogo(), addFonts(doc)]);
  doc.setLanguage('es-EC');
  doc.setProperties({
    title: `${content.title}: ${content.name}`,
    author: content.issued.by,
    creator: content.product,
  });

  const printable = printableData(content, hasGlyph(doc));
  const sheet = new Sheet(doc);
  drawCover(sheet, printable);
  if (content.code !== undefined) drawCode(sheet, content.code);
  for (const block of printable.blocks) drawBlock(sheet, block);
  drawFrames(sheet, printable, logo);
  return doc.output('blob');
}
