import type { Values } from '../fields/index.ts';

/** What a warning may look at beside the record itself. */
export interface WarningContext {
  /** `YYYY-MM-DD`, in Guayaquil. */
  readonly today: string;
  /** The child's birth date; null when unknown, and for women. */
  readonly birth: string | null;
  /** The person's other records of the same type, flat, in any order. */
  readonly others: readonly Values[];
}
