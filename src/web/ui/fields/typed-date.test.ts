import { expect, test } from 'vitest';
import { isTypedWhole, parseTypedDate, showTypedDate } from './typed-date.ts';

test.each(['20/11/2026', '20-11-2026', '20.11.26', '20112026', '2026-11-20', '2026/11/20', ' 20/11/2026 '])(
  '%j is 20 November 2026',
  (text) => {
    expect(parseTypedDate(text)).toBe('2026-11-20');
  },
);

test('days and months may have one digit', () => {
  expect(parseTypedDate('1/2/2026')).toBe('2026-02-01');
});

test.each(['', '31/02/2026', '20/13/2026', '2026', '20/11', 'ayer', '2026-11-2a'])('%j is not a date', (text) => {
  expect(parseTypedDate(text)).toBeUndefined();
});

test('text that is not a date is shown as typed', () => {
  expect(showTypedDate('2026-11-20')).toBe('20/11/2026');
  expect(showTypedDate('31/02/2026')).toBe('31/02/2026');
});

test.each(['20/11/2026', '1-2-2026', '20112026', '2026-11-20', ' 31/02/2026 '])('%j is typed whole', (text) => {
  expect(isTypedWhole(text)).toBe(true);
});

test.each(['', '20/11/20', '20/11/202', '201120', '2026-11-2', '20/11', 'ayer'])('%j may go on', (text) => {
  expect(isTypedWhole(text)).toBe(false);
});
