import type { Field } from '#domain/fields/index.ts';
import type { Cell } from '#domain/importing/headers.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { foldText } from '#domain/text.ts';

/** What stands for a unit under a header, without punctuation; no field accepts one of these as its whole value. */
const UNITS = ['kg', 'kilogramos', 'g', 'gr', 'gramos', 'lb', 'libras', 'cm', 'centimetros', 'mm', 'mts', 'metros'];
const PERIODS = ['dias', 'semanas', 'sem', 'meses', 'anos'];
const FORMATS = [
  'g dl',
  'mg dl',
  'dd mm aaaa',
  'dd mm yyyy',
  'aaaa mm dd',
  'dia mes ano',
  'd m a',
  'si no',
  'h m',
  'm f',
];

const foldUnit = (text: string) =>
  foldText(text)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();

const IN_PARENTHESES = /^\s*[([].*[)\]]\s*$/s;

/** Whether all cells of the row under a header are units, such as kg and cm, or remarks in parentheses. */
export function createUnitsCheck({ fields }: RecordDefinition): (cells: readonly Cell[]) => boolean {
  const own = Object.values<Field>(fields).flatMap((field) =>
    field.kind === 'number' && field.unit ? [field.unit] : [],
  );
  const units = new Set([...UNITS, ...PERIODS, ...FORMATS, ...own.map(foldUnit)]);
  return (cells) =>
    cells.every(
      (cell) => cell === null || (typeof cell === 'string' && (units.has(foldUnit(cell)) || IN_PARENTHESES.test(cell))),
    );
}
