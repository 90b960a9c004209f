import { useState } from 'react';
import { isCalendarDate } from '#domain/calendar.ts';
import { NOT_DATE_TYPED } from '#domain/fields/date.ts';
import type { Value } from '#domain/fields/index.ts';
import { DateFieldInput } from './date-field.tsx';

const TYPED_WHOLE = 8;

interface DayFieldProps {
  name: string;
  label: string;
  day: string;
  error?: string | undefined;
  onDay: (day: string) => void;
}

/** A date filter. Only a complete date is passed on, so that no request is sent while typing. */
export function DayField({ name, label, day, error, onDay }: DayFieldProps) {
  const [draft, setDraft] = useState({ of: day, text: day });
  // A day set from outside (a period, the back button) replaces the text.
  const text = draft.of === day ? draft.text : day;
  const change = (_name: string, value: Value) => {
    const typed = String(value ?? '');
    const complete = typed === '' || isCalendarDate(typed);
    setDraft({ of: complete ? typed : day, text: typed });
    if (complete && typed !== day) onDay(typed);
  };
  const wrong = text.length >= TYPED_WHOLE && !isCalendarDate(text) ? NOT_DATE_TYPED : undefined;
  return (
    <DateFieldInput
      name={name}
      field={{ kind: 'date', label }}
      value={text || null}
      onChange={change}
      error={wrong ?? error}
    />
  );
}
