import { today } from '#domain/calendar.ts';
import { shownGoals } from '#domain/goals/due-row.ts';
import { type FamilyRecords, familyOfChild, familyOfWoman } from '#domain/goals/family.ts';
import type { Goal } from '#domain/goals/goal.ts';
import { nino } from '#domain/records/nino.ts';
import type { Row } from '#web/lib/row.ts';
import type { Block } from '#web/ui/pdf/content.ts';
import { goalSources } from './goal-sources.ts';

interface Printed {
  /** The key of the person's record type. */
  readonly kind: string;
  readonly row: Row;
  /** In chronological order. */
  readonly records: ReadonlyMap<string, readonly Row[]>;
}

/** The section «Metas» of the printed booklet; none where there are no goals. */
export function goalsBlocks({ kind, row, records }: Printed, goals: readonly Goal[]): Block[] {
  // The newest first, as on the page: of two screenings of one day the one registered last counts.
  const newestFirst: FamilyRecords = Object.fromEntries([...records].map(([key, rows]) => [key, rows.toReversed()]));
  const isChild = kind === nino.key;
  const family = isChild ? familyOfChild(row, newestFirst) : familyOfWoman(newestFirst);
  const shown = shownGoals(goals, isChild ? 'nino' : 'embarazo', family, today());
  if (shown.length === 0) return [];
  const items = shown.map(({ nombre, texto }) => ({ label: nombre, value: texto }));
  return [{ kind: 'definitions', title: 'Metas', groups: [{ title: goalSources(shown), items }] }];
}
