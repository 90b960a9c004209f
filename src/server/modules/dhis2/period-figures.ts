import { today } from '#domain/calendar.ts';
import type { JudgingRules } from '#domain/dhis2/judge-child.ts';
import type { ReportPeriod } from '#domain/dhis2/period.ts';
import { loadEveryStandard } from '#domain/growth/who/standards.ts';
import { pauseBetweenParts } from '#server/base/pause-between-parts.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { countChildren } from './count-children.ts';
import { countWomen } from './count-women.ts';
import { createPlaceSums, type PlaceFigures } from './place-figures.ts';
import { createRecentValues } from './recent-values.ts';
import { inSnapshot } from './snapshot.ts';

/**
 * People per statement. On PGlite a statement blocks all others. On PostgreSQL so few that their rows are cheaper to read by the index than
 * the whole table, also for the first page, whose people have the most records, and for the last, where the planner expects no more rows.
 */
const PEOPLE_AT_ONCE = 250;

interface PeriodFiguresOptions {
  readonly database: Database;
  readonly table: JudgingRules['table'];
}

export type PeriodFigures = ReturnType<typeof createPeriodFigures>;

/** The figures of a period by place. Counting reads every booklet, so one period is counted at a time, and the last ones are kept for a while. */
export function createPeriodFigures({ database, table }: PeriodFiguresOptions) {
  const ending = new AbortController();

  /** On PGlite, pauses for as long as the last statement took, so that others get at the database in between. */
  const pausing = () => {
    const rest = database.kind === 'pglite' ? pauseBetweenParts(() => true) : async () => true;
    return async () => {
      ending.signal.throwIfAborted();
      await rest();
    };
  };

  async function count(db: Db, period: ReportPeriod, rules: JudgingRules): Promise<PlaceFigures[]> {
    const sums = createPlaceSums();
    const walk = { size: PEOPLE_AT_ONCE, pause: pausing() };
    await countChildren(db, { period, rules, walk, sums });
    await countWomen(db, { period, walk, sums });
    return sums.all();
  }

  const recent = createRecentValues<PlaceFigures[], ReportPeriod>(async (period) => {
    const rules = { standards: await loadEveryStandard(), table };
    // A record of a day to come is a mistake or a plan.
    const hasta = period.hasta < today() ? period.hasta : today();
    return inSnapshot(database, (db) => count(db, { ...period, hasta }, rules));
  }, database.replica?.mostBehindMs);

  return {
    of: (period: ReportPeriod) => recent.of(period.name, period),
    close() {
      ending.abort();
      return recent.settled();
    },
  };
}
