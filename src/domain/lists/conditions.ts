import { addDays, startOfDay } from '../calendar.ts';
import type { ListQuery } from '../calls/list-query.ts';
import { NO_VALUE, type Value } from '../fields/index.ts';
import type { VisitReason } from '../follow-up/reasons.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import type { Narrowing, Situation } from '../records/narrowings.ts';
import { fieldDays } from '../reports/field-week.ts';
import { PLACES } from '../reports/places.ts';

interface EqualCondition {
  readonly is: 'equal';
  readonly field: string;
  readonly to: Value;
}

/** An empty field (null) satisfies no comparison. */
export type FieldCondition =
  | EqualCondition
  | { readonly is: 'empty' | 'filled'; readonly field: string }
  | { readonly is: 'less' | 'atMost' | 'atLeast'; readonly field: string; readonly than: string | number };

/** A condition as data: the server translates it to SQL, the device to a predicate. */
export type Condition =
  | FieldCondition
  /** Registered from `from` (inclusive) until `before` (exclusive), ISO 8601. */
  | { readonly is: 'registered'; readonly from?: string | undefined; readonly before?: string | undefined }
  | { readonly is: 'recordedBy' | 'heldBy'; readonly user: string }
  | { readonly is: 'seenBefore'; readonly day: string }
  | { readonly is: 'controlledIn'; readonly month: string }
  | { readonly is: 'warnedSince'; readonly day: string };

type QueryValues = Readonly<Record<string, unknown>>;

/** Days of Guayaquil, both inclusive, as instants. */
export const registrationSpan = ({ desde, hasta }: Pick<ListQuery, 'desde' | 'hasta'>) => ({
  from: desde ? startOfDay(desde) : undefined,
  before: hasta ? startOfDay(addDays(hasta, 1)) : undefined,
});

/** Fields compared exactly: an absent value is no condition, {@link NO_VALUE} finds empty fields. */
export const equalConditions = (names: readonly string[], query: QueryValues): EqualCondition[] =>
  names.flatMap((field) => {
    const value = query[field] as Value | undefined;
    return value === undefined ? [] : [{ is: 'equal', field, to: value === NO_VALUE ? '' : value } as const];
  });

export const isInPlace = (query: QueryValues, row: Readonly<Record<(typeof PLACES)[number], string>>): boolean =>
  equalConditions(PLACES, query).every(({ field, to }) => row[field as keyof typeof row] === to);

export const followedOn = (day: string): Condition => ({ is: 'atLeast', field: 'seguimientoHasta', than: day });

export const WITHOUT_BIRTH: Condition = { is: 'empty', field: 'fechanacimiento' };

/** Each finds exactly the children that the reports count. */
const SITUATIONS: Readonly<Record<Situation, (day: string) => Condition[]>> = {
  seguimiento: (day) => [followedOn(day)],
  sincontrol: (day) => [followedOn(day), { is: 'seenBefore', day: fieldDays(day).vistosDesde }],
  advertencias: (day) => [{ is: 'warnedSince', day: fieldDays(day).advertenciasDesde }],
  concontrol: () => [{ is: 'filled', field: 'controlFecha' }],
  sinnacimiento: () => [WITHOUT_BIRTH],
  sinsexo: () => [{ is: 'equal', field: 'sexo', to: '' }],
  medidos: () => [{ is: 'filled', field: 'ztalla' }],
  tallabaja: () => [{ is: 'less', field: 'ztalla', than: -2 }],
  tallasevera: () => [{ is: 'less', field: 'ztalla', than: -3 }],
};

const NARROWINGS: Readonly<Record<Narrowing, (value: string, day: string) => Condition[]>> = {
  estado: (value) => equalConditions(['estado'], { estado: value }),
  responsable: (value) => [{ is: 'recordedBy', user: value }],
  mes: (value) => [{ is: 'controlledIn', month: value }],
  situacion: (value, day) => SITUATIONS[value as Situation](day),
};

export function listConditions(definition: RecordDefinition, query: ListQuery, day: string): Condition[] {
  const span = registrationSpan(query);
  const { fields, filters = [], narrowings = [] } = definition;
  return [
    ...(span.from || span.before ? [{ is: 'registered', ...span } as const] : []),
    ...equalConditions(filters, query),
    ...narrowings.flatMap((name) => {
      if (name in fields) return equalConditions([name], query);
      return query[name] ? NARROWINGS[name as Narrowing](String(query[name]), day) : [];
    }),
  ];
}

export const reasonHolds: Readonly<Record<VisitReason, (day: string) => Condition>> = {
  cruce: () => ({ is: 'filled', field: 'cruce' }),
  desnutricion: (day) => ({ is: 'atMost', field: 'desnutricionDesde', than: day }),
  control: (day) => ({ is: 'less', field: 'proximoControl', than: day }),
  vacunas: (day) => ({ is: 'atMost', field: 'proximaVacuna', than: day }),
};

export const visitIsDue = (day: string): Condition[] => [
  { is: 'atMost', field: 'visitarDesde', than: day },
  followedOn(day),
];

export const visitListConditions = ({
  responsable,
  ...query
}: { readonly responsable?: string | undefined } & QueryValues): Condition[] => [
  ...(responsable ? [{ is: 'heldBy', user: responsable } as const] : []),
  ...equalConditions(PLACES, query),
];
