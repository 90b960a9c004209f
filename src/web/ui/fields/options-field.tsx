import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { type ComboboxItem, Select } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { foldText } from '#domain/text.ts';
import { DROPDOWN_PLACEMENT } from '#web/ui/page/dropdown-placement.ts';
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
  /** Asks again for options that could not be loaded. */
  onRetry?: (() => void) | undefined;
}

/** A large target that leaves the input's own edge in sight. */
const CLEAR_LOOK = { '--cb-icon-size': '1.125rem', background: 'transparent', pointerEvents: 'auto' } as CSSProperties;

/** Most lists of a form are never opened: they are drawn when they are, all the options of a province's cantons among them. */
const LIST = { ...DROPDOWN_PLACEMENT, keepMounted: false } as const;

function byFold({ options, search }: { options: unknown[]; search: string }) {
  const wanted = foldText(search);
  return (options as ComboboxItem[]).filter(({ value, label }) => isRetry(value) || foldText(label).includes(wanted));
}

/** A searchable list; what is stored is shown although the list may no longer hold it. */
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
  const known = value === '' || options.some((option) => option.value === value);
  const listed = withRetry({ options: known ? options : [{ value, label: value }, ...options], onRetry });
  const [opened, setOpened] = useState(false);
  // Asking again leaves the list open: what is asked for comes there.
  const staying = useRef(false);
  // The list is drawn once it is opened; Mantine links the input to it when that is drawn again after it.
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
      name={name}
      {...listed}
      value={value || null}
      onChange={(next) => {
        staying.current = isRetry(next);
        if (staying.current) onRetry?.();
        else choose(next ?? '');
      }}
      // What is chosen once more stays; whoever has erased the text wants nothing chosen.
      allowDeselect={false}
      onBlur={(event) => {
        if (value && !field.required && event.currentTarget.value === '') choose('');
      }}
      dropdownOpened={opened}
      onDropdownOpen={() => {
        setOpened(true);
        onOpen?.();
      }}
      onDropdownClose={() => {
        setOpened(staying.current);
        staying.current = false;
      }}
      filter={byFold}
      comboboxProps={LIST}
      searchable
      // Enter takes what was typed for, and sends no form.
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
