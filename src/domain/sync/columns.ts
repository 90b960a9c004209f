import { addDays, daysBetween } from '../calendar.ts';
import { packIds, packSeries, unpackIds, unpackSeries } from './small-text.ts';

/** How the values of a column travel. */
export type ColumnKind =
  /** As they are. */
  | { readonly is: 'plain' }
  /** UUIDs in small letters, all as one text. */
  | { readonly is: 'id' }
  /** One letter each. */
  | { readonly is: 'flag' }
  /** Whole numbers of the last decimal; null where there is none. */
  | { readonly is: 'number'; readonly decimals: number }
  /** Days since the row's own day, which most lie near; null where there is none. */
  | { readonly is: 'date' }
  /** Said once each, when they repeat. */
  | { readonly is: 'text' }
  /** Milliseconds since the day in another column, which is its own most often; since the row's own day where there is none. */
  | { readonly is: 'instant'; readonly near: string | undefined };

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** Texts that repeat, and which of them each row has. */
interface Repeated {
  readonly d: readonly string[];
  readonly i: readonly number[];
}
export type Packed = string | readonly unknown[] | Repeated;
export type PackedRows = Record<string, Packed>;
export type Row = Readonly<Record<string, unknown>>;

const isRepeated = (packed: Packed): packed is Repeated => typeof packed === 'object' && 'd' in packed;

/** Fewer repetitions do not pay for a second list. */
const WORTH_REPEATING = 2;

function packTexts(texts: readonly string[]): Packed {
  const places = new Map<string, number>();
  for (const text of texts) if (!places.has(text)) places.set(text, places.size);
  if (places.size * WORTH_REPEATING > texts.length) return texts;
  return { d: [...places.keys()], i: texts.map((text) => places.get(text) ?? 0) };
}

/** The midnight that the instants of a row are counted from. */
const midnightOf = (near: unknown, day: string | undefined) => Date.parse(String(near ?? day));

/** @param days the day that each row's dates are counted from */
function packColumn({ name, kind }: Column, rows: readonly Row[], days: readonly string[]): Packed {
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
      return packIds(values.map(String));
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

/** The columns of some rows that came out already. */
type Unpacked = ReadonlyMap<string, readonly unknown[]>;

function unpackText(kind: ColumnKind, text: string, days: readonly string[], others: Unpacked): readonly unknown[] {
  switch (kind.is) {
    case 'flag':
      return [...text].map((letter) => letter === '1');
    case 'id':
      return unpackIds(text);
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

/** Rows as columns: alike values side by side, which a third less is needed for. */
export const packRows = (columns: readonly Column[], rows: readonly Row[], days: readonly string[]): PackedRows =>
  Object.fromEntries(columns.map((column) => [column.name, packColumn(column, rows, days)]));

/** The rows of which {@link packRows} made the columns. */
export function unpackRows(columns: readonly Column[], packed: PackedRows, days: readonly string[]): Row[] {
  const lists = new Map<string, readonly unknown[]>();
  // What an instant is counted from stands before it.
  for (const column of columns) lists.set(column.name, unpackColumn(column, packed[column.name] ?? [], days, lists));
  return days.map((_, at) => Object.fromEntries(columns.map(({ name }) => [name, lists.get(name)?.[at]])));
}
