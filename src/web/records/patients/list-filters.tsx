import { showValue } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { SITUATIONS, type Situation } from '#domain/records/narrowings.ts';
import { monthLabel } from '#domain/reports/months.ts';
import { PLACES } from '#domain/reports/places.ts';
import type { Row } from '#web/lib/row.ts';
import { RemovableFilters } from '#web/records/lists/removable-filters.tsx';
import type { ListState } from '#web/records/lists/use-list-state.ts';
import { responsible } from './patient-kind.ts';

/** The names of the filters of a list of people. */
export const listFilterNames = ({ narrowings = [] }: RecordDefinition): readonly string[] => [...PLACES, ...narrowings];

interface ListFiltersProps {
  definition: RecordDefinition;
  list: ListState;
  rows: Row[] | undefined;
}

/** The text of a filter; the name of the responsible account comes from the rows. */
function chipText({ definition, rows = [] }: ListFiltersProps, name: string, value: string): string {
  const [first] = rows;
  if (name === 'responsable') return `Responsable del registro${first ? `: ${responsible(first)}` : ''}`;
  if (name === 'mes') return `Con control en ${/^\d{4}-\d\d$/.test(value) ? monthLabel(value) : value}`;
  if (name === 'situacion') return SITUATIONS[value as Situation] ?? value;
  const field = definition.fields[name];
  return field ? `${field.label}: ${showValue(field, value)}` : `Estado: ${value}`;
}

/** The canton is removed with its province, because a canton's name may be ambiguous. */
const goingWith = (name: string) => (name === 'provincia' ? ['provincia', 'canton'] : [name]);

export function ListFilters(props: ListFiltersProps) {
  return (
    <RemovableFilters
      list={props.list}
      textOf={(name, value) => chipText(props, name, value)}
      removedWith={goingWith}
    />
  );
}
