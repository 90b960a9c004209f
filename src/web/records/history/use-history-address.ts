import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Address } from '#web/lib/address.ts';
import { type BookletSearch, WHOLE_HISTORY } from '#web/records/booklet/booklet-search.ts';

/** Which history is open, kept in the address so that back closes it and reload finds it again. */
export function useHistoryAddress({ search: { historial }, change }: Address<BookletSearch>) {
  const { history } = useRouter();
  const openedHere = useRef(false);
  const show = (record: string | undefined, replace: boolean) =>
    change((before) => ({ ...before, historial: record ?? WHOLE_HISTORY }), replace);
  return {
    opened: historial !== '',
    /** The one record that it is narrowed to. */
    record: historial === WHOLE_HISTORY ? '' : historial,
    open: (record?: string) => {
      openedHere.current = true;
      show(record, false);
    },
    widen: () => show(undefined, true),
    close: () => {
      // The step that opened it is taken back, where it was taken here: one more step back then leaves the person.
      if (openedHere.current) history.back();
      else change((before) => ({ ...before, historial: '' }), true);
      openedHere.current = false;
    },
  };
}

export type HistoryAddress = ReturnType<typeof useHistoryAddress>;
