import type { Address } from '#web/lib/address.ts';
import { useLeavingPart } from '#web/ui/form/use-unsaved-changes.ts';
import type { BookletSearch } from './booklet-search.ts';

const NONE = 'ninguna';

/** The open section, kept in the address; null when all are closed, which only a closable booklet allows. */
export function useSection(keys: readonly string[], closable: boolean, { search, change }: Address<BookletSearch>) {
  const [first = ''] = keys;
  const requested = search.seccion || first;
  const current = closable && requested === NONE ? null : keys.includes(requested) ? requested : first;
  useLeavingPart('seccion', first);

  const open = (key: string | null) => {
    const wanted = key ?? NONE;
    change((before) => ({ ...before, seccion: wanted === first ? '' : wanted }));
  };
  return { current, open };
}
