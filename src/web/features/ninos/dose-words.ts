import {
  IconAlertTriangle,
  IconBan,
  IconCalendarDue,
  IconCalendarEvent,
  IconCircleCheck,
  IconClockExclamation,
  IconHelpCircle,
} from '@tabler/icons-react';
import { showDay } from '#domain/calendar.ts';
import type { DoseState, TimelineItem } from '#domain/vaccines/timeline.ts';

export const STATE_ICONS = {
  due: IconCalendarEvent,
  late: IconClockExclamation,
  upcoming: IconCalendarDue,
  undated: IconHelpCircle,
  given: IconCircleCheck,
  early: IconAlertTriangle,
  tooOld: IconBan,
} satisfies Record<DoseState, unknown>;

/** "Nacimiento", "2 meses". */
export const ageName = (months: number | null) =>
  months === null ? 'Sin edad confirmada' : months === 0 ? 'Nacimiento' : `${months} meses`;

const until = (last: string | null) => (last ? `, hasta el ${showDay(last)}` : '');

/** When a dose was given or is due, or why it is not due; shown after its state. */
export function doseTimingTexts(
  { dose, state, due, last, given, remark, waits }: TimelineItem,
  today: string,
): string[] {
  if (given) return [`el ${showDay(given.date)}`, remark ?? ''];
  if (state === 'tooOld') return [last && last < today ? `era hasta ${dose.limit}` : 'la serie no se inició a tiempo'];
  const first = waits && (state === 'due' || state === 'late');
  return [
    due ? `desde el ${showDay(due)}${until(last)}` : '',
    first ? 'Primero va la dosis anterior' : (dose.note ?? ''),
  ];
}
