import { PatientList } from '#web/ui/patients/patient-list.tsx';
import { MUJER } from './kind.ts';

export function MujerListScreen() {
  return <PatientList kind={MUJER} />;
}
