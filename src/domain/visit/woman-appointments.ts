import {
  dayOfGestationWeek,
  gestationWeek,
  isPregnancyOver,
  nextAppointment,
  pregnancyStart,
} from '../follow-up/pregnancy.ts';
import { missingOfPregnancy } from '../follow-up/pregnancy-vaccines.ts';
import type { PregnancyVaccine } from '../vaccines/pregnancy.ts';
import { type Appointment, inOrder } from './appointment.ts';

type FlatRecord = Readonly<Record<string, unknown>>;

/** A woman's flat records. */
export interface FollowedWoman {
  readonly controls: readonly FlatRecord[];
  readonly vaccines: readonly FlatRecord[];
  /** Those of ETMI. */
  readonly screenings: readonly FlatRecord[];
}

/** A control before the pregnancy of the latest screening belongs to an earlier one. */
function controlsOfPregnancy({ controls, screenings }: FollowedWoman): readonly FlatRecord[] {
  const start = pregnancyStart(screenings);
  return start === null ? controls : controls.filter(({ fechaatencion }) => String(fechaatencion) >= start);
}

function controlOf(woman: FollowedWoman, day: string): Appointment {
  const date = nextAppointment(controlsOfPregnancy(woman));
  const name = date === null ? 'Primer control prenatal' : 'Control prenatal';
  return date !== null && date > day
    ? { kind: 'control', name, date, when: 'later', agreed: true }
    : { kind: 'control', name, date, when: 'due' };
}

function vaccineOf(
  { label, weeks, note, conditional }: PregnancyVaccine,
  { screenings }: FollowedWoman,
  day: string,
): Appointment[] {
  const about = { kind: 'vacuna', name: label } as const;
  const week = gestationWeek(screenings, day);
  const date = weeks && week !== null ? dayOfGestationWeek(screenings, weeks[0]) : null;
  if (!weeks || week === null || conditional || date === null) return [{ ...about, date: null, when: 'open', note }];
  if (week > weeks[1]) return [];
  return [{ ...about, date, when: date > day ? 'later' : 'due' }];
}

/** What comes next for a pregnant woman: her appointment and the vaccines of her weeks; nothing when the pregnancy is over. @param day today, `YYYY-MM-DD` */
export function womanAppointments(woman: FollowedWoman, day: string): Appointment[] {
  const { controls, screenings, vaccines } = woman;
  if (isPregnancyOver(screenings, controls, day)) return [];
  const missing = missingOfPregnancy(screenings, vaccines, day);
  return inOrder([controlOf(woman, day), ...missing.flatMap((vaccine) => vaccineOf(vaccine, woman, day))]);
}
