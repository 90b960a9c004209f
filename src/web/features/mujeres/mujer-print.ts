import { mujer } from '#domain/records/mujer.ts';
import { fieldOf } from '#domain/records/row.ts';
import type { PatientPrint } from '#web/records/patients/patient-print.ts';

const FACTS = ['hcu', 'cedula'] satisfies (keyof typeof mujer.fields)[];

export const MUJER_PRINT: PatientPrint = {
  title: () => 'Libreta de la mujer embarazada',
  line: (row) => FACTS.map((name) => `${mujer.fields[name].label} ${fieldOf(row, name)}`),
};
