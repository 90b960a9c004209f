import type { Field } from '#domain/fields/index.ts';
import type { Cell } from '#domain/importing/headers.ts';
import { foldUnit, isUnit, UNIT_SPELLINGS } from '#domain/importing/units.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';

/** What stands under a header without being a unit, without punctuation. */
const FORMATS = ['dd mm aaaa', 'dd mm yyyy', 'aaaa mm dd', 'dia mes ano', 'd m a', 'si no', 'h m', 'm f'];

/** A cell that no other field accepts as its whole value; an M may be a sex. */
const UNITS = UNIT_SPELLINGS.filter((unit) => unit !== 'm');

const IN_PARENTHESES = /^\s*[([].*[)\]]\s*$/s;

/** Whether all cells of the row under a header are units, such as kg and cm, or remarks in parentheses. */
export function createUnitsCheck({ fields }: RecordDefinition): (cells: readonly Cell[]) => boolean {
  const own = Object.values<Field>(fields).flatMap((field) =>
    field.kind === 'number' && field.unit ? [field.unit] : [],
  );
  const units = new Set([...UNITS, ...FORMATS, ...own.map(foldUnit)]);
  return (cells) =>
    cells.every(
      (cell) => cell === null || (typeof cell === 'string' && (units.has(foldUnit(cell)) || IN_PARENTHESES.test(cell))),
    );
}

/** A header with the unit that stands under it, as headers state units. */
export const withUnit = (header: string, below: Cell | undefined): string =>
  header !== '' && typeof below === 'string' && isUnit(below)
    ? `${header} (${below.replace(/[()[\]]/g, '').trim()})`
    : header;
