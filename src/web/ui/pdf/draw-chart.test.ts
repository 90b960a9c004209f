import { jsPDF } from 'jspdf';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { PdfChart } from './content.ts';
import { drawCharts } from './draw-chart.ts';
import bold from './fonts/atkinson-bold.ttf?inline';
import regular from './fonts/atkinson-regular.ttf?inline';
import { FAMILY } from './fonts.ts';
import { Sheet } from './sheet.ts';

const chart: PdfChart = {
  title: 'Peso para la edad',
  points: [
    { x: 1, y: 4.1 },
    { x: 2, y: 5.05 },
  ],
  xAxis: { from: 0, to: 24, step: 2 },
  xTitle: 'Edad (meses)',
  yAxis: { from: 2, to: 18, step: 2 },
  yTitle: 'Peso (kg)',
  color: 'var(--chart-peso)',
  lastLabel: '5,05 kg',
};

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('getComputedStyle', () => ({
    getPropertyValue: (name: string) => (name === '--chart-peso' ? '#2e6bd0' : '#808080'),
  }));
});
afterAll(() => vi.unstubAllGlobals());

/** The drawing operators of a chart in an uncompressed PDF. */
function drawn(charts: PdfChart[]): string {
  const doc = new jsPDF({ unit: 'mm', format: 'a4' });
  for (const [style, data] of Object.entries({ normal: regular, bold })) {
    doc.addFileToVFS(style, data.slice(data.indexOf(',') + 1));
    doc.addFont(style, FAMILY, style, undefined, 'Identity-H');
  }
  drawCharts(new Sheet(doc), 'Curvas de crecimiento', charts);
  return `${doc.getNumberOfPages()} pages\n${doc.output()}`;
}

const BLUE = '0.18 0.42 0.82 RG';
const count = (text: string, operator: RegExp) => text.match(operator)?.length ?? 0;

test("a chart is drawn with the theme's colours as vectors, not as a picture", () => {
  const pdf = drawn([chart]);
  expect(pdf).toContain(BLUE);
  expect(pdf).not.toContain('/Subtype /Image');
});

test('reference lines are drawn behind the points, each with its dash pattern', () => {
  const line = { label: '−2', points: chart.points.map(({ x, y }) => ({ x: x * 12, y: y - 1 })) };
  const styled = { ...line, style: { color: '#123456', dash: [2, 1] } };
  const pdf = drawn([{ ...chart, lines: [styled, { ...line, style: { color: '#123456' } }] }]);
  const color = /0\.07 0\.2 0\.34 RG/g;
  expect(count(pdf, color)).toBe(2);
  expect(count(pdf, /\[5\.6\S* 2\.8\S*\] 0\. d/g)).toBe(1);
  expect(pdf.search(color)).toBeLessThan(pdf.indexOf(BLUE));
});

test('the axis is widened for a reference line beyond it', () => {
  const line = { label: '+3', points: [{ x: 0, y: 19 }], style: { color: '#123456' } };
  const marks = (pdf: string) => count(pdf, / Tj\b/g);
  expect(marks(drawn([{ ...chart, lines: [line] }]))).toBe(marks(drawn([chart])) + 2);
});

test('two charts fit on a page, and a chart without points is not drawn', () => {
  expect(drawn([chart, chart, chart, chart])).toMatch(/^2 pages/);
  const empty = drawn([{ ...chart, points: [], lastLabel: '' }]);
  expect(empty).not.toContain(BLUE);
});
