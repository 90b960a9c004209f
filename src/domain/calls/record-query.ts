import { STATUSES } from '../growth/malnutrition.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { type Narrowing, SITUATION_KEYS } from '../records/narrowings.ts';
import { fieldFilters } from './field-filters.ts';
import { aMonth, aUser, type FilterKind, oneOf } from './filter-kinds.ts';
import type { Filters, ListAsk } from './list-query.ts';

const NARROWINGS: Readonly<Record<Narrowing, FilterKind>> = {
  estado: oneOf(STATUSES),
  responsable: aUser,
  mes: aMonth,
  situacion: oneOf(SITUATION_KEYS),
};

export function recordAsk({
  fields,
  fieldNames,
  derived = [],
  filters = [],
  narrowings = [],
}: RecordDefinition): ListAsk {
  const beyond = Object.entries(NARROWINGS).filter(([name]) => narrowings.some((narrowing) => narrowing === name));
  const all: Filters = { ...fieldFilters(fields, [...filters, ...narrowings]), ...Object.fromEntries(beyond) };
  return { sortable: [...fieldNames, ...derived, 'fechaRegistro'], filters: all };
}
