import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { NumberField as NumberDeclaration } from '#domain/fields/index.ts';
import { type FieldInputProps, inputId } from './field-props.ts';
import { fieldSlots } from './field-slots.tsx';
import classes from './fields.module.css';
import { typedNumber } from './typed-number.ts';

/** The width of the unit, estimated from its length. */
const unitWidth = (unit: string) => `${unit.length * 0.55 + 1.25}rem`;

function Range({ field, min = field.min, max = field.max, previous }: FieldInputProps<NumberDeclaration>) {
  const plain = (value: number) => value.toLocaleString('es-EC', { useGrouping: false });
  return (
    <>
      De {plain(min)} a {plain(max)}
      {previous && (
        <>
          {' · '}
          <Text span inherit fw="var(--mantine-font-weight-bold)" c="var(--ink-2)">
            antes {previous}
          </Text>
        </>
      )}
    </>
  );
}

const written = (value: FieldInputProps<NumberDeclaration>['value']) =>
  value === null || value === undefined || typeof value === 'boolean' ? '' : String(value).replace('.', ',');

/** Keeps the text as typed, also out of bounds, and reports the problem. Mantine's NumberInput turns a pasted "7.1" into 71. */
export function NumberFieldInput(props: FieldInputProps<NumberDeclaration>) {
  const { name, field, value, onChange } = props;
  const [text, setText] = useState(() => written(value));
  // The text is kept while it means the same value; a value set from outside replaces it.
  const shown = typedNumber(text) === (value ?? null) ? text : written(value);
  const hint = field.hint ?? <Range {...props} />;
  return (
    <TextInput
      {...fieldSlots(props, hint)}
      name={inputId(props)}
      value={shown}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(name, typedNumber(currentTarget.value));
      }}
      onBlur={() => {
        if (typeof value === 'number') setText((typed) => typed.trim().replace('.', ','));
      }}
      inputMode={field.decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      className={classes.number ?? ''}
      {...(field.decimals > 0 && { placeholder: (0).toFixed(field.decimals).replace('.', ',') })}
      {...(field.unit && {
        rightSection: (
          <Text span size="sm" pr="sm" c="dimmed" aria-hidden>
            {field.unit}
          </Text>
        ),
        rightSectionWidth: unitWidth(field.unit),
        rightSectionPointerEvents: 'none' as const,
      })}
    />
  );
}
