import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { StoredGoal } from '#domain/calls/goals.ts';
import { AppError } from '#domain/errors.ts';
import { inGoalOrder } from '#domain/goals/goal.ts';
import type { GoalValues } from '#domain/goals/goal-fields.ts';
import { changedFields } from '#domain/journal/journal.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { claimId, contentPrint } from '#server/db/receipts.ts';
import { goalTable } from '#server/db/schema.ts';
import { ONE_ROW, partHasRows } from '#server/db/statement-parts.ts';
import { journalPart } from '#server/journal/entries.ts';

export type GoalRepository = ReturnType<typeof createGoalRepository>;
export type ListGoals = GoalRepository['list'];

const KIND = 'meta';
const columns = getTableColumns(goalTable);
const byId = (id: string) => eq(goalTable._id, id);

export function createGoalRepository(db: Db) {
  return {
    async list(): Promise<StoredGoal[]> {
      const goals = await db.select().from(goalTable);
      return goals.sort(inGoalOrder);
    },

    create: (actor: Actor, id: string, goal: GoalValues): Promise<StoredGoal> =>
      db.transaction(async (inside) => {
        const creation = { id, userId: actor.id, print: contentPrint(KIND, goal) };
        const entry = journalPart(inside, actor, { action: 'crear', kind: KIND, about: id, after: { ...goal } });
        const [stored] = (await claimId(inside, creation))
          ? await inside
              .with(entry)
              .insert(goalTable)
              .values({ ...goal, _id: id })
              .returning(columns)
          : await inside.select().from(goalTable).where(byId(id));
        if (!stored) throw new AppError('idTaken');
        return stored;
      }),

    /** @param version the version the editor saw; if it is no longer current, nothing is written */
    replace: (
      actor: Actor,
      id: string,
      goal: GoalValues,
      version?: number,
    ): Promise<{ stored: StoredGoal; replaced: boolean }> =>
      db.transaction(async (inside) => {
        const [before] = await inside.select().from(goalTable).where(byId(id)).for('update');
        if (!before) throw new AppError('notFound');
        if (version !== undefined && version !== before.version) return { stored: before, replaced: false };
        const changed = changedFields({ ...before }, { ...goal });
        const [stored] = await inside
          .with(journalPart(inside, actor, { action: 'editar', kind: KIND, about: id, ...changed }))
          .update(goalTable)
          .set({ ...goal, version: sql`${goalTable.version} + 1` })
          .where(byId(id))
          .returning(columns);
        // The row is locked, so the update returns it.
        return { stored: stored as StoredGoal, replaced: true };
      }),

    async remove(actor: Actor, id: string): Promise<void> {
      const deletion = sql`delete from ${goalTable} where ${byId(id)} returning *`;
      const before = sql`to_jsonb(gone) - '_id'::text - 'version'::text`;
      const entry = { action: 'eliminar', kind: KIND, about: id, before } as const;
      const [deleted] = await db
        .with(db.$with('gone', {}).as(deletion), journalPart(db, actor, entry, sql.identifier('gone')))
        .select({ wasThere: partHasRows('gone') })
        .from(ONE_ROW);
      if (!deleted?.wasThere) throw new AppError('notFound');
    },
  };
}
