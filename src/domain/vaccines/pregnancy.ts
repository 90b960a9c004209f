import { addDays } from '../calendar.ts';
import { gestationWeek, pregnancyStart } from '../follow-up/pregnancy.ts';
import type { VaccineSource } from './sources.ts';
import type { NamedVaccine } from './vaccine-names.ts';
import { namesVaccine, WOMEN_VACCINES } from './women-vaccines.ts';

/** A vaccine that every pregnancy should have. */
export interface PregnancyVaccine extends NamedVaccine {
  readonly key: 'tdap' | 'influenza';
  /** The weeks of pregnancy in which it is given; null for any. */
  readonly weeks: readonly [from: number, to: number] | null;
  readonly note: string;
  /** Given in the campaign of the season, so never ticked together with others. */
  readonly conditional: boolean;
  readonly sources: readonly VaccineSource[];
}

/** The two vaccines whose window several sources confirm; dT depends on earlier doses, which no source settles. */
const PREGNANCY_VACCINES: readonly PregnancyVaccine[] = [
  {
    key: 'tdap',
    ...WOMEN_VACCINES.tdap,
    weeks: [20, 36],
    note: 'De la semana 20 a la 36',
    conditional: false,
    sources: ['EXPRESO-2025-08'],
  },
  {
    key: 'influenza',
    ...WOMEN_VACCINES.influenza,
    weeks: null,
    note: 'Según la campaña de la temporada',
    conditional: true,
    sources: ['INFLUENZA-2025'],
  },
];

/** Without a known week a dose of the last nine months counts. */
const UNKNOWN_PREGNANCY_DAYS = 280;

type FlatRecord = Readonly<Record<string, unknown>>;

/** The vaccines of every pregnancy that were not given in this one, whatever its week. @param screenings of ETMI @param day `YYYY-MM-DD` */
export function missingOfPregnancy(
  screenings: readonly FlatRecord[],
  given: readonly FlatRecord[],
  day: string,
): PregnancyVaccine[] {
  const start = gestationWeek(screenings, day) === null ? null : pregnancyStart(screenings);
  const began = start ?? addDays(day, -UNKNOWN_PREGNANCY_DAYS);
  return PREGNANCY_VACCINES.filter(
    (vaccine) =>
      !given.some(
        ({ tipo, nombrevacuna, fechaaplicacion }) =>
          String(fechaaplicacion ?? '') >= began &&
          (namesVaccine(vaccine, tipo) || namesVaccine(vaccine, nombrevacuna)),
      ),
  );
}

/** The vaccines that a pregnant woman should be given now. @param screenings of ETMI @param day `YYYY-MM-DD` @param kept keys of missing vaccines that stay, whatever the week */
export function vaccinesOfPregnancy(
  screenings: readonly FlatRecord[],
  given: readonly FlatRecord[],
  day: string,
  kept: readonly string[] = [],
): PregnancyVaccine[] {
  const week = gestationWeek(screenings, day);
  return missingOfPregnancy(screenings, given, day).filter(
    ({ key, weeks }) => kept.includes(key) || !weeks || (week !== null && week >= weeks[0] && week <= weeks[1]),
  );
}
