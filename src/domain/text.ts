export const DEFAULT_MAX_LENGTH = 200;

/** Zero-width and direction marks: a name made of them would look empty. */
const INVISIBLE = /[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g;

/** Splits runs of marks: normalising a long run takes quadratic time. Source: Unicode Standard Annex 15, section 13, Stream-Safe Text Process. */
const LONG_RUN = /(?:(?!\u034F)\p{M}){30}(?=(?!\u034F)\p{M})/gu;

/** Printable ASCII: the same in every normal form. */
const PLAIN = /^[ -~]*$/;

export function normalized(value: string, form: 'NFC' | 'NFD' | 'NFKD'): string {
  if (PLAIN.test(value)) return value;
  return value.replace(LONG_RUN, '$&\u034F').normalize(form);
}

/** Text for storage: NFC, without control characters and invisible marks, trimmed. @param keepLineBreaks true for observations */
export function cleanText(value: string, keepLineBreaks = false): string {
  const lines = normalized(value, 'NFC').replace(INVISIBLE, '').replace(/\r\n?/g, '\n');
  const visible = keepLineBreaks ? lines.replace(/[^\P{Cc}\n]/gu, '') : lines.replace(/\p{Cc}/gu, '');
  return visible.trim();
}

/** With spaces instead of tabs and line breaks, which separate the words of a search that was pasted from a spreadsheet. */
export const spaced = (text: string): string => text.replace(/[\t\n\v\f\r]/g, ' ');

/** Whether a text has no control characters and no halves of characters: those that must stay as sent are refused, not cleaned. */
export const isStorable = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text);

/** Upper case by Spanish rules: the specification's "upper-casing before saving". */
export function upperCase(value: string): string {
  return value.toLocaleUpperCase('es');
}

/** With its first letter in upper case: "Tocaba el 24/12/2026". */
export const capitalized = (text: string): string => upperCase(text.charAt(0)) + text.slice(1);

/** "peso, longitud y perímetro"; `e` before the sound of an i. */
export function inWords(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  if (items.length < 2) return last;
  return `${items.slice(0, -1).join(', ')} ${/^h?[ií](?!e)/i.test(last) ? 'e' : 'y'} ${last}`;
}

/** Removes case and accents for comparison: "Nabón" and "NABON" are equal. */
export function foldText(value: string): string {
  const small = PLAIN.test(value)
    ? value.toLowerCase()
    : normalized(value, 'NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('es');
  return small.replace(/\s+/g, ' ').trim();
}

export const searchWords = (search: string): string[] => foldText(search).split(' ').filter(Boolean);

/** @returns a predicate for a folded text: it contains every word of the search */
export function searchFor(search: string): (folded: string) => boolean {
  const words = searchWords(search);
  return (folded) => words.every((word) => folded.includes(word));
}

export const hasLetterOrDigit = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
