import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { IdentifierSystems } from '#domain/exchange/exchanged-booklet.ts';
import type { MatchedValue, Narrowing } from '#domain/exchange/search-query.ts';
import {
  type DateValue,
  daysWithin,
  isString,
  isToken,
  type StringValue,
  type TokenValue,
} from '#domain/exchange/search-value.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import { cantonsOf, PROVINCES } from '#domain/territory.ts';
import { foldText } from '#domain/text.ts';
import { UUID } from '#domain/uuid.ts';
import type { SeenPlace } from '#server/calls/reader.ts';
import { lastEdit, mujer, nino } from '#server/db/schema.ts';
import { containing } from '#server/lists/conditions.ts';

const TABLES = { mujer, nino };
export type PersonTable = (typeof TABLES)[PersonKind];

export const personTable = (tipo: PersonKind): PersonTable => TABLES[tipo];

const NEVER = sql`false`;

/** The people of the places that a reader may see, as a condition on their table. */
export function placesCondition(
  { provincia, canton }: { readonly provincia: PgColumn; readonly canton: PgColumn },
  places: readonly SeenPlace[] | null,
): SQL | undefined {
  if (places === null) return undefined;
  const one = (place: SeenPlace) =>
    and(eq(provincia, place.provincia), place.canton === null ? undefined : eq(canton, place.canton));
  return or(NEVER, ...places.map(one));
}

const GENDER_SYSTEM = 'http://hl7.org/fhir/administrative-gender';
const GENDERS = { female: 'FEMENINO', male: 'MASCULINO', unknown: '' } as const;

function genderCondition(tipo: PersonKind, value: TokenValue): SQL {
  const codes = Object.entries(GENDERS).filter(([code]) => isToken({ system: GENDER_SYSTEM, code }, value));
  if (tipo === 'mujer') return codes.some(([code]) => code === 'female') ? sql`true` : NEVER;
  return codes.length === 0
    ? NEVER
    : inArray(
        nino.sexo,
        codes.map(([, sexo]) => sexo),
      );
}

function identifierCondition(tipo: PersonKind, { system, code }: TokenValue, systems: IdentifierSystems): SQL {
  const { cedula, hcu, busqueda } = personTable(tipo);
  const isOf = (column: typeof cedula, own: string): SQL | undefined => {
    if (system !== undefined && system !== own) return undefined;
    if (code === undefined) return sql`btrim(${column}) <> ''`;
    // The text for searches has an index; a clinical history has none of its own.
    return column === hcu ? and(eq(column, code), containing(busqueda, foldText(code))) : eq(column, code);
  };
  return or(NEVER, isOf(cedula, systems.cedula), isOf(hcu, systems.hcu)) ?? NEVER;
}

/** As `foldText` of the application. */
const folded = (text: SQL) =>
  sql`regexp_replace(lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g')), '\\s+', ' ', 'g')`;

const like = (text: string) => text.replace(/[\\%_]/g, '\\$&');

function nameCondition(tipo: PersonKind, { modifier, text }: StringValue): SQL {
  const { nombres, apellidos, busqueda } = personTable(tipo);
  const whole = sql`btrim(btrim(${nombres}) || ' ' || btrim(${apellidos}))`;
  if (modifier === 'exact')
    return sql`${containing(busqueda, foldText(text))} and (${whole} = ${text} or btrim(${apellidos}) = ${text}
      or ${text} = any (regexp_split_to_array(btrim(${nombres}), '\\s+')))`;
  if (modifier === 'contains') return sql`${containing(busqueda, text)} and ${folded(whole)} like ${`%${like(text)}%`}`;
  const [first, later] = [`${like(text)}%`, `% ${like(text)}%`];
  // The text for searches begins with the documents; its index finds the beginnings of words, however short.
  return sql`(${busqueda} like ${later} or ${busqueda} like ${first}) and ' ' || ${folded(whole)} like ${later}`;
}

const CANTONS = [...new Set(PROVINCES.flatMap(cantonsOf))];

function cityCondition(tipo: PersonKind, value: StringValue): SQL {
  const cantons = CANTONS.filter((canton) => isString(canton, value));
  return cantons.length === 0 ? NEVER : inArray(personTable(tipo).canton, cantons);
}

function birthCondition(tipo: PersonKind, value: DateValue): SQL {
  if (tipo === 'mujer') return NEVER;
  const spans = daysWithin(value).map(({ from, before }) =>
    and(
      from === undefined ? undefined : gte(nino.fechanacimiento, from),
      before === undefined ? undefined : lt(nino.fechanacimiento, before),
    ),
  );
  return or(NEVER, ...spans) ?? NEVER;
}

function editCondition(tipo: PersonKind, { prefix, range }: DateValue): SQL {
  const at = lastEdit(personTable(tipo));
  const [from, until] = [range.from, range.until].map((ms) => sql`${new Date(ms).toISOString()}::timestamptz`) as [
    SQL,
    SQL,
  ];
  switch (prefix) {
    case 'eq':
      return sql`(${at} >= ${from} and ${at} < ${until})`;
    case 'gt':
      return sql`${at} >= ${until}`;
    case 'ge':
      return sql`${at} >= ${from}`;
    case 'lt':
      return sql`${at} < ${from}`;
    case 'le':
      return sql`${at} < ${until}`;
  }
}

function idCondition(tipo: PersonKind, { system, code }: TokenValue): SQL {
  const isOne = !system && code !== undefined && UUID.test(code) && code === code.toLowerCase();
  return isOne ? eq(personTable(tipo)._id, code) : NEVER;
}

function conditionOf(tipo: PersonKind, name: string, matched: MatchedValue, systems: IdentifierSystems): SQL {
  const { kind, value } = matched;
  if (kind === 'date') return name === 'birthdate' ? birthCondition(tipo, value) : editCondition(tipo, value);
  if (kind === 'string') return name === 'name' ? nameCondition(tipo, value) : cityCondition(tipo, value);
  if (kind !== 'token') return NEVER;
  if (name === '_id') return idCondition(tipo, value);
  return name === 'gender' ? genderCondition(tipo, value) : identifierCondition(tipo, value, systems);
}

/** What a search for Patient says, as conditions on the rows of a kind: exactly the people that the resources' own values would match. */
export const patientConditions = (
  tipo: PersonKind,
  narrowings: readonly Narrowing[],
  systems: IdentifierSystems,
): (SQL | undefined)[] =>
  narrowings.map(({ name, values }) => or(NEVER, ...values.map((value) => conditionOf(tipo, name, value, systems))));
