import type { HelpSource } from './sources.ts';

/** The explanation behind the "?" of a field. Bounds and units stay in the declaration of the field. */
export interface FieldHelp {
  /** The title of the sheet, as a question where the field is measured. */
  readonly title: string;
  readonly what: string;
  /** How to measure or to fill in, step by step. */
  readonly how: readonly string[];
  /** What values inside or outside of the range mean. */
  readonly range?: string;
  /** The one sentence to remember. */
  readonly rule?: string;
  readonly sources: readonly HelpSource[];
}
