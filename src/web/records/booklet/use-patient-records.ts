import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { recordsOfPerson } from '#web/lib/booklets/record-api.ts';
import type { Row } from '#web/lib/row.ts';

export function recordsBelongingTo(patient: RecordDefinition): RecordDefinition[] {
  return RECORD_LIST.filter(({ parent }) => parent?.record === patient.key);
}

export type PatientRecords = ReadonlyMap<string, UseQueryResult<Row[]>>;

export function usePatientRecords(patient: RecordDefinition, id: string): PatientRecords {
  const kinds = recordsBelongingTo(patient);
  const results = useQueries({ queries: kinds.map((kind) => recordsOfPerson(kind, id)) });
  return new Map(kinds.map(({ key }, index) => [key, results[index] as UseQueryResult<Row[]>]));
}
