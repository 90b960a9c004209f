import { jsPDF } from 'jspdf';
import { decodeQR } from 'qr/decode.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeAddress } from '#domain/booklet-code.ts';
import { CODE_LABEL, drawCode } from './draw-code.ts';
import { PAGE, Sheet } from './sheet.ts';

const CODE = 'q1W_e2R-t3Y4u5I6o7P8a9';
const SHORT = codeAddress('http://localhost:4000', CODE);
const LONG = codeAddress(`https://${'libreta.'.repeat(12)}salud.gob.ec`, CODE);
const DOTS_PER_MM = 10;

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '#14292e' }));
});
afterAll(() => vi.unstubAllGlobals());

/** The rectangles and words of a drawn code, in mm. */
function drawn(address: string) {
  const doc = new jsPDF({ unit: 'mm', format: 'a4' });
  const rectangles = vi.spyOn(doc, 'rect');
  const words = vi.spyOn(doc, 'text');
  // Fonts are not needed here.
  vi.spyOn(doc, 'setFont').mockReturnValue(doc);
  const sheet = new Sheet(doc);
  drawCode(sheet, address);
  const boxes = rectangles.mock.calls.map(([x, y, width, height]) => ({ x, y, right: x + width, bottom: y + height }));
  return { boxes, texts: words.mock.calls.map(([text, x]) => ({ text, x })), end: sheet.y };
}

function paperWith(boxes: ReturnType<typeof drawn>['boxes']) {
  const [width, height] = [PAGE.width * DOTS_PER_MM, 100 * DOTS_PER_MM];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const { x, y, right, bottom } of boxes)
    for (let row = Math.round(y * DOTS_PER_MM); row < Math.round(bottom * DOTS_PER_MM); row++)
      for (let dot = Math.round(x * DOTS_PER_MM); dot < Math.round(right * DOTS_PER_MM); dot++)
        data.fill(0, (row * width + dot) * 4, (row * width + dot) * 4 + 3);
  return { data, width, height };
}

it.each([
  ['a short address', SHORT],
  ['a long address', LONG],
])('%s is drawn so that a reader finds it again', (_what, address) => {
  expect(decodeQR(paperWith(drawn(address).boxes), { timeLimit: 5_000 })).toBe(address);
});

it.each([SHORT, LONG])('the code is at least 25 mm wide and high, with its words beside it: %#', (address) => {
  const { boxes, texts, end } = drawn(address);
  const [left, right] = [Math.min(...boxes.map(({ x }) => x)), Math.max(...boxes.map((box) => box.right))];
  const [top, bottom] = [Math.min(...boxes.map(({ y }) => y)), Math.max(...boxes.map((box) => box.bottom))];
  expect(right - left).toBeGreaterThanOrEqual(25);
  expect(bottom - top).toBeGreaterThanOrEqual(25);
  expect(left).toBeGreaterThanOrEqual(PAGE.left);
  expect(texts).toEqual([{ text: CODE_LABEL, x: expect.any(Number) }]);
  // Four squares of the coarsest code stay white around it.
  expect((texts[0]?.x ?? 0) - right).toBeGreaterThan(4);
  expect(end).toBeGreaterThan(bottom + 4);
});
