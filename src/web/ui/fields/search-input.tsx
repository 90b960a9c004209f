import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

interface SearchInputProps extends Omit<TextInputProps, 'onChange'> {
  onType: (text: string) => void;
}

/** A field that narrows the list below it while one types. */
export const SearchInput = ({ onType, ...input }: SearchInputProps) => (
  <TextInput
    inputMode="search"
    autoComplete="off"
    leftSection={<IconSearch size={20} aria-hidden />}
    onChange={({ currentTarget: { value } }) => onType(value)}
    {...input}
  />
);
