import { Text } from '@mantine/core';
import { joined } from './import-words.ts';

const NAMED = 12;

/** Names the columns of the file that fill nothing. */
export function UnusedColumns({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null;
  const more = titles.length - NAMED;
  const shown = more > 1 ? [...titles.slice(0, NAMED), `otras ${more}`] : titles;
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {titles.length === 1 ? 'Una columna no se usa' : `${titles.length} columnas no se usan`}: {joined(shown)}.
    </Text>
  );
}
