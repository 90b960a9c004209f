import { jsPDF } from 'jspdf';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CheckGroup } from './content.ts';
import { drawChecklist } from './draw-checklist.ts';
import bold from './fonts/atkinson-bold.ttf?inline';
import regular from './fonts/atkinson-regular.ttf?inline';
import { FAMILY } from './fonts.ts';
import { Sheet } from './sheet.ts';

const TICK = '#2e6bd0';

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('getComputedStyle', () => ({
    getPropertyValue: (name: string) => (name === '--mantine-color-laguna-7' ? TICK : '#808080'),
  }));
});
afterAll(() => vi.unstubAllGlobals());

/** The number of pages, boxes and ticks of a drawn list. */
function drawn(groups: readonly CheckGroup[]) {
  const doc = new jsPDF({ unit: 'mm', format: 'a4' });
  for (const [style, data] of Object.entries({ normal: regular, bold })) {
    doc.addFileToVFS(style, data.slice(data.indexOf(',') + 1));
    doc.addFont(style, FAMILY, style, undefined, 'Identity-H');
  }
  const rect = vi.spyOn(doc, 'rect');
  const line = vi.spyOn(doc, 'line');
  const sheet = new Sheet(doc);
  drawChecklist(sheet, 'Calendario de vacunas', groups);
  const boxes = rect.mock.calls.map(([x, y]) => [x, y] as const);
  // One line is that of the heading; a tick has two.
  return { pages: doc.getNumberOfPages(), boxes, ticks: (line.mock.calls.length - 1) / 2, y: sheet.y };
}

const item = (ticked: boolean) => ({ label: 'Rotavirus (diarrea grave), 1.ª dosis', note: 'Puesta', ticked });
const group = (title: string, ...ticks: boolean[]): CheckGroup => ({ title, items: ticks.map(item) });

test('each item has a box, and only what is ticked has a tick', () => {
  const { boxes, ticks, pages } = drawn([group('Al nacer', true, false), group('A los 2 meses', true)]);
  expect([boxes.length, ticks, pages]).toEqual([3, 2, 1]);
});

test('two groups stand side by side, the third below the longer one of them', () => {
  const { boxes } = drawn([group('Al nacer', true), group('A los 2 meses', true, true), group('A los 4 meses', false)]);
  const [birth, second, , fourth] = boxes;
  expect(birth?.[1]).toBe(second?.[1]);
  expect(birth?.[0]).toBeLessThan(second?.[0] ?? 0);
  expect(fourth?.[0]).toBe(birth?.[0]);
  expect(fourth?.[1]).toBeGreaterThan(boxes[2]?.[1] ?? 0);
});

test('a long list goes on to the next page within its margins', () => {
  const groups = Array.from({ length: 30 }, (_, number) => group(`A los ${number} meses`, true, false, true));
  const { boxes, pages } = drawn(groups);
  expect(pages).toBeGreaterThan(1);
  expect(boxes).toHaveLength(90);
  expect(Math.max(...boxes.map(([, y]) => y))).toBeLessThan(279);
});
