import type { RecordDefinition } from '../records/define-record.ts';
import { foldHeader, targetsOf } from './target.ts';

export type Cell = string | number | boolean | null;

/** A value as it stands in the file. A number has no thousands separator and no exponent. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'VERDADERO' : 'FALSO';
  if (typeof cell === 'string') return cell;
  return Number.isFinite(cell) ? plainNumber(cell) : '';
}

const PLAIN = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 15 });

/** Excel shows at most 15 digits: the noise of binary fractions behind them is removed. */
export function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(15));
  return PLAIN.format(rounded);
}

/** Headers that were chosen earlier, folded, with what they filled. */
export type EarlierChoice = ReadonlyMap<string, string | null>;

/**
 * Matches headers with what they can fill: earlier choices first, then labels, then synonyms. A field is filled by one column.
 * @returns one key or null for each header
 */
export function matchHeaders(
  definition: RecordDefinition,
  headers: readonly string[],
  earlier: EarlierChoice = new Map(),
): (string | null)[] {
  const targets = targetsOf(definition);
  const keys = new Set(targets.map(({ key }) => key));
  const folded = headers.map(foldHeader);
  const matched: (string | null | undefined)[] = folded.map(() => undefined);
  const used = new Set<string>();
  const take = (at: number, key: string | null) => {
    if (matched[at] !== undefined || (key !== null && used.has(key))) return;
    matched[at] = key;
    if (key !== null) used.add(key);
  };
  folded.forEach((header, at) => {
    const choice = earlier.get(header);
    if (header !== '' && choice !== undefined && (choice === null || keys.has(choice))) take(at, choice);
  });
  for (const labels of [
    ({ label }: (typeof targets)[number]) => [label],
    ({ synonyms }: (typeof targets)[number]) => synonyms,
  ])
    for (const target of targets) {
      const names = new Set(labels(target).map(foldHeader));
      folded.forEach((header, at) => {
        if (header !== '' && names.has(header)) take(at, target.key);
      });
    }
  return matched.map((key) => key ?? null);
}

/** Rows in which a header is looked for; above it stand titles and logos. */
export const HEADER_ROWS = 20;

/** The row of the header among the first rows: the one that matches most; the first with text if none matches. Null if all are empty. */
export function findHeader(
  definition: RecordDefinition,
  rows: readonly (readonly Cell[])[],
  earlier?: EarlierChoice,
): { at: number; matches: number } | null {
  const texts = rows.slice(0, HEADER_ROWS).map((row) => row.map(cellText));
  let best: { at: number; matches: number } | null = null;
  texts.forEach((headers, at) => {
    if (!headers.some((text) => text.trim() !== '')) return;
    const matches = matchHeaders(definition, headers, earlier).filter((key) => key !== null).length;
    if (!best || matches > best.matches) best = { at, matches };
  });
  return best;
}

/** Whether a row repeats the header, as on each printed page. */
export function repeatsHeader(headers: readonly string[], row: readonly Cell[]): boolean {
  const texts = row.map((cell) => foldHeader(cellText(cell)));
  const filled = texts.filter((text) => text !== '').length;
  const same = texts.filter((text, at) => text !== '' && text === foldHeader(headers[at] ?? '')).length;
  return filled > 1 && same * 2 > filled;
}
