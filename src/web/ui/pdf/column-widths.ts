/** A column as its width is found: the widths in mm of the words of its heading, and of its values. */
interface MeasuredColumn {
  words: readonly number[];
  space: number;
  values: readonly number[];
  padding: number;
}

/** How wide a column may be asked to be for its values, in mm: the first of these with which all columns fit. */
const VALUE_WIDTHS = [46, 38, 32, 26, 22, 18, 14, 0];

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);

/** The least width in which words stand in two lines. */
function inTwoLines(words: readonly number[], space: number): number {
  const line = (part: readonly number[]) => sum(part) + space * Math.max(0, part.length - 1);
  return Math.min(...words.map((_, index) => Math.max(line(words.slice(0, index + 1)), line(words.slice(index + 1)))));
}

/**
 * The least widths of a table's columns: each heading in two lines, and values as whole as the paper allows.
 * @returns mm; null where not even the headings fit
 */
export function leastWidths(columns: readonly MeasuredColumn[], room: number): number[] | null {
  const layouts = VALUE_WIDTHS.map((most) =>
    columns.map(
      ({ words, space, values, padding }) =>
        Math.max(inTwoLines(words, space), Math.min(most, Math.max(0, ...values))) + padding,
    ),
  );
  return layouts.find((widths) => sum(widths) <= room) ?? null;
}
