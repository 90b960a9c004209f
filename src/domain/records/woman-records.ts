import { controlmujer } from './control-mujer.ts';
import { etmi } from './etmi.ts';
import { vacunamujer } from './vacuna-mujer.ts';

/** The records of a woman, in the order of the booklet. */
export const WOMAN_RECORDS = { etmi, controlmujer, vacunamujer } as const;
