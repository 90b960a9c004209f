import { type Field, type Fields, fieldSchema, type Value } from '../fields/index.ts';
import { nino } from '../records/nino.ts';
import { PLACES } from '../reports/places.ts';
import { upperCase } from '../text.ts';
import { aDay, anyText, type FilterKind, oneOf, orEmpty } from './filter-kinds.ts';
import { aCanton, aProvince } from './place-kinds.ts';

/** A filter by a field's stored value, in any spelling that would be stored as that value. */
function fieldFilter(field: Field): FilterKind<Value> {
  switch (field.kind) {
    case 'province':
      return orEmpty(aProvince);
    case 'canton':
      return orEmpty(aCanton(field.within));
    case 'choice':
      return orEmpty(oneOf(field.options.map(({ value }) => value)));
    case 'date':
      return aDay;
    case 'flag':
      return oneOf([true, false]);
    case 'number':
      return { wrong: 'debe ser un número', read: (text) => fieldSchema(field).safeParse(text).data };
    case 'text':
      return orEmpty(field.upperCase ? { ...anyText, read: upperCase } : anyText);
  }
}

export const fieldFilters = <const Name extends string>(fields: Fields, names: readonly Name[]) =>
  Object.fromEntries(
    names.flatMap((name) => (fields[name] ? [[name, fieldFilter(fields[name])] as const] : [])),
  ) as Record<Name, FilterKind<Value>>;

export const PLACE_FILTERS = fieldFilters(nino.fields, PLACES);
