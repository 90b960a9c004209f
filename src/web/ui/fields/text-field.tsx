import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, Textarea, TextInput } from '@mantine/core';
import { Icon123, IconAbc } from '@tabler/icons-react';
import { useState } from 'react';
import type { TextField as TextDeclaration } from '#domain/fields/index.ts';
import { upperCase } from '#domain/text.ts';
import { HelpButton } from '#web/ui/help/help-button.tsx';
import { type FieldInputProps, inputId } from './field-props.ts';
import { fieldSlots } from './field-slots.tsx';
import classes from './fields.module.css';

const LINES_SHOWN = 2;
const LINES_AT_MOST = 8;

export function TextFieldInput(props: FieldInputProps<TextDeclaration>) {
  const { name, field, value, onChange } = props;
  const [letters, setLetters] = useState(false);
  const input = {
    ...fieldSlots(props),
    name: inputId(props),
    value: String(value ?? ''),
    onChange: (event: { currentTarget: { value: string } }) => onChange(name, event.currentTarget.value),
    // Upper case is only a style while typing, because changing the value would move the cursor.
    onBlur: () => {
      const upper = upperCase(String(value ?? ''));
      if (field.upperCase && upper !== value) onChange(name, upper);
    },
    className: field.upperCase ? (classes.upperCase ?? '') : '',
    autoComplete: 'off',
    autoCapitalize: field.upperCase ? 'characters' : 'sentences',
    spellCheck: field.multiline ?? false,
  };
  if (field.multiline) return <Textarea {...input} autosize minRows={LINES_SHOWN} maxRows={LINES_AT_MOST} />;
  if (!field.document)
    return (
      <TextInput
        {...input}
        type={field.phone ? 'tel' : 'text'}
        {...(field.help && {
          rightSection: <HelpButton help={field.help} name={inputId(props)} label={field.label} />,
          rightSectionWidth: '2.75rem',
        })}
      />
    );
  return (
    <TextInput
      {...input}
      inputMode={letters ? 'text' : 'numeric'}
      rightSection={
        <ActionIcon
          className={classes.keyboard ?? ''}
          aria-label={letters ? 'Usar el teclado de números' : 'Usar el teclado de letras'}
          onClick={() => {
            setLetters(!letters);
            document.getElementById(inputId(props))?.focus();
          }}
        >
          {letters ? <Icon123 size={20} aria-hidden /> : <IconAbc size={20} aria-hidden />}
        </ActionIcon>
      }
    />
  );
}
