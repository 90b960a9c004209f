import { today } from '#domain/calendar.ts';
import type { GoalFamily } from '#domain/goals/counted-records.ts';
import { shownGoals } from '#domain/goals/due-row.ts';
import { type FamilyRecords, familyOfChild, familyOfWoman } from '#domain/goals/family.ts';
import { goals } from '#web/lib/booklets/goals.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { Row } from '#web/lib/row.ts';
import type { Block } from '#web/ui/pdf/content.ts';
import { goalSources } from './goal-sources.ts';

/** The section «Metas» of the printed booklet; none where there are no goals. @param printed in chronological order */
export async function goalsBlocks(
  para: GoalFamily,
  row: Row,
  printed: ReadonlyMap<string, readonly Row[]>,
): Promise<Block[]> {
  // A booklet without goals is better than none; the failure is logged.
  const declared = await queryClient.fetchQuery(goals).catch(() => []);
  // The newest first, as on the page: of two screenings of one day the one registered last counts.
  const records: FamilyRecords = Object.fromEntries([...printed].map(([key, rows]) => [key, rows.toReversed()]));
  const family = para === 'nino' ? familyOfChild(row, records) : familyOfWoman(records);
  const shown = shownGoals(declared, para, family, today());
  if (shown.length === 0) return [];
  const items = shown.map(({ nombre, texto }) => ({ label: nombre, value: texto }));
  return [{ kind: 'definitions', title: 'Metas', groups: [{ title: goalSources(shown), items }] }];
}
