import { PatientAdd } from '#web/records/patients/patient-add.tsx';
import { NINO } from './kind.ts';

export function NinoAddScreen() {
  return <PatientAdd kind={NINO} />;
}
