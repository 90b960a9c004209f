import { anemia } from './anemia.ts';
import { control } from './control.ts';
import { controlmujer } from './control-mujer.ts';
import type { RecordDefinition } from './define-record.ts';
import { etmi } from './etmi.ts';
import { mujer } from './mujer.ts';
import { nino } from './nino.ts';
import { rn } from './rn.ts';
import { tamizaje } from './tamizaje.ts';
import { vacuna } from './vacuna.ts';
import { vacunamujer } from './vacuna-mujer.ts';

/** Every record type: persons first, then their records in the order of the booklet. */
export const RECORDS = { mujer, nino, etmi, controlmujer, vacunamujer, rn, vacuna, tamizaje, anemia, control } as const;

export type RecordKey = keyof typeof RECORDS;
export const RECORD_LIST = Object.values<RecordDefinition>(RECORDS);
