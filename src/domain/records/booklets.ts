import type { RecordKey } from './index.ts';

/** What the printed booklet of one kind of person holds. */
export interface BookletContents {
  /** The person's name in the answer of `GET /api/{path}/pdf/{id}`. */
  readonly name: string;
  /** The lists of the answer, and the record type of each. */
  readonly records: Readonly<Record<string, RecordKey>>;
  /** The lists that are printed, in this order (specification, section 2, "Exports"). */
  readonly printed: readonly string[];
}

export const BOOKLETS = {
  mujer: {
    name: 'mujer',
    records: { vacunaMujerData: 'vacunamujer', controlMujerData: 'controlmujer', etmiData: 'etmi' },
    printed: ['vacunaMujerData', 'controlMujerData', 'etmiData'],
  },
  nino: {
    name: 'niño',
    records: {
      rnData: 'rn',
      vacunaData: 'vacuna',
      tamizajeData: 'tamizaje',
      anemiaData: 'anemia',
      controlData: 'control',
    },
    // The newborn record travels along, and is not printed.
    printed: ['controlData', 'anemiaData', 'vacunaData', 'tamizajeData'],
  },
} as const satisfies Partial<Record<RecordKey, BookletContents>>;
