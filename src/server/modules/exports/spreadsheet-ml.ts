export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Indexes in `cellXfs`. */
export const STYLE = { number: 0, text: 1, header: 2 } as const;

/** Characters that XML forbids or reserves, and text that only looks like an escape of SpreadsheetML. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are meant
const SPECIAL = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;
const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Characters that XML forbids become `_xHHHH_` (ECMA-376, part 1, 22.9.2.19 ST_Xstring). */
export function cellText(value: string): string {
  return value.replace(
    SPECIAL,
    (sign) => NAMED[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}
