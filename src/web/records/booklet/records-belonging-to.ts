import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORD_LIST } from '#domain/records/index.ts';

export function recordsBelongingTo(patient: RecordDefinition): RecordDefinition[] {
  return RECORD_LIST.filter(({ parent }) => parent?.record === patient.key);
}
