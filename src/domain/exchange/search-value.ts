import { addDays, dayOf, isCalendarDate, startOfDay } from '../calendar.ts';
import { foldText } from '../text.ts';
import { invalidParameter } from './outcome.ts';

/** From the first millisecond to the one after the last; a period without an end lasts for ever. */
export interface Range {
  readonly from: number;
  readonly until: number;
}

const DAY = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;

const startMs = (day: string) => Date.parse(startOfDay(day));

function dayRange(year: string, month: string | undefined, date: string | undefined): Range | null {
  const first = `${year}-${month ?? '01'}-${date ?? '01'}`;
  if (!isCalendarDate(first)) return null;
  const last = (month: number) => `${year}-${String(month).padStart(2, '0')}-01`;
  if (date) return { from: startMs(first), until: startMs(addDays(first, 1)) };
  const next = !month || month === '12' ? `${Number(year) + 1}-01-01` : last(Number(month) + 1);
  return { from: startMs(first), until: startMs(next) };
}

function instantRange(text: string): Range | null {
  const [, fraction, zone] = INSTANT.exec(text) ?? [];
  if (!isCalendarDate(text.slice(0, 10))) return null;
  // Without a zone it is the time of Ecuador's mainland, as days are.
  const from = Date.parse(zone ? text : `${text}${startOfDay('').slice(-6)}`);
  if (Number.isNaN(from)) return null;
  const hasSeconds = text.length > 16 && text.charAt(16) === ':';
  return { from, until: from + (fraction ? 1 : hasSeconds ? 1_000 : 60_000) };
}

/** The time that a FHIR date or instant means, by its precision; days are those of Ecuador's mainland. Null if it is none. */
export function rangeOf(text: string): Range | null {
  const [, year, month, date] = DAY.exec(text) ?? [];
  if (year) return dayRange(year, month, date);
  return INSTANT.test(text) ? instantRange(text) : null;
}

const PREFIXES = ['eq', 'ge', 'gt', 'le', 'lt'] as const;
type Prefix = (typeof PREFIXES)[number];

export interface DateValue {
  readonly prefix: Prefix;
  readonly range: Range;
}

/** @throws FhirError for a prefix that is not supported, and for what is no date */
export function parseDate(name: string, text: string): DateValue {
  const [, given = '', rest = ''] = /^([a-z]{2})?(.*)$/s.exec(text) ?? [];
  const prefix = PREFIXES.find((one) => one === (given || 'eq'));
  if (!prefix) throw invalidParameter(`${name}: solo se admiten los prefijos ${PREFIXES.join(', ')}.`);
  const range = rangeOf(rest);
  if (!range)
    throw invalidParameter(
      `${name}: la fecha debe ser AAAA, AAAA-MM, AAAA-MM-DD o un instante; en una dirección, «+» se escribe %2B.`,
    );
  return { prefix, range };
}

/** Whether a time satisfies a date of a search. Source: https://hl7.org/fhir/R4/search.html#prefix */
export function isWithinDate({ from, until }: Range, { prefix, range }: DateValue): boolean {
  const isInside = from >= range.from && until <= range.until;
  switch (prefix) {
    case 'eq':
      return isInside;
    case 'gt':
      return until > range.until;
    case 'ge':
      return until > range.until || isInside;
    case 'lt':
      return from < range.from;
    case 'le':
      return from < range.from || isInside;
  }
}

/** The day at or before an instant, and the first day that does not begin before it. */
const floorDay = (ms: number) => dayOf(new Date(ms).toISOString());
const ceilDay = (ms: number) => (startMs(floorDay(ms)) === ms ? floorDay(ms) : addDays(floorDay(ms), 1));

/** The days that satisfy a date, each as a span of whole days: at least one of them holds. `before` is excluded. */
export function daysWithin({ prefix, range }: DateValue): { from?: string; before?: string }[] {
  const inside = { from: ceilDay(range.from), before: floorDay(range.until) };
  const after = { from: floorDay(range.until) };
  const earlier = { before: ceilDay(range.from) };
  switch (prefix) {
    case 'eq':
      return [inside];
    case 'gt':
      return [after];
    case 'ge':
      return [after, inside];
    case 'lt':
      return [earlier];
    case 'le':
      return [earlier, inside];
  }
}

export interface TokenValue {
  /** Undefined for any system, '' for none. */
  readonly system: string | undefined;
  /** Undefined for any code. */
  readonly code: string | undefined;
}

const unescaped = (text: string) => text.replace(/\\([\\$,|])/g, '$1');

/** The parts of a text between separators that no backslash precedes. */
function splitAt(text: string, separator: ',' | '|'): string[] {
  const parts = [''];
  let isEscaped = false;
  for (const letter of text) {
    if (letter === separator && !isEscaped) parts.push('');
    else parts.push(`${parts.pop()}${letter}`);
    isEscaped = letter === '\\' && !isEscaped;
  }
  return parts;
}

/** The alternatives of a value, which a comma separates. */
export const alternatives = (text: string): string[] => splitAt(text, ',').map((part) => part.trim());

/** @throws FhirError if it names neither a system nor a code */
export function parseToken(name: string, text: string): TokenValue {
  const parts = splitAt(text, '|').map(unescaped);
  const [first = '', second = ''] = parts;
  if (parts.length > 2 || (first === '' && second === ''))
    throw invalidParameter(`${name}: se espera «código», «sistema|código», «|código» o «sistema|».`);
  if (parts.length === 1) return { system: undefined, code: first };
  return { system: first, code: second === '' ? undefined : second };
}

export interface Token {
  readonly system?: string | undefined;
  readonly code?: string | undefined;
}

export const isToken = (given: Token, { system, code }: TokenValue): boolean =>
  (system === undefined || (given.system ?? '') === system) && (code === undefined || given.code === code);

export type StringModifier = '' | 'exact' | 'contains';

export interface StringValue {
  readonly modifier: StringModifier;
  /** Folded unless the modifier is `exact`. */
  readonly text: string;
}

export function parseString(name: string, modifier: StringModifier, text: string): StringValue {
  const given = unescaped(text);
  const value = modifier === 'exact' ? given : foldText(given);
  if (value === '') throw invalidParameter(`${name}: falta el valor.`);
  return { modifier, text: value };
}

/** A value begins a word of the text, is part of it, or is all of it. */
export function isString(given: string, { modifier, text }: StringValue): boolean {
  if (modifier === 'exact') return given === text;
  const folded = foldText(given);
  return modifier === 'contains' ? folded.includes(text) : folded.startsWith(text) || folded.includes(` ${text}`);
}
