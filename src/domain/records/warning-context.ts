import type { Values } from '../fields/index.ts';

export interface WarningContext {
  readonly today: string;
  /** The child's birth date; null if unknown, and for women. */
  readonly birth: string | null;
  readonly others: readonly Values[];
}
