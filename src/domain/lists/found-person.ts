import { type FoundPerson, foundPerson } from '../calls/search.ts';
import { gestationWeek, nextAppointment } from '../follow-up/pregnancy.ts';
import type { FlatRecord } from '../records/row.ts';

export const foundChild = (row: FlatRecord): FoundPerson => foundPerson.parse({ ...row, tipo: 'nino' });

/** @param records those of the woman by type @param day today, `YYYY-MM-DD` */
export const foundWoman = (
  row: FlatRecord,
  { etmi = [], controlmujer = [] }: Readonly<Record<string, readonly FlatRecord[]>>,
  day: string,
): FoundPerson =>
  foundPerson.parse({
    ...row,
    tipo: 'mujer',
    semanaGestacion: gestationWeek(etmi, day),
    proximaCita: nextAppointment(controlmujer),
  });
