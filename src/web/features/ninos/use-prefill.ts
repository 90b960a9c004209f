import { useQueries, useQueryClient } from '@tanstack/react-query';
import { foldText } from '#domain/text.ts';
import type { Dose } from '#domain/vaccines/schedule.ts';
import { vaccineOf } from '#domain/vaccines/vaccine-names.ts';
import { catalogOptions } from '#web/lib/booklets/catalog-options.ts';
import type { RecordFormState } from '#web/records/form/use-record-form.ts';
import { focusField } from '#web/ui/form/focus-field.ts';

const NEWBORN = 'recien nacido';
const LISTS = [
  catalogOptions('vacunaclasificacionninio'),
  catalogOptions('vacunaninotipo'),
  catalogOptions('vacunadosisnino'),
];
const NO_OPTIONS: string[] = [];

/** @returns a function that fills a dose of the calendar into the vaccine form, as far as the catalogues contain it. */
export function usePrefill() {
  const client = useQueryClient();
  // Loaded with the section, so that the options are ready when a dose is clicked.
  useQueries({ queries: LISTS });

  return async (form: RecordFormState, dose: Dose) => {
    // Waits for the options; those that fail to load must be chosen by hand.
    const lists = LISTS.map((list) => client.ensureQueryData(list).catch(() => NO_OPTIONS));
    const [ages = [], types = [], doses = []] = await Promise.all(lists);
    const number = dose.number ?? 1;
    const age = dose.months === 0 ? NEWBORN : `${dose.months} meses`;
    const values = {
      clasificacion: ages.find((option) => foldText(option) === age),
      tipovacuna: types.find((option) => vaccineOf(option) === dose.vaccine),
      dosis: doses.includes(String(number)) ? number : undefined,
    };
    for (const [name, value] of Object.entries(values)) if (value !== undefined) form.change(name, value);
    const missing = Object.entries(values).find(([, value]) => value === undefined);
    focusField(missing?.[0] ?? 'fechaaplicacion');
  };
}
