import { type Field, type Fields, fieldSchema, type Value } from '../fields/index.ts';
import { nino } from '../records/nino.ts';
import { PLACES } from '../reports/places.ts';
import { upperCase } from '../text.ts';
import { choiceFilter, dayFilter, type FilterKind, orEmpty, textFilter } from './filter-kinds.ts';
import { cantonFilter, provinceFilter } from './place-kinds.ts';

/** A filter by a field's stored value, in any spelling that would be stored as that value. */
function fieldFilter(field: Field): FilterKind<Value> {
  switch (field.kind) {
    case 'province':
      return orEmpty(provinceFilter);
    case 'canton':
      return orEmpty(cantonFilter(field.within));
    case 'choice':
      return orEmpty(choiceFilter(field.options.map(({ value }) => value)));
    case 'date':
      return dayFilter;
    case 'flag':
      return choiceFilter([true, false]);
    case 'number':
      return { wrong: 'debe ser un número', read: (text) => fieldSchema(field).safeParse(text).data };
    case 'text':
      return orEmpty(field.upperCase ? { ...textFilter, read: upperCase } : textFilter);
  }
}

export const fieldFilters = <const Name extends string>(fields: Fields, names: readonly Name[]) =>
  Object.fromEntries(
    names.flatMap((name) => (fields[name] ? [[name, fieldFilter(fields[name])] as const] : [])),
  ) as Record<Name, FilterKind<Value>>;

export const PLACE_FILTERS = fieldFilters(nino.fields, PLACES);
