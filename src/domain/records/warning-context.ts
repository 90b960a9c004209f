import type { Values } from '../fields/index.ts';
import type { HaemoglobinTable } from '../haemoglobin/altitude-adjustment.ts';

export interface WarningContext {
  readonly today: string;
  /** The child's birth date; null if unknown, and for women. */
  readonly birth: string | null;
  readonly others: readonly Values[];
  /** The server's setting, by which haemoglobin is classified; without it the default of that setting. */
  readonly haemoglobinTable?: HaemoglobinTable | undefined;
}
