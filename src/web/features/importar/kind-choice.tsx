import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { FilterChips } from '#web/records/lists/filter-chips.tsx';
import { type ImportKind, KIND_GROUPS, kindLabel } from './import-kinds.ts';

const { Link } = getRouteApi('/importar');

/** What a file holds: people or one kind of their records. */
export function KindChoice({ chosen }: { chosen: ImportKind | '' }) {
  return (
    <Stack gap="sm" mt="xs">
      {KIND_GROUPS.map(({ title, kinds }) => (
        <div key={title}>
          <Text size="sm" c="dimmed" mb="2xs" aria-hidden>
            {title} y sus registros
          </Text>
          <FilterChips
            label={`${title} y sus registros`}
            choices={kinds.map((value) => ({ value, label: kindLabel(value) }))}
            chosen={chosen}
            link={(tipo, chip) => <Link to="." search={(before) => ({ ...before, tipo })} {...chip} />}
          />
        </div>
      ))}
    </Stack>
  );
}
