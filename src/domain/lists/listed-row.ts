import type { StoredChildSummary } from '../follow-up/child-summary.ts';
import type { FlatRecord } from '../records/row.ts';

export interface ListedRow extends FlatRecord {
  readonly _id: string;
  readonly createdBy: { readonly _id: string };
  /** ISO 8601 UTC, to the millisecond. */
  readonly fechaRegistro: string;
  readonly orden: number;
  readonly busqueda?: string | undefined;
}

interface FromRecords {
  readonly meses: readonly string[];
  /** When one of its records was last saved in spite of a warning. */
  readonly advertencia: string | null;
  /** The day of the latest haemoglobin; absent from rows that a device of an earlier version stored. */
  readonly ultimaHemoglobina?: string | null;
}

export interface ListedPerson extends ListedRow {
  /** The custodian: the author until a hand-over. */
  readonly custodio: string;
  readonly busqueda: string;
}

export interface ListedChild extends ListedPerson, Readonly<StoredChildSummary>, FromRecords {
  readonly sexo: string;
  readonly fechanacimiento: string | null;
}
