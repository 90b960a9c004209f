import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { SITUATIONS, type Situation } from '#domain/records/narrowings.ts';
import { monthLabel } from '#domain/reports/months.ts';
import { PLACES } from '#domain/reports/places.ts';
import type { ListState } from '#web/records/lists/use-list-state.ts';
import type { Row } from '#web/records/row.ts';
import classes from './list-filters.module.css';
import { responsible } from './patient-kind.ts';

/** By what the address may narrow a list of people. */
export const narrowingNames = ({ narrowings = [] }: RecordDefinition): readonly string[] => [...PLACES, ...narrowings];

interface ListFiltersProps {
  definition: RecordDefinition;
  list: ListState;
  rows: Row[] | undefined;
}

/** What a filter says; who recorded the rows is named by the rows themselves. */
function chipText({ definition, rows = [] }: ListFiltersProps, name: string, value: string): string {
  const [first] = rows;
  if (name === 'responsable') return `Responsable del registro${first ? `: ${responsible(first)}` : ''}`;
  if (name === 'mes') return `Con control en ${/^\d{4}-\d\d$/.test(value) ? monthLabel(value) : value}`;
  if (name === 'situacion') return SITUATIONS[value as Situation] ?? value;
  return `${definition.fields[name]?.label ?? 'Estado'}: ${value}`;
}

/** Without its province a canton's name may mean two places: they go together. */
const goingWith = (name: string) => (name === 'provincia' ? ['provincia', 'canton'] : [name]);

/** What narrows the list beside the search, each part removable. */
export function ListFilters(props: ListFiltersProps) {
  const { list } = props;
  const filters = Object.entries(list.filters);
  if (filters.length === 0) return null;
  return (
    <ul className={classes.filters} aria-label="Filtros de la lista">
      {filters.map(([name, value]) => {
        const text = chipText(props, name, value);
        return (
          <li key={name}>
            <Button
              variant="outline"
              size="compact-sm"
              radius="xl"
              px="sm"
              fz="sm"
              h="auto"
              mih="var(--touch)"
              classNames={{ label: classes.text ?? '' }}
              rightSection={<IconX size={16} aria-hidden />}
              aria-label={`Quitar filtro ${text}`}
              onClick={() => list.widen(goingWith(name))}
            >
              {text}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
