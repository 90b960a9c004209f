import type { Appointment } from '#domain/visit/appointment.ts';
import { APPOINTMENTS_TITLE, appointmentGroups, withSince } from '#domain/visit/appointment-groups.ts';
import { appointmentWords } from '#domain/visit/appointment-words.ts';
import type { Block } from '#web/ui/pdf/content.ts';

/** The part of a printed booklet that says to the family when to come and for what. @param empty the text without appointments */
export function appointmentsBlock(appointments: readonly Appointment[], empty: string): Block {
  // One row for each time, so that no page begins with a line without its date.
  const rows = appointmentGroups(appointments).map(({ time, appointments: together }) => [
    time,
    together.map((one) => withSince(appointmentWords(one), one)).join('\n'),
  ]);
  return {
    kind: 'table',
    title: APPOINTMENTS_TITLE,
    columns: [
      { heading: 'Cuándo', align: 'left' },
      { heading: 'Qué le toca', align: 'left' },
    ],
    rows: rows.length > 0 ? rows : [['—', empty]],
  };
}
