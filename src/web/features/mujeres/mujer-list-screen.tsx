import { getRouteApi } from '@tanstack/react-router';
import { useAddress } from '#web/lib/address.ts';
import { PatientList } from '#web/records/patients/patient-list.tsx';
import { MUJER } from './kind.ts';

const route = getRouteApi('/lista/mujer');

export function MujerListScreen() {
  return <PatientList kind={MUJER} address={useAddress(route)} />;
}
