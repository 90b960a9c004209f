import { it, vi } from 'vitest';
import { expectLinear } from '../../tests/support/linear.ts';
import { firstColumn, readLines } from './features/catalogs/read-lines.ts';
import { decodeText } from './lib/decode-text.ts';
import { fileNameOf } from './lib/file-name.ts';
import { parseTypedDate, showTypedDate } from './ui/fields/typed-date.ts';
import { typedNumber } from './ui/fields/typed-number.ts';
import { printableText } from './ui/pdf/printable-text.ts';

vi.setConfig({ testTimeout: 60_000 });

it.each<[string, (text: string) => unknown]>([
  ['a typed date', parseTypedDate],
  ['a date as it is shown', showTypedDate],
  ['a typed number', typedNumber],
  ['the name of a PDF', (number: string) => fileNameOf(number, 'pdf')],
  ['a text of a PDF', (text) => printableText(text, (point) => point < 0x250)],
  ['pasted lines', readLines],
  ['the first column of a file', firstColumn],
])('%s takes as long as its text is', (_, work) => expectLinear(work));

it('the text of a file takes as long as the file is', () => {
  // The sentence for a file that is no text is thrown.
  const read = (bytes: ArrayBuffer) => {
    try {
      return decodeText(bytes);
    } catch {
      return '';
    }
  };
  expectLinear(read, (text) => new TextEncoder().encode(text).buffer as ArrayBuffer);
});
