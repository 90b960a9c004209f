import { control } from './control.ts';
import { controlmujer } from './control-mujer.ts';
import type { RecordDefinition } from './define-record.ts';
import { mujer } from './mujer.ts';
import { nino } from './nino.ts';

/** Every record type. Patients come before the records that belong to them. */
export const RECORDS = { mujer, nino, control, controlmujer } as const;

export type RecordKey = keyof typeof RECORDS;
export const RECORD_LIST = Object.values(RECORDS) as unknown as RecordDefinition[];

/** Fields that the server adds to every record it sends. */
export interface StoredRecord {
  _id: string;
  version: number;
  /** ISO 8601 UTC. */
  fechaRegistro: string;
  createdBy: { _id: string; nombre: string; apellido: string; cedula: string };
}
