import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { type ComboboxItem, MultiSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { foldText } from '#domain/text.ts';
import { keepEnterInList } from '#web/ui/fields/enter-in-list.ts';
import { DROPDOWN_PLACEMENT } from '#web/ui/page/dropdown-placement.ts';
import classes from './many-select.module.css';

interface ManySelectProps {
  name: string;
  label: string;
  hint: string;
  placeholder: string;
  nothingFound: string;
  options: readonly ComboboxItem[];
  chosen: readonly string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}

/** Without case and accents, so that "bolivar" finds Bolívar. */
function byFold({ options, search }: { options: unknown[]; search: string }) {
  const wanted = foldText(search);
  return (options as ComboboxItem[]).filter(({ label }) => foldText(label).includes(wanted));
}

/** One or several of many options, found by typing. */
export function ManySelect(props: ManySelectProps) {
  const { name, label, hint, placeholder, nothingFound, options, chosen, error, onChange } = props;
  return (
    <MultiSelect
      id={name}
      name={name}
      label={label}
      description={hint}
      data={[...options]}
      value={[...chosen]}
      onChange={onChange}
      error={error}
      required
      placeholder={chosen.length === 0 ? placeholder : ''}
      nothingFoundMessage={nothingFound}
      filter={byFold}
      searchable
      onKeyDown={keepEnterInList}
      comboboxProps={{ ...DROPDOWN_PLACEMENT, keepMounted: false }}
      classNames={classes}
      size="md"
      withScrollArea={false}
      checkIconPosition="right"
      rightSection={<IconChevronDown size={18} aria-hidden />}
      rightSectionPointerEvents="none"
    />
  );
}
