import { getRouteApi } from '@tanstack/react-router';
import { useAddress } from '#web/lib/address.ts';
import { PatientList } from '#web/records/patients/patient-list.tsx';
import { readFirstRows } from '#web/records/patients/read-first-rows.ts';
import { NINO } from './kind.ts';

const route = getRouteApi('/lista/ninos');

export const beforeShown = readFirstRows(NINO.definition);

export function NinoListScreen() {
  return <PatientList kind={NINO} address={useAddress(route)} />;
}
