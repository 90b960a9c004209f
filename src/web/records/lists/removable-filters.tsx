import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import classes from './removable-filters.module.css';
import type { ListState } from './use-list-state.ts';

interface RemovableFiltersProps {
  list: Pick<ListState, 'filters' | 'widen'>;
  /** The text of a filter: "Cantón: COLTA". */
  textOf: (name: string, value: string) => string;
  /** The filters that are removed together with this one. */
  removedWith?: (name: string) => string[];
}

export function RemovableFilters({ list, textOf, removedWith = (name) => [name] }: RemovableFiltersProps) {
  const filters = Object.entries(list.filters);
  if (filters.length === 0) return null;
  return (
    <ul className={classes.filters} aria-label="Filtros de la lista">
      {filters.map(([name, value]) => {
        const text = textOf(name, value);
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
              onClick={() => list.widen(removedWith(name))}
            >
              {text}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
