import { showDay, today } from '#domain/calendar.ts';
import { anemia } from '#domain/records/anemia.ts';
import { control } from '#domain/records/control.ts';
import { vacuna } from '#domain/records/vacuna.ts';
import { familyDoseName } from '#domain/vaccines/family-words.ts';
import { matchVaccines, type TimelineItem } from '#domain/vaccines/timeline.ts';
import { NO_APPOINTMENTS } from '#domain/visit/appointment-groups.ts';
import { childAppointments } from '#domain/visit/appointments.ts';
import type { Row } from '#web/lib/row.ts';
import { appointmentsBlock } from '#web/records/patients/appointments-print.ts';
import type { Block, CheckGroup } from '#web/ui/pdf/content.ts';

const ageTitle = (months: number | null) =>
  months === null ? 'Cuando lo indique el centro de salud' : months === 0 ? 'Al nacer' : `A los ${months} meses`;

function noteOf({ dose, state, due, given, waits }: TimelineItem): string {
  if (given) return `Puesta el ${showDay(given.date)}${state === 'early' ? ', antes de tiempo' : ''}`;
  if (state === 'tooOld') return 'Ya no corresponde por la edad';
  if (dose.conditional) return dose.note ?? '';
  if (state === 'undated' || due === null) return 'Pregunta en tu centro de salud';
  if (state === 'upcoming') return `Desde el ${showDay(due)}`;
  return waits ? 'Después de la dosis anterior' : 'Ya le toca';
}

function calendarOf(birth: string | null, vaccines: readonly Row[]): Block[] {
  const timeline = matchVaccines(birth, vaccines, today());
  if (!timeline) return [];
  const { items, unmatched } = timeline;
  const groups = [...new Set(items.map(({ dose }) => dose.months))].map(
    (months): CheckGroup => ({
      title: ageTitle(months),
      items: items
        .filter(({ dose }) => dose.months === months)
        .map((item) => ({ label: familyDoseName(item.dose), note: noteOf(item), ticked: item.given !== null })),
    }),
  );
  const others = unmatched.map(({ tipovacuna, dosis, fechaaplicacion }) => ({
    label: `${String(tipovacuna)}, dosis ${String(dosis)}`,
    note: `Puesta el ${showDay(String(fechaaplicacion))}`,
    ticked: true,
  }));
  return [
    {
      kind: 'checklist',
      title: 'Calendario de vacunas',
      groups: others.length > 0 ? [...groups, { title: 'Otras vacunas', items: others }] : groups,
    },
  ];
}

/** The end of a child's booklet on paper: the next appointments, and the vaccination calendar with what was given ticked. */
export function childAppointmentBlocks(birth: string | null, records: ReadonlyMap<string, readonly Row[]>): Block[] {
  const of = (key: string) => records.get(key) ?? [];
  const child = { birth, controls: of(control.key), vaccines: of(vacuna.key), screenings: of(anemia.key) };
  return [
    appointmentsBlock(childAppointments(child, today()), birth ? NO_APPOINTMENTS.child : NO_APPOINTMENTS.withoutBirth),
    ...calendarOf(birth, child.vaccines),
  ];
}
