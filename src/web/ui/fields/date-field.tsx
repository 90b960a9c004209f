import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { isCalendarDate, today } from '#domain/calendar.ts';
import type { DateField as DateDeclaration } from '#domain/fields/index.ts';
import { Explanation } from '#web/ui/help/explanation.tsx';
import { HelpLink } from '#web/ui/help/help-link.tsx';
import { DROPDOWN_PLACEMENT } from '#web/ui/page/dropdown-placement.ts';
import { registerLazyLoader } from '#web/ui/page/lazy-part.tsx';
import type { DateCalendarProps } from './date-calendar.tsx';
import { type FieldInputProps, inputId } from './field-props.ts';
import { fieldSlots } from './field-slots.tsx';
import classes from './fields.module.css';
import { parseTypedDate, showTypedDate } from './typed-date.ts';

const loadCalendar = registerLazyLoader(() => import('./date-calendar.tsx'));

interface DateInputProps extends FieldInputProps<DateDeclaration> {
  /** What is typed, a date or not yet. */
  text: string;
  onText: (text: string) => void;
  onLeave: () => void;
}

/** An input with a calendar, which leads to the explanation: a narrow box has no room for a second button. */
export function DateInput({ text, onText, onLeave, ...props }: DateInputProps) {
  const { name, field, value, onChange, disabled } = props;
  const stored = String(value ?? '');
  const [opened, setOpened] = useState(false);
  const [Calendar, setCalendar] = useState<ComponentType<DateCalendarProps>>();

  // The calendar's code loads with the first click; without a connection the date can still be typed.
  const toggle = async () => {
    const loaded = await loadCalendar().catch(() => undefined);
    if (!loaded) return;
    setCalendar(() => loaded.default);
    setOpened((open) => !open);
  };
  return (
    <Popover
      {...DROPDOWN_PLACEMENT}
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <TextInput
          {...fieldSlots(props)}
          name={inputId(props)}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onBlur={onLeave}
          placeholder="DD/MM/AAAA"
          inputMode="numeric"
          autoComplete="off"
          className={classes.number ?? ''}
          rightSectionWidth="2.75rem"
          rightSection={
            <ActionIcon
              color="var(--ink-3)"
              aria-label="Abrir el calendario"
              aria-describedby={`${inputId(props)}-label`}
              aria-haspopup="dialog"
              aria-expanded={opened}
              disabled={disabled ?? false}
              onClick={() => void toggle()}
            >
              <IconCalendar size={18} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Calendario">
        {field.help && (
          <HelpLink name={inputId(props)} onOpen={() => setOpened(false)}>
            ¿Qué fecha va aquí?
          </HelpLink>
        )}
        {Calendar && (
          <Calendar
            value={isCalendarDate(stored) ? stored : null}
            maxDate={field.notFuture ? today() : undefined}
            onChange={(day) => {
              onChange(name, day);
              setOpened(false);
            }}
          />
        )}
      </Popover.Dropdown>
      {field.help && <Explanation help={field.help} name={inputId(props)} />}
    </Popover>
  );
}

/** A date of a form. Text that is not a date stays in the draft as typed, so that validation reports it. */
export function DateFieldInput(props: FieldInputProps<DateDeclaration>) {
  const { name, value, onChange } = props;
  const stored = String(value ?? '');
  const [typed, setTyped] = useState(() => ({ value: stored, text: showTypedDate(stored) }));
  // A value set from outside (cleared form, picked day) replaces the text.
  const text = typed.value === stored ? typed.text : showTypedDate(stored);

  const type = (next: string) => {
    const parsed = parseTypedDate(next) ?? next.trim();
    setTyped({ value: parsed, text: next });
    onChange(name, parsed || null);
  };
  const leave = () => setTyped({ value: stored, text: showTypedDate(stored) });
  return <DateInput {...props} text={text} onText={type} onLeave={leave} />;
}
