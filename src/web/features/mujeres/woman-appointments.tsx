import { useMemo } from 'react';
import { today } from '#domain/calendar.ts';
import { controlmujer } from '#domain/records/control-mujer.ts';
import { etmi } from '#domain/records/etmi.ts';
import { vacunamujer } from '#domain/records/vacuna-mujer.ts';
import { NO_APPOINTMENTS } from '#domain/visit/appointment-groups.ts';
import { womanAppointments } from '#domain/visit/woman-appointments.ts';
import { NextAppointments } from '#web/records/booklet/next-appointments.tsx';
import type { PatientRecords } from '#web/records/booklet/use-patient-records.ts';

interface WomanAppointmentsProps {
  records: PatientRecords;
}

const KEYS = [controlmujer.key, vacunamujer.key, etmi.key];

/** What comes next for a pregnant woman. */
export default function WomanAppointments({ records }: WomanAppointmentsProps) {
  const queries = KEYS.map((key) => records.get(key)).filter((query) => query !== undefined);
  const [controls, vaccines, screenings] = queries.map(({ data }) => data);
  const appointments = useMemo(
    () =>
      controls && vaccines && screenings ? womanAppointments({ controls, vaccines, screenings }, today()) : undefined,
    [controls, vaccines, screenings],
  );
  return <NextAppointments records={queries} empty={NO_APPOINTMENTS.woman} appointments={appointments} />;
}
