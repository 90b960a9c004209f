import { addDays, daysBetween } from '../calendar.ts';
import { packIds, packSeries, unpackIds, unpackSeries } from './small-text.ts';

export type ColumnKind =
  | { readonly is: 'plain' }
  /** Near the instant in column `near`. */
  | { readonly is: 'id'; readonly near: string }
  | { readonly is: 'flag' }
  /** Whole numbers of the last decimal; null for an empty value. */
  | { readonly is: 'number'; readonly decimals: number }
  /** Days since the row's own day; null for an empty value. */
  | { readonly is: 'date' }
  | { readonly is: 'text' }
  /** Milliseconds since the day in column `near`, or since the row's own day without it. */
  | { readonly is: 'instant'; readonly near: string | undefined };

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
}

interface Repeated {
  readonly d: readonly string[];
  readonly i: readonly number[];
}
export type Packed = string | readonly unknown[] | Repeated;
export type PackedRows = Record<string, Packed>;
export type ColumnRow = Readonly<Record<string, unknown>>;

const isRepeated = (packed: Packed): packed is Repeated => typeof packed === 'object' && 'd' in packed;

const MIN_REPETITIONS = 2;

function packTexts(texts: readonly string[]): Packed {
  const places = new Map<string, number>();
  for (const text of texts) if (!places.has(text)) places.set(text, places.size);
  if (places.size * MIN_REPETITIONS > texts.length) return texts;
  return { d: [...places.keys()], i: texts.map((text) => places.get(text) ?? 0) };
}

const midnightOf = (near: unknown, day: string | undefined) => Date.parse(String(near ?? day));

/** @param days the day from which each row's dates are counted */
function packColumn({ name, kind }: Column, rows: readonly ColumnRow[], days: readonly string[]): Packed {
  const values = rows.map((row) => row[name]);
  switch (kind.is) {
    case 'flag':
      return values.map((value) => (value ? '1' : '0')).join('');
    case 'number':
      return packSeries(
        values.map((value) => (value === null ? null : Math.round(Number(value) * 10 ** kind.decimals))),
      );
    case 'date':
      return packSeries(
        values.map((value, at) => (value === null ? null : daysBetween(String(days[at]), String(value)))),
      );
    case 'id':
      return packIds(
        values.map(String),
        rows.map((row) => Date.parse(String(row[kind.near]))),
      );
    case 'text':
      return packTexts(values.map((value) => (value === null ? '\0' : String(value))));
    case 'instant':
      return packSeries(
        values.map((value, at) => Date.parse(String(value)) - midnightOf(rows[at]?.[String(kind.near)], days[at])),
      );
    default:
      return values;
  }
}

type Unpacked = ReadonlyMap<string, readonly unknown[]>;

function unpackText(kind: ColumnKind, text: string, days: readonly string[], others: Unpacked): readonly unknown[] {
  switch (kind.is) {
    case 'flag':
      return [...text].map((letter) => letter === '1');
    case 'id':
      return unpackIds(text, others.get(kind.near)?.map((instant) => Date.parse(String(instant))) ?? []);
    case 'number':
      return unpackSeries(text).map((value) => (value === null ? null : value / 10 ** kind.decimals));
    case 'date':
      return unpackSeries(text).map((value, at) => (value === null ? null : addDays(String(days[at]), value)));
    default: {
      const near = kind.is === 'instant' ? others.get(String(kind.near)) : undefined;
      return unpackSeries(text).map((ms, at) => new Date(midnightOf(near?.[at], days[at]) + Number(ms)).toISOString());
    }
  }
}

function unpackColumn({ kind }: Column, packed: Packed, days: readonly string[], others: Unpacked): readonly unknown[] {
  if (typeof packed === 'string') return unpackText(kind, packed, days, others);
  const texts = isRepeated(packed) ? packed.i.map((place) => packed.d[place]) : packed;
  return kind.is === 'text' ? texts.map((value) => (value === '\0' ? null : value)) : texts;
}

export const packRows = (columns: readonly Column[], rows: readonly ColumnRow[], days: readonly string[]): PackedRows =>
  Object.fromEntries(columns.map((column) => [column.name, packColumn(column, rows, days)]));

export function unpackRows(columns: readonly Column[], packed: PackedRows, days: readonly string[]): ColumnRow[] {
  const lists = new Map<string, readonly unknown[]>();
  // The column that an instant or an id is counted from comes before it.
  for (const column of columns) lists.set(column.name, unpackColumn(column, packed[column.name] ?? [], days, lists));
  return days.map((_, at) => Object.fromEntries(columns.map(({ name }) => [name, lists.get(name)?.[at]])));
}
