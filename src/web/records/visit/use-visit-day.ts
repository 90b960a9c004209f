import { useEffect, useRef } from 'react';
import { isCalendarDate } from '#domain/calendar.ts';
import { useStore } from '#web/lib/store.ts';
import type { RecordFormState } from '#web/records/form/use-record-form.ts';
import { useVisit } from './visit.ts';

interface VisitDay {
  readonly day: string;
  /** Whether the day is stored with the visit; otherwise it is today. */
  readonly isStored: boolean;
  readonly onDay: (day: string) => void;
}

/**
 * The day of the visit and the date of its control are the same: each follows a change of the other. The day is stored once something is entered, so
 * that a visit that is restored later keeps it.
 */
export function useVisitDay(form: RecordFormState, field: string, { day, isStored, onDay }: VisitDay): void {
  const date = String(form.values[field] ?? '');
  const before = useRef<{ date: string; day: string }>(undefined);
  const latest = useRef({ form, isStored, onDay });
  latest.current = { form, isStored, onDay };

  useEffect(() => {
    const { form, isStored, onDay } = latest.current;
    const last = before.current;
    before.current = { date, day };
    // A date that is not valid stays, so that it is reported.
    if (date === day || !isCalendarDate(date)) return;
    if (last ? date !== last.date : form.restored && !isStored) onDay(date);
    else if (!last || day !== last.day) form.change(field, day);
  }, [date, day, field]);

  const parts = useStore(useVisit().parts);
  const isFilled = parts.some((part) => part.isFilled && !part.saved);
  const isSaved = parts.some((part) => part.saved);
  const wasFilled = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day is stored when the first part is filled, and forgotten when the last one is emptied
  useEffect(() => {
    const { isStored, onDay } = latest.current;
    if (isFilled && !isStored) onDay(day);
    if (!isFilled && wasFilled.current && !isSaved) onDay('');
    wasFilled.current = isFilled;
  }, [isFilled]);
}
