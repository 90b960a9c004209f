import type { GoalFamily } from '#domain/goals/counted-records.ts';
import { type FamilyRecords, familyOfChild, familyOfWoman } from '#domain/goals/family.ts';
import type { Row } from '#web/lib/row.ts';
import type { PatientRecords } from '#web/records/booklet/use-patient-records.ts';
import { GoalsCard } from './goals-card.tsx';

/** The records of a person; null until all types have loaded. */
function loadedRecords(records: PatientRecords): FamilyRecords | null {
  const loaded = [...records].map(([key, { data }]) => [key, data] as const);
  return loaded.some(([, data]) => data === undefined) ? null : Object.fromEntries(loaded);
}

interface PersonGoalsProps {
  para: GoalFamily;
  row: Row;
  records: PatientRecords;
}

/** The goals on a person's page. */
export default function PersonGoals({ para, row, records }: PersonGoalsProps) {
  const loaded = loadedRecords(records);
  if (!loaded) return null;
  return <GoalsCard para={para} family={para === 'nino' ? familyOfChild(row, loaded) : familyOfWoman(loaded)} />;
}
