/** For whom a goal is. */
export const GOAL_FAMILIES = { embarazo: 'Embarazo', nino: 'Niña o niño' } as const;
export type GoalFamily = keyof typeof GOAL_FAMILIES;

interface CountedRecord {
  readonly para: GoalFamily;
  readonly label: string;
  /** The words for one and for several. */
  readonly one: string;
  readonly many: string;
  /** The record's field with the day that counts; absent if no record is counted. */
  readonly date?: string;
  /** The fields that may name the vaccine of a dose. */
  readonly names?: readonly string[];
}

/** What a goal counts: records by the key of their type, the vaccines of the calendar (`esquema`), or the registration (`inscripcion`). */
const COUNTED_RECORDS = {
  controlmujer: {
    para: 'embarazo',
    label: 'Control prenatal',
    one: 'control',
    many: 'controles',
    date: 'fechaatencion',
  },
  etmi: {
    para: 'embarazo',
    label: 'Tamizaje de ETMI',
    one: 'tamizaje',
    many: 'tamizajes',
    date: 'fechaRealizacion',
  },
  vacunamujer: {
    para: 'embarazo',
    label: 'Dosis de vacuna de la madre',
    one: 'dosis',
    many: 'dosis',
    date: 'fechaaplicacion',
    names: ['tipo', 'nombrevacuna'],
  },
  inscripcion: { para: 'nino', label: 'Registro en la libreta', one: 'registro', many: 'registros' },
  control: { para: 'nino', label: 'Control de la niña o del niño', one: 'control', many: 'controles', date: 'fecha' },
  anemia: {
    para: 'nino',
    label: 'Control de hemoglobina',
    one: 'control de hemoglobina',
    many: 'controles de hemoglobina',
    date: 'fechaaplicacion',
  },
  tamizaje: { para: 'nino', label: 'Tamizaje', one: 'tamizaje', many: 'tamizajes', date: 'fechaaplicacion' },
  vacuna: {
    para: 'nino',
    label: 'Dosis de vacuna',
    one: 'dosis',
    many: 'dosis',
    date: 'fechaaplicacion',
    names: ['tipovacuna'],
  },
  esquema: { para: 'nino', label: 'Vacunas completas y a tiempo', one: 'vacuna', many: 'vacunas' },
} as const satisfies Record<string, CountedRecord>;

export type CountedKey = keyof typeof COUNTED_RECORDS;
const COUNTED: Readonly<Record<string, CountedRecord>> = COUNTED_RECORDS;
export const COUNTED_KEYS = Object.keys(COUNTED_RECORDS) as CountedKey[];

/** @throws Error if no goal counts such a thing */
export function countedRecord(key: string): CountedRecord {
  const counted = COUNTED[key];
  if (!counted) throw new Error(`No goal counts ${key}`);
  return counted;
}
