import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { type ComboboxItem, type ComboboxItemGroup, Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { DROPDOWN_PLACEMENT } from '#web/ui/page/dropdown-placement.ts';
import { keepEnterInList } from './enter-in-list.ts';
import classes from './fields.module.css';

const PAUSE_MS = 300;
/** A single letter would match almost every name. */
const MIN_LETTERS = 2;

interface SearchSelectProps {
  name: string;
  label: string;
  placeholder: string;
  /** Search results in groups. */
  resultGroups: readonly { group: string; items: readonly ComboboxItem[] }[];
  searching: boolean;
  failed: boolean;
  /** Shown as long as no item is chosen. */
  error?: string | undefined;
  required?: boolean;
  /** Called with '' when the text is too short to search. */
  onSearch: (text: string) => void;
  onChoose: (item: ComboboxItem) => void;
}

/** Searches and chooses an item; the chosen item is shown elsewhere and the field is cleared for another. */
export function SearchSelect(props: SearchSelectProps) {
  const { name, label, placeholder, searching, failed, error, required, onSearch, onChoose } = props;
  const [text, setText] = useState('');
  const search = useDebouncedCallback(onSearch, PAUSE_MS);
  const isLongEnough = text.trim().length >= MIN_LETTERS;
  const type = (next: string) => {
    setText(next);
    search(next.trim().length >= MIN_LETTERS ? next.trim() : '');
  };
  const groups = isLongEnough && !searching ? props.resultGroups.filter(({ items }) => items.length > 0) : [];
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
      // The server has already filtered.
      filter={({ options }) => options}
      value={null}
      onChange={(_, chosen) => {
        if (chosen) onChoose(chosen);
        type('');
      }}
      onKeyDown={keepEnterInList}
      searchable
      // The dropdown would cover the fields below before anything is typed.
      openOnFocus={false}
      searchValue={text}
      onSearchChange={type}
      rightSection={<IconSearch size={18} aria-hidden />}
      rightSectionPointerEvents="none"
      comboboxProps={DROPDOWN_PLACEMENT}
      classNames={{ option: classes.option ?? '', options: classes.options ?? '' }}
      nothingFoundMessage={isLongEnough ? nothing : 'Escribe al menos dos letras'}
      withScrollArea={false}
      autoComplete="off"
    />
  );
}
