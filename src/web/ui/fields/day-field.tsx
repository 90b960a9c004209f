import { useState } from 'react';
import { isCalendarDate } from '#domain/calendar.ts';
import { NOT_DATE_TYPED } from '#domain/fields/date.ts';
import type { Value } from '#domain/fields/index.ts';
import { DateField } from './date-field.tsx';

const TYPED_WHOLE = 8;

interface DayFieldProps {
  name: string;
  label: string;
  day: string;
  error?: string | undefined;
  onDay: (day: string) => void;
}

/** A day that narrows something. It is taken over once it is one; while it is typed nothing is asked of the server. */
export function DayField({ name, label, day, error, onDay }: DayFieldProps) {
  const [draft, setDraft] = useState({ of: day, text: day });
  // A day chosen elsewhere (a period, the way back) replaces what was typed.
  const text = draft.of === day ? draft.text : day;
  const change = (_name: string, value: Value) => {
    const typed = String(value ?? '');
    const taken = typed === '' || isCalendarDate(typed);
    setDraft({ of: taken ? typed : day, text: typed });
    if (taken && typed !== day) onDay(typed);
  };
  const wrong = text.length >= TYPED_WHOLE && !isCalendarDate(text) ? NOT_DATE_TYPED : undefined;
  return (
    <DateField
      name={name}
      field={{ kind: 'date', label }}
      value={text || null}
      onChange={change}
      error={wrong ?? error}
    />
  );
}
