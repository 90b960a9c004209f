import { PatientList } from '#web/ui/patients/patient-list.tsx';
import { NINO } from './kind.ts';

export function NinoListScreen() {
  return <PatientList kind={NINO} />;
}
