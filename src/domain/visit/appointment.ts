import { showDay, showLongDay, startOfDay } from '../calendar.ts';

/** What a family comes for. */
export interface Appointment {
  readonly kind: 'control' | 'vacuna' | 'hemoglobina';
  /** As a brigade says it: "Hexavalente, 2.ª dosis". */
  readonly name: string;
  /** As a family reads it: "Hexavalente (difteria, tétanos, …), 2.ª dosis". */
  readonly words: string;
  /** The recommended or agreed day, `YYYY-MM-DD`; null without one. */
  readonly date: string | null;
  /** `due`: by today, and not done. `next`: its day came, but it follows a dose of today. `later`: on its day. `open`: no day is settled. */
  readonly when: 'due' | 'next' | 'later' | 'open';
  /** When it is done, instead of a day. */
  readonly note?: string;
  /** Whether the family and the brigade agreed on the day, so that other things wait for it. */
  readonly agreed?: boolean;
}

const ORDER = { due: 0, next: 1, later: 2, open: 3 } as const satisfies Record<Appointment['when'], number>;
const NO_DAY = '9999-12-31';

/** What is due first, then by day; of one day in the order given. */
export const inOrder = (appointments: readonly Appointment[]): Appointment[] =>
  appointments.toSorted((one, other) => {
    if (one.when !== other.when) return ORDER[one.when] - ORDER[other.when];
    const [day, otherDay] = [one.date ?? NO_DAY, other.date ?? NO_DAY];
    return day < otherDay ? -1 : day > otherDay ? 1 : 0;
  });

function timeOf({ date, when, note }: Appointment): string {
  if (when === 'next') return 'En la próxima cita';
  if (when === 'open') return note ?? 'Pregunta en tu centro de salud';
  if (date === null) return 'Cuanto antes';
  return when === 'due' ? 'Ya le toca' : showLongDay(new Date(startOfDay(date)));
}

export interface AppointmentGroup {
  /** "10 de julio de 2026", "Ya le toca", "Cuanto antes", "En la próxima cita". */
  readonly time: string;
  readonly when: Appointment['when'];
  readonly appointments: readonly Appointment[];
}

/** Appointments of one time together. @param appointments in order */
export function appointmentGroups(appointments: readonly Appointment[]): AppointmentGroup[] {
  const times = [...new Set(appointments.map(timeOf))];
  return times.map((time) => {
    const together = appointments.filter((one) => timeOf(one) === time);
    return { time, when: together[0]?.when ?? 'later', appointments: together };
  });
}

/** For what is due also since when: "Control de los 4 meses, desde el 10/07/2026". */
export const withSince = (text: string, { when, date }: Appointment): string =>
  when === 'due' && date !== null ? `${text}, desde el ${showDay(date)}` : text;

export const APPOINTMENTS_TITLE = 'Próximas citas';
export const NO_APPOINTMENTS = {
  child: 'No tiene citas pendientes del calendario de sus primeros dos años.',
  withoutBirth: 'Falta la fecha de nacimiento para decir cuándo le toca cada cita.',
  woman: 'No tiene citas pendientes: el embarazo registrado ya terminó.',
} as const;
