import { familyDoseName } from '../vaccines/family-words.ts';
import type { Appointment } from './appointment.ts';

/** What an appointment is for, as a family reads it: "Rotavirus (diarrea grave), 2.ª dosis". */
export function appointmentWords({ kind, name, dose }: Appointment): string {
  if (dose) return familyDoseName(dose);
  return kind === 'hemoglobina'
    ? name.replace(/^Hemoglobina de los/, 'Examen de sangre para ver si tiene anemia (hemoglobina), a los')
    : name;
}
