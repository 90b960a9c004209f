import { useState } from 'react';
import { NOT_DATE_TYPED } from '#domain/fields/date.ts';
import { DateInput } from './date-field.tsx';
import { isTypedWhole, parseTypedDate, showTypedDate } from './typed-date.ts';

/** `20/11/20` */
const LONG = 8;

interface DayFieldProps {
  name: string;
  label: string;
  day: string;
  error?: string | undefined;
  onDay: (day: string) => void;
}

interface Draft {
  /** The day at the last rendering. */
  day: string;
  text: string;
  left: boolean;
  /** The days that were passed on and have not come back as `day` yet: a change of the address takes a moment. */
  passed: readonly string[];
}

const draftOf = (day: string): Draft => ({ day, text: showTypedDate(day), left: false, passed: [] });

/** A day set from outside (a period, the back button) replaces the text; a day that was typed here leaves it alone. */
function follow(draft: Draft, day: string): Draft {
  const at = draft.passed.indexOf(day);
  return at < 0 ? draftOf(day) : { ...draft, day, passed: draft.passed.slice(at + 1) };
}

/** A date filter. A date is passed on once it is typed whole or the field is left, and an empty field at once. */
export function DayField({ name, label, day, error, onDay }: DayFieldProps) {
  const [draft, setDraft] = useState(() => draftOf(day));
  if (draft.day !== day) setDraft(follow(draft, day));
  const { text, left, passed } = draft;

  const enter = (next: { text: string; day: string | undefined; left?: boolean }) => {
    const { text, left = false } = next;
    if (next.day === undefined || next.day === (passed.at(-1) ?? day)) return setDraft({ day, text, left, passed });
    setDraft({ day, text, left, passed: [...passed, next.day] });
    onDay(next.day);
  };
  const type = (typed: string) => {
    const whole = isTypedWhole(typed) ? parseTypedDate(typed) : undefined;
    enter({ text: typed, day: typed.trim() === '' ? '' : whole });
  };
  const leave = () => {
    const typed = parseTypedDate(text);
    enter({ text: typed ? showTypedDate(typed) : text, day: typed, left: true });
  };
  // A message at a few digits would move the page under the press that left the field.
  const isWrong = (isTypedWhole(text) || (left && text.length >= LONG)) && !parseTypedDate(text);
  return (
    <DateInput
      name={name}
      field={{ kind: 'date', label }}
      value={day || null}
      onChange={(_name, picked) => enter({ text: showTypedDate(String(picked ?? '')), day: String(picked ?? '') })}
      text={text}
      onText={type}
      onLeave={leave}
      error={isWrong ? NOT_DATE_TYPED : error}
    />
  );
}
