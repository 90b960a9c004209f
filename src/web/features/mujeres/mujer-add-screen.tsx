import { PatientAdd } from '#web/records/patients/patient-add.tsx';
import { MUJER } from './kind.ts';

export function MujerAddScreen() {
  return <PatientAdd kind={MUJER} />;
}
