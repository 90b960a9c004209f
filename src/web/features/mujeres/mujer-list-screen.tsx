import { getRouteApi } from '@tanstack/react-router';
import { useAddress } from '#web/lib/address.ts';
import { PatientList } from '#web/records/patients/patient-list.tsx';
import { readFirstRows } from '#web/records/patients/read-first-rows.ts';
import { MUJER } from './kind.ts';

const route = getRouteApi('/lista/mujer');

export const beforeShown = readFirstRows(MUJER.definition);

export function MujerListScreen() {
  return <PatientList kind={MUJER} address={useAddress(route)} />;
}
