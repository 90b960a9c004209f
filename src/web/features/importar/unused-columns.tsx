import { Text } from '@mantine/core';
import { joined } from './import-words.ts';

/** Names the columns of the file that fill nothing. */
export const UnusedColumns = ({ titles }: { titles: readonly string[] }) =>
  titles.length === 0 ? null : (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {titles.length === 1 ? 'Una columna no se usa' : `${titles.length} columnas no se usan`}: {joined(titles)}.
    </Text>
  );
