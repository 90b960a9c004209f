import { type AgedControl, ageAtControl } from './age.ts';

/** Age groups in completed months, both bounds inclusive; the database stores their positions. */
export const SURVEY_AGES = [
  { key: '0-5', from: 0, to: 5, label: '0 a 5 meses' },
  { key: '6-11', from: 6, to: 11, label: '6 a 11 meses' },
  { key: '12-23', from: 12, to: 23, label: '12 a 23 meses' },
] as const;

/** The position in {@link SURVEY_AGES} of a child's age when it was measured, not corrected for prematurity; null from 24 months on or of unknown age. */
export function surveyAgeGroup(control: AgedControl | null, birth: string | null): number | null {
  const age = control && ageAtControl(control, birth);
  const at = age ? SURVEY_AGES.findIndex(({ from, to }) => age.months >= from && age.months <= to) : -1;
  return at === -1 ? null : at;
}
