import { isCalendarDate } from '../calendar.ts';
import { NO_VALUE } from '../fields/field.ts';
import { lazily } from '../once.ts';
import { DEFAULT_MAX_LENGTH, foldText } from '../text.ts';
import { UUID } from '../uuid.ts';

/** Requires that a value belongs to that of another filter: a canton to its province. */
export interface OuterFilter {
  readonly filter: string;
  readonly message: string;
  readonly holds: (value: string, outer: string) => boolean;
}

export interface FilterKind<T = unknown> {
  /** The end of the message, after the filter's name. */
  readonly wrong: string;
  readonly read: (text: string) => T | undefined;
  readonly tooLong?: string;
  readonly within?: OuterFilter;
}

/** An absent or empty value is accepted with any other. */
export const belongsToOuter = ({ holds }: OuterFilter, value: unknown, outer: unknown): boolean =>
  [value, outer].some((one) => !one || one === NO_VALUE) || holds(String(value), String(outer));

export const orEmpty = <T>({ read, ...kind }: FilterKind<T>): FilterKind<T | typeof NO_VALUE> => ({
  ...kind,
  read: (text) => (text === NO_VALUE ? NO_VALUE : read(text)),
});

export const textFilter: FilterKind<string> = {
  wrong: 'debe ser un texto',
  tooLong: `no debe tener más de ${DEFAULT_MAX_LENGTH} caracteres`,
  read: (text) => text,
};

export function choiceFilter<const T extends string | number | boolean>(values: readonly T[]): FilterKind<T> {
  const byFold = lazily(() => new Map(values.map((value) => [foldText(String(value)), value])));
  return { wrong: `debe ser uno de: ${values.join(', ')}`, read: (text) => byFold().get(foldText(text)) };
}

export const dayFilter: FilterKind<string> = {
  wrong: 'debe ser una fecha (AAAA-MM-DD)',
  read: (text) => (isCalendarDate(text) ? text : undefined),
};

export const monthFilter: FilterKind<string> = {
  wrong: 'debe ser un mes (AAAA-MM)',
  read: (text) => (isCalendarDate(`${text}-01`) ? text : undefined),
};

const anId = (of: string): FilterKind<string> => ({
  wrong: `debe ser el _id de ${of}`,
  read: (text) => (UUID.test(text) ? text.toLowerCase() : undefined),
});

export const userFilter = anId('un usuario');
export const personFilter = anId('una persona');
export const recordFilter = anId('un registro');
