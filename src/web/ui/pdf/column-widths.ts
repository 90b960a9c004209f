/** The measured widths of a column in mm: the words of its heading, a space, and its values. */
interface MeasuredColumn {
  words: readonly number[];
  space: number;
  values: readonly number[];
  padding: number;
}

/** Limits of the width that values may require, in mm; the first with which all columns fit is used. */
const VALUE_WIDTHS = [46, 38, 32, 26, 22, 18, 14, 0];

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);

/** The smallest width in which the words fit in two lines. */
function inTwoLines(words: readonly number[], space: number): number {
  const line = (part: readonly number[]) => sum(part) + space * Math.max(0, part.length - 1);
  return Math.min(...words.map((_, index) => Math.max(line(words.slice(0, index + 1)), line(words.slice(index + 1)))));
}

/** The smallest widths of the columns, in mm, with headings in two lines; null if not even the headings fit. */
export function minColumnWidths(columns: readonly MeasuredColumn[], room: number): number[] | null {
  const layouts = VALUE_WIDTHS.map((limit) =>
    columns.map(
      ({ words, space, values, padding }) =>
        Math.max(inTwoLines(words, space), Math.min(limit, Math.max(0, ...values))) + padding,
    ),
  );
  return layouts.find((widths) => sum(widths) <= room) ?? null;
}
