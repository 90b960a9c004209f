import { getRouteApi } from '@tanstack/react-router';
import { useAddress } from '#web/lib/address.ts';
import { PatientList } from '#web/records/patients/patient-list.tsx';
import { NINO } from './kind.ts';

const route = getRouteApi('/lista/ninos');

export function NinoListScreen() {
  return <PatientList kind={NINO} address={useAddress(route)} />;
}
