import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { recordsOfPerson } from '#web/lib/booklets/record-api.ts';
import type { Row } from '#web/lib/row.ts';

export type PatientRecords = ReadonlyMap<string, UseQueryResult<Row[]>>;

export function usePatientRecords(kinds: readonly RecordDefinition[], id: string): PatientRecords {
  const results = useQueries({ queries: kinds.map((kind) => recordsOfPerson(kind, id)) });
  return new Map(kinds.map(({ key }, index) => [key, results[index] as UseQueryResult<Row[]>]));
}
