import type { VaccineSource } from './sources.ts';
import type { VaccineKey } from './vaccine-names.ts';

/** From this day a dose that becomes due follows the extended schedule (hexavalent, PCV13); EXPRESO-2025-08. */
export const CHANGE_DATE = '2025-08-19';

/** One dose of a schedule. Only facts with two sources, a page of the ministry or the specification behind them. */
export interface Dose {
  readonly key: string;
  readonly vaccine: VaccineKey;
  /** As it is recorded; null for a single dose, which any number fits. */
  readonly number: number | null;
  /** "1.ª dosis". */
  readonly text: string;
  /** Recommended age in completed months; null where no source confirms it. */
  readonly months: number | null;
  /** A younger child (completed months) is too young. */
  readonly fromMonths?: number;
  /** A child of so many completed months is too old. */
  readonly beforeMonths?: number;
  /** The last day after birth on which it is given, where the limit is in hours. */
  readonly untilDay?: number;
  /** The same limit as people say it. */
  readonly limit?: string;
  /** Days after birth from which it counts as late; otherwise a month after the recommended age. */
  readonly lateFromDay?: number;
  /** Due so many days after the dose before, and too early sooner. */
  readonly daysAfterPrevious?: number;
  /** Only for whom the dose before was given, or can still be given, under this age (completed months). */
  readonly previousBeforeMonths?: number;
  /** Not owed by every child at this age: shown, never late, no reason for a visit by itself. */
  readonly conditional?: boolean;
  readonly note?: string;
  /** The dose of the extended schedule in whose place it stands; the same key stands for itself. */
  readonly replacedBy?: string;
  readonly sources: readonly VaccineSource[];
}

/** The specification: 8 weeks between the two doses. */
export const FIPV_INTERVAL_DAYS = 56;

const BCG: Dose = {
  key: 'bcg',
  vaccine: 'bcg',
  number: null,
  text: 'dosis única',
  months: 0,
  beforeMonths: 12,
  limit: '11 meses 29 días',
  lateFromDay: 2,
  note: 'En las primeras 24 horas',
  sources: ['SPEC', 'FORM-TEMPRANO', 'EXPRESO-CALENDARIO'],
};
const HB_NEWBORN: Dose = {
  key: 'hb-0',
  vaccine: 'hb',
  number: 1,
  text: 'dosis cero',
  months: 0,
  untilDay: 1,
  limit: '24 horas',
  note: 'En las primeras 24 horas',
  sources: ['FORM-TEMPRANO', 'DAKOTA'],
};
const ROTAVIRUS: readonly Dose[] = [
  {
    key: 'rotavirus-1',
    vaccine: 'rotavirus',
    number: 1,
    text: '1.ª dosis',
    months: 2,
    beforeMonths: 4,
    limit: '3 meses 29 días',
    sources: ['SPEC', 'DIALOGUEMOS-2024', 'EXPRESO-CALENDARIO'],
  },
  {
    key: 'rotavirus-2',
    vaccine: 'rotavirus',
    number: 2,
    text: '2.ª dosis',
    months: 4,
    beforeMonths: 8,
    limit: '7 meses 29 días',
    sources: ['SPEC', 'DIALOGUEMOS-2024', 'EXPRESO-CALENDARIO'],
  },
];
const INFLUENZA: readonly Dose[] = [
  {
    key: 'influenza-1',
    vaccine: 'influenza',
    number: 1,
    text: '1.ª dosis',
    months: 6,
    fromMonths: 6,
    conditional: true,
    note: 'Según la campaña de la temporada',
    sources: ['INFLUENZA-2025'],
  },
  {
    key: 'influenza-2',
    vaccine: 'influenza',
    number: 2,
    text: '2.ª dosis',
    months: null,
    fromMonths: 6,
    previousBeforeMonths: 12,
    conditional: true,
    note: 'La primera vez, entre los 6 y los 11 meses, son dos dosis',
    sources: ['INFLUENZA-2025'],
  },
];
const SECOND_YEAR: readonly Dose[] = [
  {
    key: 'srp-1',
    vaccine: 'srp',
    number: 1,
    text: '1.ª dosis',
    months: 12,
    fromMonths: 12,
    sources: ['MSP-2025-07', 'EXPRESO-CALENDARIO'],
  },
  {
    key: 'fiebre-amarilla',
    vaccine: 'fiebreAmarilla',
    number: null,
    text: 'dosis única',
    months: 12,
    fromMonths: 12,
    sources: ['EXPRESO-CALENDARIO', 'FA-2025', 'FORM-TARDIO'],
  },
  {
    key: 'varicela',
    vaccine: 'varicela',
    number: null,
    text: 'dosis única',
    months: 15,
    sources: ['EXPRESO-CALENDARIO', 'FORM-TEMPRANO'],
  },
  {
    key: 'srp-2',
    vaccine: 'srp',
    number: 2,
    text: '2.ª dosis',
    months: 18,
    sources: ['EXPRESO-CALENDARIO', 'FORM-TEMPRANO', 'ELUNIVERSO-SRP'],
  },
];

type Place = Pick<Dose, 'number' | 'text' | 'months' | 'sources'> & Partial<Dose>;
const primary = (vaccine: VaccineKey, replacedBy: string, doses: readonly Place[]): Dose[] =>
  doses.map((dose) => ({
    key: `${vaccine}-${dose.number}-previo`,
    vaccine,
    replacedBy: `${replacedBy}-${dose.number}`,
    ...dose,
  }));
const FORM = ['FORM-TEMPRANO'] as const;
const FORM_AND_LIST = ['DAKOTA', 'FORM-TEMPRANO'] as const;
const unconfirmed = (number: number, text = `${number}.ª dosis`): Place => ({
  number,
  text,
  months: null,
  sources: FORM,
});

/** Until August 2025: pentavalent, fIPV and bOPV, PCV10. The months of later doses were read in no second source. */
export const PREVIOUS: readonly Dose[] = [
  BCG,
  HB_NEWBORN,
  ...ROTAVIRUS,
  ...primary('pentavalente', 'hexavalente', [
    { number: 1, text: '1.ª dosis', months: 2, sources: FORM_AND_LIST },
    unconfirmed(2),
    unconfirmed(3),
  ]),
  ...primary('fipv', 'hexavalente', [
    { number: 1, text: '1.ª dosis', months: 2, sources: FORM_AND_LIST },
    {
      number: 2,
      text: '2.ª dosis',
      months: null,
      daysAfterPrevious: FIPV_INTERVAL_DAYS,
      note: '8 semanas después de la 1.ª dosis',
      sources: ['SPEC', 'FORM-TEMPRANO'],
    },
  ]),
  ...primary('bopv', 'hexavalente', [
    unconfirmed(3, '3.ª dosis de polio'),
    { number: 4, text: '4.ª dosis de polio', months: 18, sources: ['EXPRESO-CALENDARIO', 'FORM-TEMPRANO'] },
  ]),
  ...primary('neumococo', 'neumococo', [
    { number: 1, text: '1.ª dosis (PCV10)', months: 2, sources: FORM_AND_LIST },
    unconfirmed(2, '2.ª dosis (PCV10)'),
    unconfirmed(3, '3.ª dosis (PCV10)'),
  ]),
  ...INFLUENZA,
  ...SECOND_YEAR,
  ...primary('dpt', 'hexavalente', [
    {
      number: 4,
      text: '4.ª dosis (refuerzo)',
      months: null,
      note: 'Entre los 12 y los 23 meses',
      sources: FORM,
    },
  ]),
];

const PRESS = ['EXPRESO-2025-08', 'ECUAVISA-2025-08', 'TELEAMAZONAS-2025-08'] as const;
const extended = (vaccine: VaccineKey, number: number, months: number, text = `${number}.ª dosis`): Dose => ({
  key: `${vaccine}-${number}`,
  vaccine,
  number,
  text,
  months,
  sources: PRESS,
});

/** From August 2025, introduced step by step: hexavalent instead of pentavalent and fIPV/bOPV, PCV13. */
export const CURRENT: readonly Dose[] = [
  BCG,
  {
    ...HB_NEWBORN,
    conditional: true,
    note: 'En las primeras 24 horas, según el antecedente materno',
    sources: ['EXPRESO-CALENDARIO', 'FORM-TEMPRANO'],
  },
  ...ROTAVIRUS,
  extended('hexavalente', 1, 2),
  extended('hexavalente', 2, 4),
  extended('hexavalente', 3, 6),
  extended('neumococo', 1, 2, '1.ª dosis (PCV13)'),
  extended('neumococo', 2, 4, '2.ª dosis (PCV13)'),
  extended('neumococo', 3, 6, '3.ª dosis (PCV13)'),
  ...INFLUENZA,
  ...SECOND_YEAR,
  extended('hexavalente', 4, 18, 'refuerzo (4.ª dosis)'),
];

/** The vaccines that one after the other make one series: what pentavalent began, hexavalent goes on with. */
export const SERIES: Partial<Record<VaccineKey, string>> = {
  pentavalente: 'dpt',
  hexavalente: 'dpt',
  dpt: 'dpt',
  fipv: 'polio',
  bopv: 'polio',
};
