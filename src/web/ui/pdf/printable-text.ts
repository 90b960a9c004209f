import { normalized } from '#domain/text.ts';

const UNKNOWN = '?';
const MARK = /^[\p{M}\p{Cf}]$/u;

/** Replaces characters that the font lacks: by their base letter (ĩ → i), or a run of others (emoji, other scripts) by one "?". */
export function printableText(text: string, has: (codePoint: number) => boolean): string {
  const isPrintable = (character: string) => !MARK.test(character) && has(character.codePointAt(0) ?? 0);
  let printable = '';
  let lost = false;
  for (const character of normalized(text, 'NFC')) {
    if (MARK.test(character)) continue;
    const printed = /\s/.test(character)
      ? character.replace(/[^\n]/, ' ')
      : isPrintable(character)
        ? character
        : [...normalized(character, 'NFKD')].filter(isPrintable).join('');
    if (printed || !lost) printable += printed || UNKNOWN;
    lost = printed === '';
  }
  return printable;
}

export function printableData<T>(data: T, has: (codePoint: number) => boolean): T {
  if (typeof data === 'string') return printableText(data, has) as T;
  if (Array.isArray(data)) return data.map((item) => printableData(item, has)) as T;
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, printableData(value, has)])) as T;
}
