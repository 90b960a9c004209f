import type { KeptOnChild } from '../follow-up/child-summary.ts';
import type { FlatRecord } from '../records/row.ts';

/** A record as lists find and order it: its fields by name, and what the server adds to them. */
export interface ListedRow extends FlatRecord {
  readonly _id: string;
  readonly createdBy: { readonly _id: string };
  /** ISO 8601 UTC, to the millisecond. */
  readonly fechaRegistro: string;
  /** Which of those registered at one instant came later. */
  readonly orden: number;
  /** Of a woman or child: what `q` searches, folded. */
  readonly busqueda?: string | undefined;
}

/** What of the records of a child its lists follow from. */
interface FromRecords {
  /** The months `YYYY-MM` in which it had a control. */
  readonly meses: readonly string[];
  /** When one of its records was last saved in spite of a warning; null when none was. */
  readonly advertencia: string | null;
}

export interface ListedPerson extends ListedRow {
  /** Whose booklet it is now: its author's until it is handed over. */
  readonly custodio: string;
  readonly busqueda: string;
}

export interface ListedChild extends ListedPerson, Readonly<KeptOnChild>, FromRecords {
  readonly sexo: string;
  readonly fechanacimiento: string | null;
}
