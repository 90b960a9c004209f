import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { NumberField as NumberDeclaration } from '#domain/fields/index.ts';
import { rangeText } from '#domain/fields/number.ts';
import { HelpButton } from '#web/ui/help/help-button.tsx';
import { type FieldInputProps, inputId } from './field-props.ts';
import { fieldSlots } from './field-slots.tsx';
import classes from './fields.module.css';
import { typedNumber } from './typed-number.ts';

const HELP_REM = 2.75;
/** The width of the unit, estimated from its length, and of the "?", which has a margin of its own. */
const endWidth = (unit: string, helped: boolean) => `${unit.length * 0.55 + (helped ? 0.25 + HELP_REM : 1.25)}rem`;

function Range({ field, min = field.min, max = field.max, previous }: FieldInputProps<NumberDeclaration>) {
  return (
    <>
      {rangeText({ min, max })}
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
  const { unit = '', min, max } = field;
  // The explanation of a group stands at its legend.
  const help = field.group === undefined ? field.help : undefined;
  const isWhole = field.decimals === 0;
  const [text, setText] = useState(() => written(value));
  // The text is kept while it means the same value; a value set from outside replaces it.
  const shown = typedNumber(text, isWhole) === (value ?? null) ? text : written(value);
  const hint = field.hint ?? <Range {...props} />;
  return (
    <TextInput
      {...fieldSlots(props, hint)}
      name={inputId(props)}
      value={shown}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(name, typedNumber(currentTarget.value, isWhole));
      }}
      onBlur={() => {
        if (typeof value === 'number') setText((typed) => (isWhole ? written(value) : typed.trim().replace('.', ',')));
      }}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      className={classes.number ?? ''}
      {...(!isWhole && { placeholder: (0).toFixed(field.decimals).replace('.', ',') })}
      {...((unit || help) && {
        rightSection: (
          <>
            <Text span size="sm" pr={help ? 0 : 'sm'} c="dimmed" aria-hidden>
              {unit}
            </Text>
            {help && (
              <HelpButton
                help={help}
                name={inputId(props)}
                label={field.label}
                accepted={rangeText({ min: props.min ?? min, max: props.max ?? max }, unit)}
              />
            )}
          </>
        ),
        rightSectionWidth: endWidth(unit, help !== undefined),
        rightSectionPointerEvents: 'none' as const,
      })}
    />
  );
}
