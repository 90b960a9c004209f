import { addDays } from '../calendar.ts';
import { PREGNANCY_VACCINES, type PregnancyVaccine } from '../vaccines/pregnancy.ts';
import { namesVaccine } from '../vaccines/women-vaccines.ts';
import { gestationWeek, pregnancyStart } from './pregnancy.ts';

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
