import { useMemo } from 'react';
import { today } from '#domain/calendar.ts';
import { anemia } from '#domain/records/anemia.ts';
import { control } from '#domain/records/control.ts';
import { vacuna } from '#domain/records/vacuna.ts';
import { NO_APPOINTMENTS } from '#domain/visit/appointment-groups.ts';
import { childAppointments } from '#domain/visit/appointments.ts';
import { NextAppointments } from '#web/records/booklet/next-appointments.tsx';
import type { PatientRecords } from '#web/records/booklet/use-patient-records.ts';

interface ChildAppointmentsProps {
  birth: string | undefined;
  records: PatientRecords;
}

const KEYS = [control.key, vacuna.key, anemia.key];

/** What comes next for a child. */
export default function ChildAppointments({ birth = '', records }: ChildAppointmentsProps) {
  const queries = KEYS.map((key) => records.get(key)).filter((query) => query !== undefined);
  const [controls, vaccines, screenings] = queries.map(({ data }) => data);
  const appointments = useMemo(
    () =>
      controls && vaccines && screenings
        ? childAppointments({ birth: birth || null, controls, vaccines, screenings }, today())
        : undefined,
    [birth, controls, vaccines, screenings],
  );
  const empty = birth ? NO_APPOINTMENTS.child : NO_APPOINTMENTS.withoutBirth;
  return <NextAppointments records={queries} {...{ appointments, empty }} />;
}
