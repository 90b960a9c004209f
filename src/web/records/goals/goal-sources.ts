import type { ShownGoal } from '#domain/goals/due-row.ts';

/** Where the goals come from, each source once. */
export const goalSources = (shown: readonly ShownGoal[]): string =>
  `Fuente: ${[...new Set(shown.map(({ fuente }) => fuente))].join('; ')}.`;
