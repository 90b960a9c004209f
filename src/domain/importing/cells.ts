import { cedulaCheckDigitOk } from '../accounts.ts';
import { addDays, isCalendarDate } from '../calendar.ts';
import type { ChoiceField, DateField, Field, NumberField } from '../fields/index.ts';
import { cleanText, foldText } from '../text.ts';
import { type Cell, cellText, plainNumber } from './headers.ts';

const YES = new Set(['si', 's', 'x', '1', 'yes', 'verdadero', 'true', 'v', '\u2713', '\u2714', '\u2611']);
const NO = new Set(['no', 'n', '0', 'falso', 'false', 'f', '\u2610']);

/** Day 0 of Excel for days after its 29th of February 1900, which never was. */
const BEFORE_EXCEL = '1899-12-30';
const LAST_SERIAL = 2_958_465;
/** Smaller numbers, before 1927, are years or mistakes. */
const FIRST_SERIAL = 10_000;

function serialDay(serial: number): string | null {
  const whole = Math.floor(serial);
  return whole < FIRST_SERIAL || whole > LAST_SERIAL ? null : addDays(BEFORE_EXCEL, whole);
}

const ISO_DAY =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const LOCAL_DAY = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: \d{1,2}:\d{2}(?::\d{2})?)?$/;

/** A day of a cell: 2026-11-23, 23/11/2026 or the serial number of Excel. @returns the text itself if it is no day */
function readDay(_field: DateField, cell: Cell): unknown {
  if (typeof cell === 'number') return serialDay(cell) ?? plainNumber(cell);
  const text = cleanText(cellText(cell));
  const [, isoYear, isoMonth, isoDay] = ISO_DAY.exec(text) ?? [];
  const [, day = isoDay, month = isoMonth, year = isoYear] = LOCAL_DAY.exec(text) ?? [];
  if (!day || !month || !year) return text;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : text;
}

const DECIMAL = /^([+-]?\d+)(?:[.,](\d+))?$/;

/** A number with comma or point, with or without its unit. @returns the text itself if it is none */
function readNumber({ unit }: NumberField, cell: Cell): unknown {
  if (typeof cell === 'number') return Number(cell.toPrecision(15));
  const text = cleanText(cellText(cell)).replace(/[\s\u00a0\u202f]+/g, ' ');
  const bare = unit && foldText(text).endsWith(foldText(unit)) ? text.slice(0, -unit.length).trim() : text;
  const [, whole, decimals = ''] = DECIMAL.exec(bare) ?? [];
  return whole === undefined ? text : Number(decimals === '' ? whole : `${whole}.${decimals}`);
}

const DATA_TEXTS = [ISO_DAY, LOCAL_DAY, DECIMAL];

/** Whether a row holds data and not titles: a title is no number, day or truth. */
export const looksLikeData = (row: readonly Cell[]): boolean =>
  row.some((cell) => {
    if (cell === null || typeof cell !== 'string') return cell !== null;
    const text = cleanText(cell);
    return DATA_TEXTS.some((pattern) => pattern.test(text));
  });

function readFlag(cell: Cell): unknown {
  if (typeof cell === 'boolean') return cell;
  const text = foldText(cellText(cell));
  if (YES.has(text)) return true;
  return NO.has(text) ? false : cellText(cell);
}

const FEMALE = new Set(['femenino', 'femenina', 'fem', 'f', 'mujer', 'nina', 'hembra']);
const MALE = new Set(['masculino', 'masc', 'hombre', 'h', 'varon', 'nino', 'macho']);

/** Of the values of a column, folded, those that tell what an M stands for. */
export type ColumnValues = ReadonlySet<string>;
export const explainsAnM = (folded: string): boolean => folded === 'h' || folded === 'f';

/** M is a man beside an F, and a woman beside an H; alone it may be either and stays a text, which the form refuses. */
function readSex(text: string, values: ColumnValues): string {
  const folded = foldText(text);
  if (FEMALE.has(folded)) return 'FEMENINO';
  if (MALE.has(folded)) return 'MASCULINO';
  if (folded !== 'm' || values.has('h') === values.has('f')) return text;
  return values.has('f') ? 'MASCULINO' : 'FEMENINO';
}

const has = ({ options }: ChoiceField, value: string) => options.some((option) => option.value === value);

/** Whether a cell is an M that its column does not explain. */
export const isAmbiguousSex = (field: ChoiceField, cell: Cell | undefined): boolean =>
  has(field, 'MASCULINO') && foldText(cellText(cell)) === 'm';

function readChoice(field: ChoiceField, cell: Cell, values: ColumnValues): unknown {
  const text = cleanText(cellText(cell));
  if (has(field, 'MASCULINO')) return readSex(text, values);
  if (!has(field, 'Si')) return text;
  const answer = readFlag(cell);
  return typeof answer === 'boolean' ? (answer ? 'Si' : 'No') : text;
}

const PHONE_WITHOUT_ZERO = /^[2-9]\d{7,8}$/;

/** What a form would send for a cell; a text that cannot be read stays as it is, so that the form's own rule refuses it. */
export function readCell(field: Field, cell: Cell, values: ColumnValues = new Set()): unknown {
  switch (field.kind) {
    case 'date':
      return readDay(field, cell);
    case 'number':
      return readNumber(field, cell);
    case 'flag':
      return readFlag(cell);
    case 'choice':
      return readChoice(field, cell, values);
    default: {
      const text = cellText(cell);
      // A telephone that Excel made a number lost its zero.
      const lost = field.kind === 'text' && field.phone && typeof cell === 'number' && PHONE_WITHOUT_ZERO.test(text);
      return lost ? `0${text}` : text;
    }
  }
}

export const isEmptyCell = (cell: Cell | undefined): boolean => cleanText(cellText(cell)) === '';

/** The cédula with the zero that Excel removed, if its check digit then fits; null otherwise. */
export function withLostZero(document: string): string | null {
  const restored = `0${document}`;
  return /^\d{9}$/.test(document) && cedulaCheckDigitOk(restored) ? restored : null;
}
