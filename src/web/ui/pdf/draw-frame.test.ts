import { jsPDF } from 'jspdf';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { drawFrames } from './draw-frame.ts';
import { Sheet } from './sheet.ts';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const CONTENT = {
  product: 'Libreta Integral de Salud',
  title: 'Libreta de la niña',
  name: 'SISA VALENTINA GUALÁN TENESACA',
  line: ['14 meses', 'Cédula 0650128831'],
  issued: { on: '20 de noviembre de 2026', by: 'Rosa Yuquilema' },
  blocks: [],
};

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '#808080' }));
});
afterAll(() => vi.unstubAllGlobals());

/** The position of each picture in an uncompressed PDF, in mm from the left and bottom edges, and its size. */
function pictures(ratio: number): number[][] {
  const doc = new jsPDF({ unit: 'mm', format: 'a4' });
  // Text and its fonts are not needed here.
  vi.spyOn(doc, 'setFont').mockReturnValue(doc);
  doc.addPage().addPage();
  drawFrames(new Sheet(doc), CONTENT, { data: PIXEL, ratio });
  const placed = doc.output().matchAll(/^([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm$/gm);
  return [...placed].map(([, ...points]) => points.map((point) => Math.round((Number(point) / 72) * 254) / 10));
}

// proves 2.227, 9.39
test.each([
  ['wide', 4, [46, 11.5, 16, 274.8]],
  ['high', 0.5, [7, 14, 16, 273.5]],
])('the logo has the same position on every page, also a %s one', (_shape, ratio, place) => {
  expect(pictures(ratio)).toEqual([place, place, place]);
});
