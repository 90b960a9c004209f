import type { Standards } from '../growth/who/standards.ts';
import type { HaemoglobinTable } from '../haemoglobin/altitude-adjustment.ts';
import type { PersonKind } from '../journal/journal.ts';
import type { FlatRecord } from '../records/row.ts';

/** A stored row: its fields, `_id`, `version`, `fechaRegistro` (ISO instant), `createdBy` (`_id`, `nombre`, `apellido`, …). */
export type ExchangedRow = FlatRecord;

/** A booklet as resources are made from it. */
export interface ExchangedBooklet {
  readonly tipo: PersonKind;
  /** Of a child also the stored summary. `actualizado` is the instant of its last edit, or of its registration. */
  readonly persona: ExchangedRow;
  /** By record type, in the order of registration. */
  readonly registros: Readonly<Record<string, readonly ExchangedRow[]>>;
  /** The id of the mother's own booklet: the woman with the child's `cedulamadre`; null if there is none. */
  readonly madre: string | null;
  /** Of a woman: the ids of the children with her cédula as `cedulamadre`, whose RelatedPerson she is. */
  readonly hijos?: readonly string[];
}

/** The systems of identifiers, which are settings. */
export interface IdentifierSystems {
  readonly cedula: string;
  readonly hcu: string;
  readonly establecimiento: string;
}

/** What resources need besides the booklet. */
export interface ExchangeContext {
  /** The address of the server's FHIR, without a slash at its end. */
  readonly base: string;
  readonly systems: IdentifierSystems;
  /** The ids of the options of the list of establishments, by `foldText` of their names. */
  readonly establishments: ReadonlyMap<string, string>;
  /** By sex: `await loadEveryStandard()`. */
  readonly standards: Readonly<Record<string, Standards | undefined>>;
  /** The server's setting. */
  readonly haemoglobinTable: HaemoglobinTable;
  /** `YYYY-MM-DD`: whether a pregnancy is over and a contact still to come. */
  readonly today: string;
}
