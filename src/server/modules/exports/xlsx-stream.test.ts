import { expect, it } from 'vitest';
import { readSheets } from '../../../../tests/support/spreadsheet.ts';
import { columnLetters, sheetEnd, sheetRows, sheetStart } from './sheet-xml.ts';
import { cellText } from './spreadsheet-ml.ts';
import { xlsxStream } from './xlsx-stream.ts';

const columns = ['Uno', 'Dos'].map((label) => ({ name: label, label, width: 10, isDate: false }));

async function* batchesOf(...batches: string[][][]) {
  yield* batches;
}

async function write(batches: AsyncIterable<string[][]>, sheetLimit?: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of xlsxStream({ name: 'Niños', columns, batches }, sheetLimit)) parts.push(part);
  return Buffer.concat(parts);
}

it('a list longer than one sheet continues in the next, which repeats the header', async () => {
  const rows = Array.from({ length: 5 }, (_, n) => [`a${n}`, `b${n}`]);
  const batches = batchesOf(rows.slice(0, 2), rows.slice(2, 4), rows.slice(4));
  expect(await readSheets(await write(batches, 4))).toEqual([
    { name: 'Niños', rows: [['Uno', 'Dos'], ...rows.slice(0, 2)] },
    { name: 'Niños 2', rows: [['Uno', 'Dos'], ...rows.slice(2)] },
  ]);
});

it('an export without rows has one sheet with a header', async () => {
  expect(await readSheets(await write(batchesOf()))).toEqual([{ name: 'Niños', rows: [['Uno', 'Dos']] }]);
  expect(await readSheets(await write(batchesOf([])))).toEqual([{ name: 'Niños', rows: [['Uno', 'Dos']] }]);
});

it('two exports of the same rows have the same bytes', async () => {
  expect(await write(batchesOf([['a', 'b']]))).toEqual(await write(batchesOf([['a', 'b']])));
});

it('the source is closed when the reader stops', async () => {
  let closed = false;
  async function* endless() {
    try {
      for (;;) yield [['a', 'b']];
    } finally {
      closed = true;
    }
  }
  for await (const _ of xlsxStream({ name: 'Niños', columns, batches: endless() })) break;
  expect(closed).toBe(true);
});

it('an error of the source is thrown unchanged', async () => {
  async function* failing() {
    yield [['a', 'b']];
    throw new Error('no more');
  }
  await expect(write(failing())).rejects.toThrow('no more');
});

it('text is escaped for SpreadsheetML, and no cell is a formula', () => {
  expect(cellText('a & <b> "c"')).toBe('a &amp; &lt;b&gt; "c"');
  expect(cellText('\u0000\u0007\u000b\r\ufffe\uffff')).toBe('_x0000__x0007__x000B__x000D__xFFFE__xFFFF_');
  expect(cellText('tab\tline\n')).toBe('tab\tline\n');
  expect(cellText('_x0041_ _x41_')).toBe('_x005F_x0041_ _x41_');
  const cell = (value: string) => sheetRows(2, [[value]]);
  for (const value of ['=1+1', '+1', '-1', '@A1', '|x', '＝1+1', '＋1', '－1', '＠A1'])
    expect(cell(value)).toBe(`<row r="2"><c r="A2" s="1" t="inlineStr"><is><t>${value}</t></is></c></row>`);
  for (const value of ['\t=1+1', ' ＝1+1', '\r=1+1']) expect(cell(value)).toMatch(/ t="inlineStr"><is><t xml:space/);
  for (const value of [' a', 'a ', 'a  b', 'a\nb', 'a\tb']) expect(cell(value)).toContain('<t xml:space="preserve">');
  expect(cell('a b')).toContain('<t>a b</t>');
  expect(cell('')).toBe('<row r="2"></row>');
});

it('a number is a number for Excel, without the style of text', () => {
  expect(sheetRows(2, [['a', 12.5, 0]])).toBe(
    '<row r="2"><c r="A2" s="1" t="inlineStr"><is><t>a</t></is></c><c r="B2" s="0"><v>12.5</v></c><c r="C2" s="0"><v>0</v></c></row>',
  );
});

it('a sheet has its elements in the order of CT_Worksheet, and its header is frozen, styled and has a filter', () => {
  const xml = sheetStart(columns, true) + sheetEnd('A1:B1');
  const order = [...xml.matchAll(/<(sheetViews|sheetFormatPr|cols|sheetData|autoFilter|ignoredErrors)[ >]/g)];
  expect(order.map(([, name]) => name)).toEqual([
    'sheetViews',
    'sheetFormatPr',
    'cols',
    'sheetData',
    'autoFilter',
    'ignoredErrors',
  ]);
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(xml).toContain('<c r="A1" s="2" t="inlineStr"><is><t>Uno</t></is></c>');
  expect(xml).toContain('<autoFilter ref="A1:B1"/>');
});

it.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [51, 'AZ'],
  [702, 'AAA'],
])('column %i has the letters %s', (index, letters) => {
  expect(columnLetters(index)).toBe(letters);
});
