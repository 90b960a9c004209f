import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ListState } from './use-list-state.ts';

export function SearchBox({ list, label }: { list: ListState; label: string }) {
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      type="text"
      inputMode="search"
      autoComplete="off"
      leftSection={<IconSearch size={20} aria-hidden />}
      rightSection={
        list.text && <CloseButton size={44} iconSize={18} aria-label="Borrar la búsqueda" onClick={list.clear} />
      }
      rightSectionWidth="2.75rem"
      maxLength={200}
      value={list.text}
      onChange={(event) => list.type(event.currentTarget.value)}
    />
  );
}
