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
  const before = useRef<string>(undefined);
  const latest = useRef({ form, onDay });
  latest.current = { form, onDay };

  useEffect(() => {
    const { form, onDay } = latest.current;
    const isOwn = before.current === undefined ? form.restored && !isStored : date !== before.current;
    before.current = date;
    if (date === day) return;
    if (!isOwn) form.change(field, day);
    else if (isCalendarDate(date)) onDay(date);
  }, [date, day, isStored, field]);

  const isFilled = useStore(useVisit().parts).some((part) => part.isFilled && !part.saved);
  useEffect(() => {
    if (isFilled && !isStored) latest.current.onDay(day);
  }, [isFilled, isStored, day]);
}
