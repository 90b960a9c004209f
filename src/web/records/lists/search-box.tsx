import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { ListState } from './use-list-state.ts';

interface SearchBoxProps {
  list: Pick<ListState, 'text' | 'type' | 'clear'>;
  label: string;
  input?: Ref<HTMLInputElement>;
  /** For the main field of a screen. */
  large?: boolean;
  /** Whether it gets the focus of the dialog that it is in. */
  focused?: boolean;
}

export function SearchBox({ list, label, input, large = false, focused = false }: SearchBoxProps) {
  return (
    <TextInput
      ref={input}
      data-autofocus={focused || undefined}
      size={large ? 'lg' : 'md'}
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
