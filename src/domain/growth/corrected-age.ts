import { addDays, ageBetween, daysBetween, showAge, showShortAge } from '../calendar.ts';
import type { GrowthAge } from './growth-age.ts';

/** Days of a pregnancy that ends on the expected date of birth. */
const FULL_PREGNANCY_DAYS = 280;
/** 37 weeks: a child born earlier is preterm. */
const TERM_FROM_DAYS = 259;
/** Days of pregnancy at birth. Below 22 weeks no child lives: such a record is a mistake and corrects nothing. */
export const GESTATION_DAYS = { min: 154, max: 300 } as const;
/** The corrected age is used below this age. */
const CORRECTED_BELOW_MONTHS = 24;
/** {@link CORRECTED_BELOW_MONTHS} in whole days, by the WHO's month of 30.4375 days. */
const CORRECTED_BELOW_DAYS = 731;

/** What the age of a child is computed from. */
export interface Birth {
  /** The day of birth, `YYYY-MM-DD`; null or empty if it is unknown. */
  readonly birth: string | null;
  /** Days of pregnancy at birth. */
  readonly gestacion: number | null;
}

const isPreterm = (gestacion: number | null): gestacion is number =>
  gestacion !== null && gestacion >= GESTATION_DAYS.min && gestacion < TERM_FROM_DAYS;

const earlyDays = (gestacion: number): number => FULL_PREGNANCY_DAYS - gestacion;

const expectedDate = (birth: string, gestacion: number): string => addDays(birth, earlyDays(gestacion));

const ageOf = (cronologica: number, gestacion: number | null, isCorrected: boolean): GrowthAge => {
  const corregida = gestacion === null ? null : cronologica - earlyDays(gestacion);
  if (!isCorrected || corregida === null || cronologica < 0) return { cronologica, corregida, usada: 'cronologica' };
  return { cronologica, corregida, usada: corregida < 0 ? 'ninguna' : 'corregida' };
};

/**
 * The age at which a child is compared with the WHO standards: of a child born before 37 weeks the one since the
 * expected date of birth, until it has completed 24 months since then.
 * Source: American Academy of Pediatrics, Age terminology during the perinatal period, Pediatrics 114 (2004) 1362–1364.
 * @param on the day of the control
 */
export function growthAge({ birth, gestacion }: Birth, on: string): GrowthAge | null {
  if (!birth) return null;
  const isCorrected =
    isPreterm(gestacion) && ageBetween(expectedDate(birth, gestacion), on).months < CORRECTED_BELOW_MONTHS;
  return ageOf(daysBetween(birth, on), gestacion, isCorrected);
}

/** As {@link growthAge}, where only the days since birth are given. */
export const growthAgeOfDays = (cronologica: number, gestacion: number | null): GrowthAge =>
  ageOf(cronologica, gestacion, isPreterm(gestacion) && cronologica - earlyDays(gestacion) < CORRECTED_BELOW_DAYS);

/** The age in days for the tables by age; null before the expected date of birth, where only weight-for-length exists. */
export function daysOfAge({ cronologica, corregida, usada }: GrowthAge): number | null {
  return usada === 'ninguna' ? null : usada === 'corregida' ? corregida : cronologica;
}

/** Whether scores at this age are not those of the chronological one. */
export const isCorrected = (age: GrowthAge | null): boolean => age !== null && age.usada !== 'cronologica';

/** A newborn record: `registered` in seconds since 1970, `orden` decides between equal ones. */
export interface NewbornRecord {
  readonly dias: number | null;
  readonly registered: number;
  readonly orden: number;
}

/** The days of pregnancy at birth, by the newest newborn record that has them. */
export function gestationOf(records: readonly NewbornRecord[]): number | null {
  const [newest] = records
    .filter(({ dias }) => dias !== null)
    .toSorted((one, other) => other.registered - one.registered || (one.orden < other.orden ? 1 : -1));
  return newest?.dias ?? null;
}

/** "32 semanas", "36 semanas y 6 días". */
export function gestationText(gestacion: number): string {
  const [weeks, days] = [Math.floor(gestacion / 7), gestacion % 7];
  if (days === 0) return `${weeks} semanas`;
  return `${weeks} semanas y ${days} ${days === 1 ? 'día' : 'días'}`;
}

export const NO_AGE_YET = 'Todavía no llega la fecha en que se esperaba su nacimiento: aún no se compara por la edad.';

/**
 * Both ages in words: "4 meses y 3 días · corregida 2 meses y 21 días (nació de 32 semanas)". Only the chronological one
 * if no other is used.
 */
export function agesText(child: Birth, on: string): string {
  const { birth, gestacion } = child;
  const age = growthAge(child, on);
  if (!birth || age === null) return '';
  const sinceBirth = showAge(birth, on);
  if (gestacion === null || age.usada === 'cronologica') return sinceBirth;
  const born = `(nació de ${gestationText(gestacion)})`;
  if (age.usada === 'corregida')
    return `${sinceBirth} · corregida ${showAge(expectedDate(birth, gestacion), on)} ${born}`;
  return `${sinceBirth} · antes de la fecha esperada de su nacimiento ${born}`;
}

/** {@link agesText} for narrow places: "7 m 17 d · corr. 5 m 5 d", "1 m 3 d · nació antes". */
export function shortAgesText(child: Birth, on: string): string {
  const { birth, gestacion } = child;
  const age = growthAge(child, on);
  if (!birth || age === null) return '';
  const sinceBirth = showShortAge(birth, on);
  if (gestacion === null || age.usada === 'cronologica') return sinceBirth;
  if (age.usada === 'ninguna') return `${sinceBirth} · nació antes`;
  return `${sinceBirth} · corr. ${showShortAge(expectedDate(birth, gestacion), on)}`;
}
