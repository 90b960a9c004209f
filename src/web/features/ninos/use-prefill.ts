import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { Dose } from '#domain/vaccines/schedule.ts';
import type { RecordFormState } from '#web/records/form/use-record-form.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import { DOSE_LISTS, doseValues } from './dose-values.ts';

const NO_OPTIONS: string[] = [];

/** @returns a function that fills a dose of the calendar into the vaccine form, as far as the catalogues contain it. */
export function usePrefill() {
  const client = useQueryClient();
  // Loaded with the section, so that the options are ready when a dose is clicked.
  useQueries({ queries: DOSE_LISTS });

  return async (form: RecordFormState, dose: Dose) => {
    // Waits for the options; those that fail to load must be chosen by hand.
    const lists = DOSE_LISTS.map((list) => client.ensureQueryData(list).catch(() => NO_OPTIONS));
    const values = doseValues(await Promise.all(lists), dose);
    // A lot belongs to one vaccine; it may be typed before the vaccine is chosen.
    const earlier = form.values.tipovacuna;
    if (earlier && earlier !== values.tipovacuna) form.change('lote', '');
    // What the lists do not contain is emptied: it may be left from another dose.
    for (const [name, value] of Object.entries(values)) form.change(name, value ?? '');
    const missing = Object.entries(values).find(([, value]) => value === undefined);
    focusField(missing?.[0] ?? 'lote');
  };
}
