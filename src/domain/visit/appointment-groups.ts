import { showDay, showLongDay, startOfDay } from '../calendar.ts';
import type { Appointment } from './appointment.ts';

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
