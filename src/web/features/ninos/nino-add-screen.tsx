import { getRouteApi } from '@tanstack/react-router';
import { useAddress } from '#web/lib/address.ts';
import { PatientAdd } from '#web/records/patients/patient-add.tsx';
import { NINO } from './kind.ts';

const route = getRouteApi('/ninos/add');

export function NinoAddScreen() {
  return <PatientAdd kind={NINO} searched={useAddress(route).search.q} />;
}
