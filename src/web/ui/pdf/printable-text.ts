import { normalized } from '#domain/text.ts';

const UNKNOWN = '?';
const MARK = /^[\p{M}\p{Cf}]$/u;

/**
 * A text of which every character is in the font, so that nothing shifts or vanishes without a trace: a letter with an
 * accent that the font lacks keeps its base letter (ĩ → i); a run of anything else (emoji, other scripts) becomes one "?".
 * @param has whether the font draws this code point
 */
export function printableText(text: string, has: (codePoint: number) => boolean): string {
  const known = (character: string) => !MARK.test(character) && has(character.codePointAt(0) ?? 0);
  let printable = '';
  let lost = false;
  for (const character of normalized(text, 'NFC')) {
    if (MARK.test(character)) continue;
    const kept = /\s/.test(character)
      ? character.replace(/[^\n]/, ' ')
      : known(character)
        ? character
        : [...normalized(character, 'NFKD')].filter(known).join('');
    if (kept || !lost) printable += kept || UNKNOWN;
    lost = kept === '';
  }
  return printable;
}

/** The same for every text within plain data. */
export function printableData<T>(data: T, has: (codePoint: number) => boolean): T {
  if (typeof data === 'string') return printableText(data, has) as T;
  if (Array.isArray(data)) return data.map((item) => printableData(item, has)) as T;
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, printableData(value, has)])) as T;
}
