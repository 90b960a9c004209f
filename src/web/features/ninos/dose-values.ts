import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { foldText } from '#domain/text.ts';
import type { Dose } from '#domain/vaccines/schedule.ts';
import { vaccineOf } from '#domain/vaccines/vaccine-names.ts';
import { catalogOptions } from '#web/lib/booklets/catalog-options.ts';

const NEWBORN = 'recien nacido';

/** The option lists of the vaccine form: ages, types and doses. */
export const DOSE_LISTS = [
  catalogOptions('vacunaclasificacionninio'),
  catalogOptions('vacunaninotipo'),
  catalogOptions('vacunadosisnino'),
];

export interface DoseValues {
  readonly clasificacion?: string | undefined;
  readonly tipovacuna?: string | undefined;
  readonly dosis?: number | undefined;
}

/** The values of the vaccine form for a dose of the calendar, as far as the option lists contain them. @param lists in the order of {@link DOSE_LISTS} */
export function doseValues(
  [ages = [], types = [], doses = []]: readonly (readonly string[])[],
  dose: Dose,
): DoseValues {
  const number = dose.number ?? 1;
  const age = dose.months === 0 ? NEWBORN : `${dose.months} meses`;
  return {
    clasificacion: ages.find((option) => foldText(option) === age),
    tipovacuna: types.find((option) => vaccineOf(option) === dose.vaccine),
    dosis: doses.includes(String(number)) ? number : undefined,
  };
}

const combineLists = (results: UseQueryResult<string[]>[]): string[][] | undefined =>
  results.some(({ isPending }) => isPending) ? undefined : results.map(({ data }) => data ?? []);

/** The option lists; undefined while they load. A list that failed to load is empty, so that its field is chosen by hand. */
export const useDoseLists = (): string[][] | undefined => useQueries({ queries: DOSE_LISTS, combine: combineLists });
