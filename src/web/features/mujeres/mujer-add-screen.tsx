import { getRouteApi } from '@tanstack/react-router';
import { useAddress } from '#web/lib/address.ts';
import { PatientAdd } from '#web/records/patients/patient-add.tsx';
import { MUJER } from './kind.ts';

const route = getRouteApi('/mujer/add');

export function MujerAddScreen() {
  return <PatientAdd kind={MUJER} searched={useAddress(route).search.q} />;
}
