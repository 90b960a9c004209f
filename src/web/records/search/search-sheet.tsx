import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Address } from '#web/lib/address.ts';
import { type ListSearch, useListState } from '#web/records/lists/use-list-state.ts';
import { SideSheet } from '#web/ui/feedback/side-sheet.tsx';
import { PeopleSearch } from './people-search.tsx';

/** A search that is not part of the screen's address. */
function useOwnAddress(): Address<ListSearch> {
  const [search, setSearch] = useState<ListSearch>({ q: '', pagina: 1 });
  return { search, change: (by) => setSearch(by) };
}

function SheetSearch({ onFollow }: { onFollow: () => void }) {
  const list = useListState(useOwnAddress());
  return (
    <PeopleSearch list={list} focused onFollow={onFollow}>
      <Text size="sm" c="dimmed" mt="sm">
        Busca a una mujer, una niña o un niño por nombre, cédula, HCU, teléfono o la cédula de la madre.
      </Text>
    </PeopleSearch>
  );
}

interface SearchSheetProps {
  opened: boolean;
  onClose: () => void;
}

/** Finds women and children from any screen. */
export default function SearchSheet({ opened, onClose }: SearchSheetProps) {
  return (
    <SideSheet opened={opened} onClose={onClose} title="Buscar" closeLabel="Cerrar la búsqueda">
      <SheetSearch onFollow={onClose} />
    </SideSheet>
  );
}
