import type { VaccineSource } from './sources.ts';
import type { VaccineKey } from './vaccine-names.ts';

/** Doses due from this day on follow the extended schedule (hexavalent, PCV13); EXPRESO-2025-08. */
export const CHANGE_DATE = '2025-08-19';

/** One dose of a schedule. Each fact has two sources, or a page of the ministry or the specification. */
export interface Dose {
  readonly key: string;
  readonly vaccine: VaccineKey;
  /** The recorded dose number; null for a single dose, which matches any number. */
  readonly number: number | null;
  readonly text: string;
  /** Recommended age in completed months; null if no source confirms it. */
  readonly months: number | null;
  readonly fromMonths?: number;
  /** The dose must be given before this age in completed months. */
  readonly beforeMonths?: number;
  /** The last day after birth, for a limit in hours. */
  readonly untilDay?: number;
  readonly limit?: string;
  /** Days after birth from which it is late; by default one month after the recommended age. */
  readonly lateFromDay?: number;
  /** The minimum interval after the previous dose, on which this one is due. */
  readonly daysAfterPrevious?: number;
  /** Required only if the previous dose was given, or can still be given, before this age in completed months. */
  readonly previousBeforeMonths?: number;
  /** Not required for every child: shown, but never late and no reason for a visit. */
  readonly conditional?: boolean;
  readonly note?: string;
  /** The key of the dose of the extended schedule that replaced it; its own key by default. */
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

/** Until August 2025: pentavalent, fIPV and bOPV, PCV10. The months of later doses have no second source. */
export const PREVIOUS_SCHEDULE: readonly Dose[] = [
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

/** From August 2025, introduced gradually: hexavalent instead of pentavalent and fIPV/bOPV, PCV13. */
export const CURRENT_SCHEDULE: readonly Dose[] = [
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

/** Vaccines that share a series: hexavalent continues what pentavalent began. */
export const VACCINE_SERIES: Partial<Record<VaccineKey, string>> = {
  pentavalente: 'dpt',
  hexavalente: 'dpt',
  dpt: 'dpt',
  fipv: 'polio',
  bopv: 'polio',
};
