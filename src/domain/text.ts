/** Characters of the longest text that is kept where nothing else is said. */
export const DEFAULT_MAX_LENGTH = 200;

/** Zero-width and direction marks: nobody types them, and a name made of them would be empty to the eye. */
const INVISIBLE = /[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g;

/**
 * More marks on one letter than any language writes. Normalising sorts such a run, in quadratic time; a joiner after
 * each 30 ends it. Source: Unicode Standard Annex 15, section 13, Stream-Safe Text Process.
 */
const LONG_RUN = /(?:(?!\u034F)\p{M}){30}(?=(?!\u034F)\p{M})/gu;

/** A Unicode normal form, in a time that grows with the text and no faster. */
export function normalized(value: string, form: 'NFC' | 'NFD' | 'NFKD'): string {
  return value.replace(LONG_RUN, '$&\u034F').normalize(form);
}

/**
 * Text as the booklet keeps it: composed (NFC), without control characters or invisible marks, trimmed.
 * @param keepLineBreaks observations keep their line breaks; every other text loses them.
 */
export function cleanText(value: string, keepLineBreaks = false): string {
  const lines = normalized(value, 'NFC').replace(INVISIBLE, '').replace(/\r\n?/g, '\n');
  const visible = keepLineBreaks ? lines.replace(/[^\P{Cc}\n]/gu, '') : lines.replace(/\p{Cc}/gu, '');
  return visible.trim();
}

/** Upper case as Spanish writes it; the specification's "upper-casing before saving". */
export function upperCase(value: string): string {
  return value.toLocaleUpperCase('es');
}

/** Folds case and accents away, for comparing and searching: "Nabón" and "NABON" are the same. */
export function foldText(value: string): string {
  return normalized(value, 'NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('es').replace(/\s+/g, ' ').trim();
}

/** The words of a search, folded. */
export const searchWords = (search: string): string[] => foldText(search).split(' ').filter(Boolean);

/** How a list is searched: every word stands somewhere in the text, whatever its case and accents. @returns asks it of a folded text */
export function searchFor(search: string): (folded: string) => boolean {
  const words = searchWords(search);
  return (folded) => words.every((word) => folded.includes(word));
}
