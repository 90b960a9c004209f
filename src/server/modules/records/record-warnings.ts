import { eq } from 'drizzle-orm';
import { today } from '#domain/calendar.ts';
import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { warningsOf } from '#domain/records/warnings.ts';
import type { Db } from '#server/db/connect.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { nino } from '#server/db/schema.ts';

/** Whether the form would have warned of these values: the same rules, with the person's other records as they are stored. */
export async function isWarned(
  db: Db,
  definition: RecordDefinition,
  values: Values,
  parentId: string | undefined,
): Promise<boolean> {
  const context = { today: today(), birth: null as string | null, others: [] as Values[] };
  if (parentId && definition.parent) {
    const table = recordTable(definition.key);
    context.others = (await db.select().from(table).where(eq(table.parentId, parentId))) as Values[];
    if (definition.parent.record === 'nino') {
      const [child] = await db.select({ birth: nino.fechanacimiento }).from(nino).where(eq(nino._id, parentId));
      context.birth = child?.birth ?? null;
    }
  }
  return warningsOf(definition, values, context).length > 0;
}
