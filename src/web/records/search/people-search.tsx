import { Box, Group, Stack } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { hasLetterOrDigit } from '#domain/text.ts';
import { SearchBox } from '#web/records/lists/search-box.tsx';
import type { ListState } from '#web/records/lists/use-list-state.ts';
import { ScanButton } from '#web/records/scan/scan-button.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { useSearchKeys } from './use-search-keys.ts';

/** The results also need the query client. */
const PeopleResults = lazyPart(async () => {
  const [results] = await Promise.all([import('./people-results.tsx'), import('#web/lib/query-client.ts')]);
  return results;
});

interface PeopleSearchProps {
  list: ListState;
  /** Whether the field gets the focus of the dialog that it is in. */
  focused?: boolean;
  onFollow?: () => void;
  /** Shown while nothing is searched. */
  children?: ReactNode;
}

/** One field for all women and children; while something is typed the results take the place of the content. */
export function PeopleSearch({ list, focused = false, onFollow, children }: PeopleSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useSearchKeys(() => input.current?.focus());
  return (
    <Stack gap="sm">
      <Group gap="xs" wrap="nowrap">
        <Box flex={1} miw={0}>
          <SearchBox list={list} label="Buscar por cédula o nombre" input={input} large focused={focused} />
        </Box>
        <ScanButton onFollow={onFollow} />
      </Group>
      {list.q === '' && children}
      {list.q !== '' && !hasLetterOrDigit(list.q) && <Note>Escribe al menos una letra o un número.</Note>}
      {hasLetterOrDigit(list.q) && <PeopleResults q={list.q} onFollow={onFollow} />}
    </Stack>
  );
}
