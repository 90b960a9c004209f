import { anemia } from './anemia.ts';
import { control } from './control.ts';
import { rn } from './rn.ts';
import { tamizaje } from './tamizaje.ts';
import { vacuna } from './vacuna.ts';

/** The records of a child, in the order of the booklet. */
export const CHILD_RECORDS = { rn, vacuna, tamizaje, anemia, control } as const;
