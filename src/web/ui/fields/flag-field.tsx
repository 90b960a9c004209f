import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/CheckboxCard.layer.css';
import '@mantine/core/styles/CheckboxIndicator.layer.css';
import { Checkbox, Group } from '@mantine/core';
import type { FlagField as FlagDeclaration } from '#domain/fields/index.ts';
import { type FieldInputProps, inputId } from './field-props.ts';
import classes from './fields.module.css';
import { Segmented } from './segmented.tsx';

const YES_NO = [
  { value: 'true', label: 'Sí' },
  { value: 'false', label: 'No' },
];

export function FlagFieldInput(props: FieldInputProps<FlagDeclaration>) {
  const { name, field, value, onChange, disabled } = props;
  const checked = value === true;
  if (field.yesNo)
    return (
      <Segmented
        {...props}
        options={YES_NO}
        selected={String(checked)}
        onSelect={(answer) => onChange(name, answer === 'true')}
      />
    );
  return (
    <Checkbox.Card
      id={inputId(props)}
      name={inputId(props)}
      type="button"
      checked={checked}
      onChange={(next) => onChange(name, next)}
      disabled={disabled ?? false}
      className={classes.tile ?? ''}
      h="100%"
      mih="var(--touch)"
      px="xs"
      py="2xs"
      fz="sm"
      lh={1.25}
    >
      <Group component="span" gap="xs" wrap="nowrap">
        <Checkbox.Indicator aria-hidden />
        {field.label}
      </Group>
    </Checkbox.Card>
  );
}
