import { addDays, startOfDay } from '../calendar.ts';
import type { ListQuery } from '../calls/list-query.ts';
import { NO_VALUE, type Value } from '../fields/index.ts';
import type { VisitReason } from '../follow-up/visits.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import type { Narrowing, Situation } from '../records/narrowings.ts';
import { fieldDays } from '../reports/field-week.ts';
import { PLACES } from '../reports/places.ts';

interface EqualCondition {
  readonly is: 'equal';
  readonly field: string;
  readonly to: Value;
}

/** What a field of a row has to hold. A field that is empty (null) is never less, at most or at least anything. */
export type FieldCondition =
  | EqualCondition
  | { readonly is: 'empty' | 'filled'; readonly field: string }
  | { readonly is: 'less' | 'atMost' | 'atLeast'; readonly field: string; readonly than: string | number };

/** One condition of a list of people or records, as data: the server makes SQL of it, the device a test of a row. */
export type Condition =
  | FieldCondition
  /** Registered at this instant or later, or before that one (ISO 8601). */
  | { readonly is: 'registered'; readonly from?: string | undefined; readonly before?: string | undefined }
  | { readonly is: 'recordedBy' | 'heldBy'; readonly user: string }
  /** Of a child: the latest control, or without one the registration, lies before this day. */
  | { readonly is: 'seenBefore'; readonly day: string }
  /** Of a child: it had a control in this month, `YYYY-MM`. */
  | { readonly is: 'controlledIn'; readonly month: string }
  /** Of a child: a record that was registered on this day or later was saved in spite of a warning. */
  | { readonly is: 'warnedSince'; readonly day: string };

type QueryValues = Readonly<Record<string, unknown>>;

/** The instants from which and before which days of Guayaquil lie, both days inclusive; undefined where none is asked for. */
export const spanOf = ({ desde, hasta }: Pick<ListQuery, 'desde' | 'hasta'>) => ({
  from: desde ? startOfDay(desde) : undefined,
  before: hasta ? startOfDay(addDays(hasta, 1)) : undefined,
});

/** The fields that a query compares exactly; what is absent narrows nothing, {@link NO_VALUE} finds what is empty. */
export const equalTo = (names: readonly string[], query: QueryValues): EqualCondition[] =>
  names.flatMap((field) => {
    const value = query[field] as Value | undefined;
    return value === undefined ? [] : [{ is: 'equal', field, to: value === NO_VALUE ? '' : value } as const];
  });

/** Whether what is counted of one place lies where a query asks. */
export const liesAt = (query: QueryValues, row: Readonly<Record<(typeof PLACES)[number], string>>): boolean =>
  equalTo(PLACES, query).every(({ field, to }) => row[field as keyof typeof row] === to);

/** Children whose follow-up has not ended by a day. */
export const followedOn = (day: string): Condition => ({ is: 'atLeast', field: 'seguimientoHasta', than: day });

/** Children whose birth date nobody knows: nothing can be said of their visits. */
export const WITHOUT_BIRTH: Condition = { is: 'empty', field: 'fechanacimiento' };

/** Each finds exactly whom the reports count. */
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
  estado: (value) => equalTo(['estado'], { estado: value }),
  responsable: (value) => [{ is: 'recordedBy', user: value }],
  mes: (value) => [{ is: 'controlledIn', month: value }],
  situacion: (value, day) => SITUATIONS[value as Situation](day),
};

/** What narrows a list of one type, but for the words that are searched. @param day today */
export function listConditions(definition: RecordDefinition, query: ListQuery, day: string): Condition[] {
  const span = spanOf(query);
  const { fields, filters = [], narrowings = [] } = definition;
  return [
    ...(span.from || span.before ? [{ is: 'registered', ...span } as const] : []),
    ...equalTo(filters, query),
    ...equalTo(
      narrowings.filter((name) => name in fields),
      query,
    ),
    ...(Object.keys(NARROWINGS) as Narrowing[]).flatMap((name) =>
      query[name] && narrowings.includes(name) ? NARROWINGS[name](String(query[name]), day) : [],
    ),
  ];
}

/** The children for whom a reason of a visit holds on a day. */
export const reasonHolds: Readonly<Record<VisitReason, (day: string) => Condition>> = {
  cruce: () => ({ is: 'filled', field: 'cruce' }),
  desnutricion: (day) => ({ is: 'atMost', field: 'desnutricionDesde', than: day }),
  control: (day) => ({ is: 'less', field: 'proximoControl', than: day }),
  vacunas: (day) => ({ is: 'atMost', field: 'proximaVacuna', than: day }),
};

/** The children who need a visit on a day. */
export const visitIsDue = (day: string): Condition[] => [
  { is: 'atMost', field: 'visitarDesde', than: day },
  followedOn(day),
];

/** The children that a list of visits is about, but for the words that are searched. */
export const visitsOf = ({
  responsable,
  ...query
}: { readonly responsable?: string | undefined } & QueryValues): Condition[] => [
  ...(responsable ? [{ is: 'heldBy', user: responsable } as const] : []),
  ...equalTo(PLACES, query),
];
