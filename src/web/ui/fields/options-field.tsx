import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { type ComboboxItem, Select } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { foldText } from '#domain/text.ts';
import { isFocusedQuietly } from '#web/ui/form/focus-field.ts';
import { DROPDOWN_PLACEMENT } from '#web/ui/page/dropdown-placement.ts';
import { keepEnterInList } from './enter-in-list.ts';
import type { FieldInputProps } from './field-props.ts';
import { fieldSlots } from './field-slots.tsx';
import classes from './fields.module.css';
import { isRetry, withRetry } from './retry-option.tsx';

interface OptionsFieldProps extends FieldInputProps {
  options: readonly { value: string; label: string }[];
  placeholder?: string;
  nothingFound?: string;
  onSelect?: (value: string) => void;
  onOpen?: () => void;
  onRetry?: (() => void) | undefined;
}

/** A large target that does not cover the border of the input. */
const CLEAR_LOOK = { '--cb-icon-size': '1.125rem', background: 'transparent', pointerEvents: 'auto' } as CSSProperties;

/** The options are rendered only when the dropdown opens, since most are never opened. */
const LIST = { ...DROPDOWN_PLACEMENT, keepMounted: false } as const;

function byFold({ options, search }: { options: unknown[]; search: string }) {
  const wanted = foldText(search);
  return (options as ComboboxItem[]).filter(({ value, label }) => isRetry(value) || foldText(label).includes(wanted));
}

/** A searchable select; a stored value that is no longer among the options is still shown. */
export function OptionsField(all: OptionsFieldProps) {
  const {
    options,
    placeholder = 'Elige una opción',
    nothingFound = 'No hay opciones',
    onSelect,
    onOpen,
    onRetry,
    ...props
  } = all;
  const { name, field, onChange } = props;
  const value = String(props.value ?? '');
  const isListed = value === '' || options.some((option) => option.value === value);
  const listed = withRetry({ options: isListed ? options : [{ value, label: value }, ...options], onRetry });
  const [opened, setOpened] = useState(false);
  // The retry option keeps the dropdown open, so that the loaded options appear there.
  const keepOpen = useRef(false);
  // Mantine links the input to its dropdown only on a render after the dropdown is mounted.
  const [, setLinked] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setLinked(opened));
    return () => cancelAnimationFrame(frame);
  }, [opened]);
  const slots = fieldSlots(props);
  const choose = onSelect ?? ((chosen: string) => onChange(name, chosen));
  return (
    <Select
      {...slots}
      classNames={{ ...slots.classNames, option: classes.option ?? '', options: classes.options ?? '' }}
      name={slots.id}
      {...listed}
      value={value || null}
      onChange={(next) => {
        keepOpen.current = isRetry(next);
        if (keepOpen.current) onRetry?.();
        else choose(next ?? '');
      }}
      // Choosing the same option again keeps it; erasing the text clears the value.
      allowDeselect={false}
      onBlur={(event) => {
        if (value && !field.required && event.currentTarget.value === '') choose('');
      }}
      dropdownOpened={opened}
      onDropdownOpen={() => {
        if (isFocusedQuietly()) return;
        setOpened(true);
        onOpen?.();
      }}
      onDropdownClose={() => {
        setOpened(keepOpen.current);
        keepOpen.current = false;
      }}
      onKeyDown={keepEnterInList}
      filter={byFold}
      comboboxProps={LIST}
      searchable
      // Enter chooses the first match.
      selectFirstOptionOnChange
      clearable={!field.required}
      clearButtonProps={{
        'aria-label': 'Borrar',
        size: '2.75rem',
        style: CLEAR_LOOK,
      }}
      rightSection={<IconChevronDown size={18} aria-hidden />}
      rightSectionPointerEvents="none"
      rightSectionWidth="2.75rem"
      className={classes.clearable ?? ''}
      placeholder={placeholder}
      nothingFoundMessage={nothingFound}
      checkIconPosition="right"
      withScrollArea={false}
      autoComplete="off"
    />
  );
}
