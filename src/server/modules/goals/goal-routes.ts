import type { FastifyInstance } from 'fastify';
import { createGoal, getGoalReport, listDueGoals, listGoals, removeGoal, saveGoal } from '#domain/calls/goals.ts';
import { AppError } from '#domain/errors.ts';
import { serve } from '#server/calls/serve.ts';
import { readListing } from '#server/lists/listing.ts';
import type { DueGoals } from './due-goals.ts';
import type { GoalRepository } from './goal-repository.ts';
import type { GoalShares } from './goal-shares.ts';

interface GoalRepositories {
  goals: GoalRepository;
  due: DueGoals;
  shares: GoalShares;
}

const done = (participle: string) => `La meta ha sido ${participle} correctamente.`;

/** The goals of the first thousand days; not registered where they are switched off. */
export function registerGoalRoutes(app: FastifyInstance, { goals, due, shares }: GoalRepositories): void {
  serve(app, listGoals, () => goals.list());

  serve(app, createGoal, async ({ actor, body: { _id, ...goal } }) => {
    const stored = await goals.create(actor, _id ?? crypto.randomUUID(), goal);
    return { ...stored, message: done('guardada') };
  });

  serve(app, saveGoal, async ({ actor, params: { id }, body: { version, ...goal } }) => {
    const { stored, replaced } = await goals.replace(actor, id, goal, version ?? undefined);
    if (!replaced) throw new AppError('outdated', { row: stored });
    return { ...stored, message: done('actualizada') };
  });

  serve(app, removeGoal, async ({ actor, params: { id } }) => {
    await goals.remove(actor, id);
    return { message: done('eliminada') };
  });

  serve(app, listDueGoals, ({ actor, query }) => readListing(query, due(actor, query)));
  serve(app, getGoalReport, ({ query, waits }) => shares(query, waits));
}
