import { NO_VALUE } from '../fields/index.ts';

/** Whether a field holds what a filter asks for; what is absent narrows nothing, {@link NO_VALUE} finds what is empty. */
export const fieldMatches = (stored: unknown, asked: unknown): boolean =>
  asked === undefined || stored === (asked === NO_VALUE ? '' : asked);
