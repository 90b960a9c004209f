import { today } from '#domain/calendar.ts';
import { controlmujer } from '#domain/records/control-mujer.ts';
import { etmi } from '#domain/records/etmi.ts';
import { mujer } from '#domain/records/mujer.ts';
import { fieldOf } from '#domain/records/row.ts';
import { vacunamujer } from '#domain/records/vacuna-mujer.ts';
import { NO_APPOINTMENTS } from '#domain/visit/appointment-groups.ts';
import { womanAppointments } from '#domain/visit/woman-appointments.ts';
import { appointmentsBlock } from '#web/records/patients/appointments-print.ts';
import type { PatientPrint } from '#web/records/patients/patient-print.ts';

const FACTS = ['hcu', 'cedula'] satisfies (keyof typeof mujer.fields)[];

export const MUJER_PRINT: PatientPrint = {
  title: () => 'Libreta de la mujer embarazada',
  line: (row) => FACTS.map((name) => `${mujer.fields[name].label} ${fieldOf(row, name)}`),
  last: (_, records) => {
    // The newest first, as on the page: of two records of one day the one registered last counts.
    const of = (key: string) => (records.get(key) ?? []).toReversed();
    const woman = { controls: of(controlmujer.key), vaccines: of(vacunamujer.key), screenings: of(etmi.key) };
    return [appointmentsBlock(womanAppointments(woman, today()), NO_APPOINTMENTS.woman)];
  },
};
