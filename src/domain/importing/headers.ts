import type { RecordDefinition } from '../records/define-record.ts';
import { foldHeader, type Target, targetsOf } from './target.ts';
import { statesOtherUnit, unitOfHeader } from './units.ts';

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

/** A header as an earlier choice is kept: folded, with the unit that it states, since the same name in another unit is another column. */
export const rememberedHeader = (header: string): string => `${foldHeader(header)} ${unitOfHeader(header)}`.trim();

const namesOf = ({ label, synonyms }: Target): string[] => [label, ...synonyms].map(foldHeader);

const unitOf = ({ field }: Target): string => (field?.kind === 'number' ? (field.unit ?? '') : '');

/** What follows a name of the field in a header without parentheses: "lb" in "Peso lb", "PESO_LB" and "Peso [lb]". */
function wordsAfterName(header: string, target: Target): string[] {
  const folded = foldHeader(header);
  return namesOf(target).flatMap((name) => (folded.startsWith(`${name} `) ? [folded.slice(name.length + 1)] : []));
}

/** Whether another unit follows a name of the field. */
const namesOtherUnit = (header: string, target: Target): boolean =>
  wordsAfterName(header, target).some((words) => statesOtherUnit(`(${words})`, unitOf(target)));

/** Whether a header states a unit that is not that of the field. */
export const isInOtherUnit = (header: string, target: Target): boolean =>
  statesOtherUnit(header, unitOf(target)) || namesOtherUnit(header, target);

/** Headers that were chosen earlier, as {@link rememberedHeader} gives them, with what they filled. */
export type EarlierChoice = ReadonlyMap<string, string | null>;

/**
 * Matches headers with what they can fill: earlier choices first, then labels, then synonyms. A field is filled by one column, never by one that states another unit.
 * @returns one key or null for each header
 */
export function matchHeaders(
  definition: RecordDefinition,
  headers: readonly string[],
  earlier: EarlierChoice = new Map(),
): (string | null)[] {
  const targets = targetsOf(definition);
  const byKey = new Map(targets.map((target) => [target.key, target]));
  const folded = headers.map(foldHeader);
  const matched: (string | null | undefined)[] = folded.map(() => undefined);
  const used = new Set<string>();
  const take = (at: number, target: Target) => {
    if (matched[at] !== undefined || used.has(target.key) || isInOtherUnit(headers[at] ?? '', target)) return;
    matched[at] = target.key;
    used.add(target.key);
  };
  folded.forEach((header, at) => {
    // A choice is kept without the unit of a column whose unit stands in the row below.
    const key = [rememberedHeader(headers[at] ?? ''), header].find((one) => header !== '' && earlier.has(one));
    const choice = key === undefined ? undefined : earlier.get(key);
    const target = byKey.get(choice ?? '');
    if (choice === null) matched[at] = null;
    else if (target) take(at, target);
  });
  for (const labels of [({ label }: Target) => [label], ({ synonyms }: Target) => synonyms])
    for (const target of targets) {
      const names = new Set(labels(target).map(foldHeader));
      folded.forEach((header, at) => {
        if (header !== '' && names.has(header)) take(at, target);
      });
    }
  return matched.map((key) => key ?? null);
}

/** The columns whose name is that of a field that none fills, and whose unit is another. */
export function columnsInOtherUnit(
  definition: RecordDefinition,
  headers: readonly string[],
  matched: readonly (string | null)[],
): { readonly header: string; readonly label: string }[] {
  const free = targetsOf(definition).filter(({ key }) => !matched.includes(key));
  return headers.flatMap((header, at) => {
    if (matched[at] !== null) return [];
    const folded = foldHeader(header);
    const isNamed = (one: Target) => namesOf(one).includes(folded) || namesOtherUnit(header, one);
    const target = free.find((one) => isInOtherUnit(header, one) && isNamed(one));
    return target ? [{ header, label: target.label }] : [];
  });
}

export const otherUnitMessage = (header: string, label: string): string =>
  `«${header}» no está en la unidad de ${label}. Convierte sus valores en el archivo, corrige el título y súbelo otra vez.`;

/** Rows in which a header is looked for; above it stand titles and logos. */
const HEADER_ROWS = 20;
/** The row below the last of them may hold the units. */
export const FIRST_ROWS = HEADER_ROWS + 1;

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
