import { STATUSES } from '../growth/status.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { type Narrowing, SITUATION_KEYS } from '../records/narrowings.ts';
import { fieldFilters } from './field-filters.ts';
import { choiceFilter, type FilterKind, monthFilter, userFilter } from './filter-kinds.ts';
import type { Filters, ListOptions } from './list-query.ts';

const NARROWINGS: Readonly<Record<Narrowing, FilterKind>> = {
  estado: choiceFilter(STATUSES),
  responsable: userFilter,
  mes: monthFilter,
  situacion: choiceFilter(SITUATION_KEYS),
};

export function recordListOptions({
  fields,
  fieldNames,
  derived = {},
  filters = [],
  narrowings = [],
}: RecordDefinition): ListOptions {
  const beyond = Object.entries(NARROWINGS).filter(([name]) => narrowings.some((narrowing) => narrowing === name));
  const all: Filters = { ...fieldFilters(fields, [...filters, ...narrowings]), ...Object.fromEntries(beyond) };
  return { sortable: [...fieldNames, ...Object.keys(derived), 'fechaRegistro'], filters: all };
}
