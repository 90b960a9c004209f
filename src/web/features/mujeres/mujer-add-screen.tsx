import { PatientAdd } from '#web/ui/patients/patient-add.tsx';
import { MUJER } from './kind.ts';

export function MujerAddScreen() {
  return <PatientAdd kind={MUJER} />;
}
