import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Address } from '#web/lib/address.ts';
import { type BookletSearch, WHOLE_HISTORY } from '#web/records/booklet/booklet-search.ts';

/** The open history, kept in the address for back and reload. */
export function useHistoryAddress({ search: { historial }, change }: Address<BookletSearch>) {
  const { history } = useRouter();
  const openedHere = useRef(false);
  const show = (record: string | undefined, replace: boolean) =>
    change((before) => ({ ...before, historial: record ?? WHOLE_HISTORY }), replace);
  return {
    opened: historial !== '',
    /** The record to which it is limited; '' for all. */
    record: historial === WHOLE_HISTORY ? '' : historial,
    open: (record?: string) => {
      openedHere.current = true;
      show(record, false);
    },
    widen: () => show(undefined, true),
    close: () => {
      // If it was opened here, closing goes back, so that the next step back leaves the person.
      if (openedHere.current) history.back();
      else change((before) => ({ ...before, historial: '' }), true);
      openedHere.current = false;
    },
  };
}

export type HistoryAddress = ReturnType<typeof useHistoryAddress>;
