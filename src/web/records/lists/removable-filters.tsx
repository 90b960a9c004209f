import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import classes from './removable-filters.module.css';
import type { ListState } from './use-list-state.ts';

interface RemovableFiltersProps {
  list: Pick<ListState, 'filters' | 'widen'>;
  /** What a filter says: "Cantón: COLTA". */
  textOf: (name: string, value: string) => string;
  /** The filters that go when this one goes. */
  goingWith?: (name: string) => string[];
}

/** What narrows a list beside the search, each part removable. */
export function RemovableFilters({ list, textOf, goingWith = (name) => [name] }: RemovableFiltersProps) {
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
