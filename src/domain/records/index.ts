import { CHILD_RECORDS } from './child-records.ts';
import type { RecordDefinition } from './define-record.ts';
import { mujer } from './mujer.ts';
import { nino } from './nino.ts';
import { WOMAN_RECORDS } from './woman-records.ts';

/** Every record type: persons first, then their records in the order of the booklet. */
export const RECORDS = { mujer, nino, ...WOMAN_RECORDS, ...CHILD_RECORDS } as const;

export type RecordKey = keyof typeof RECORDS;
export const RECORD_LIST = Object.values<RecordDefinition>(RECORDS);
