import { addDays, daysBetween } from '../calendar.ts';
import { packIds, packNumbers, unpackIds, unpackNumbers } from './small-text.ts';

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
  /** Milliseconds, or numbers, since the row before. */
  | { readonly is: 'instant' | 'rising' };

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

const differences = (numbers: readonly number[]) => numbers.map((one, at) => one - (numbers[at - 1] ?? 0));

/** The numbers of a column that travels as differences. */
export function sumsOf(packed: Packed | undefined): number[] {
  let sum = 0;
  return unpackNumbers(String(packed)).map((one) => {
    sum += Number(one);
    return sum;
  });
}

/** @param days the day that each row's dates are counted from */
function packColumn({ name, kind }: Column, rows: readonly Row[], days: readonly string[]): Packed {
  const values = rows.map((row) => row[name]);
  switch (kind.is) {
    case 'flag':
      return values.map((value) => (value ? '1' : '0')).join('');
    case 'number':
      return packNumbers(
        values.map((value) => (value === null ? null : Math.round(Number(value) * 10 ** kind.decimals))),
      );
    case 'date':
      return packNumbers(
        values.map((value, at) => (value === null ? null : daysBetween(String(days[at]), String(value)))),
      );
    case 'id':
      return packIds(values.map(String));
    case 'text':
      return packTexts(values.map((value) => (value === null ? '\0' : String(value))));
    case 'instant':
      return packNumbers(differences(values.map((value) => Date.parse(String(value)))));
    case 'rising':
      return packNumbers(differences(values.map(Number)));
    default:
      return values;
  }
}

function unpackText(kind: ColumnKind, text: string, days: readonly string[]): readonly unknown[] {
  switch (kind.is) {
    case 'flag':
      return [...text].map((letter) => letter === '1');
    case 'id':
      return unpackIds(text);
    case 'number':
      return unpackNumbers(text).map((value) => (value === null ? null : value / 10 ** kind.decimals));
    case 'date':
      return unpackNumbers(text).map((value, at) => (value === null ? null : addDays(String(days[at]), value)));
    case 'instant':
      return sumsOf(text).map((ms) => new Date(ms).toISOString());
    default:
      return sumsOf(text);
  }
}

const unpackColumn = ({ kind }: Column, packed: Packed, days: readonly string[]): readonly unknown[] => {
  if (typeof packed === 'string') return unpackText(kind, packed, days);
  const texts = isRepeated(packed) ? packed.i.map((place) => packed.d[place]) : packed;
  return kind.is === 'text' ? texts.map((value) => (value === '\0' ? null : value)) : texts;
};

/** Rows as columns: alike values side by side, which a third less is needed for. */
export const packRows = (columns: readonly Column[], rows: readonly Row[], days: readonly string[]): PackedRows =>
  Object.fromEntries(columns.map((column) => [column.name, packColumn(column, rows, days)]));

/** The rows of which {@link packRows} made the columns. */
export function unpackRows(columns: readonly Column[], packed: PackedRows, days: readonly string[]): Row[] {
  const lists = columns.map((column) => unpackColumn(column, packed[column.name] ?? [], days));
  return days.map((_, at) => Object.fromEntries(columns.map(({ name }, place) => [name, lists[place]?.[at]])));
}
