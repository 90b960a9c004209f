import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { type ComboboxItem, type ComboboxItemGroup, Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { DROPDOWN_PLACEMENT } from '#web/ui/page/dropdown-placement.ts';
import classes from './fields.module.css';

const PAUSE_MS = 300;
/** One letter finds everybody. */
const SHORTEST = 2;

interface FoundFieldProps {
  name: string;
  label: string;
  placeholder: string;
  /** What was found, under headings. */
  found: readonly { group: string; items: readonly ComboboxItem[] }[];
  /** Whether what was typed is still being looked for. */
  searching: boolean;
  failed: boolean;
  /** What is wrong as long as nobody is chosen. */
  error?: string | undefined;
  required?: boolean;
  /** '' when there is nothing to look for. */
  onSearch: (text: string) => void;
  onChoose: (item: ComboboxItem) => void;
}

/** Chooses one of many by typing a part of the name; what is chosen shows elsewhere, and the field is free for another. */
export function FoundField(props: FoundFieldProps) {
  const { name, label, placeholder, found, searching, failed, error, required, onSearch, onChoose } = props;
  const [text, setText] = useState('');
  const search = useDebouncedCallback(onSearch, PAUSE_MS);
  const long = text.trim().length >= SHORTEST;
  const type = (next: string) => {
    setText(next);
    search(next.trim().length >= SHORTEST ? next.trim() : '');
  };
  const groups = long && !searching ? found.filter(({ items }) => items.length > 0) : [];
  const nothing = failed ? 'No se pudo buscar' : searching ? 'Buscando…' : 'No hay nadie con ese nombre';
  return (
    <Select
      id={name}
      name={name}
      label={label}
      placeholder={placeholder}
      error={error}
      required={required ?? false}
      data={groups.map(({ group, items }): ComboboxItemGroup<ComboboxItem> => ({ group, items: [...items] }))}
      // The server has searched.
      filter={({ options }) => options}
      value={null}
      onChange={(_, chosen) => {
        if (chosen) onChoose(chosen);
        type('');
      }}
      searchable
      // What it says before anything is typed would lie over what comes next.
      openOnFocus={false}
      searchValue={text}
      onSearchChange={type}
      rightSection={<IconSearch size={18} aria-hidden />}
      rightSectionPointerEvents="none"
      comboboxProps={DROPDOWN_PLACEMENT}
      classNames={{ option: classes.option ?? '', options: classes.options ?? '' }}
      nothingFoundMessage={long ? nothing : 'Escribe al menos dos letras'}
      withScrollArea={false}
      autoComplete="off"
    />
  );
}
