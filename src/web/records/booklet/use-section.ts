import type { Address } from '#web/lib/address.ts';
import { useLeavingPart } from '#web/ui/form/unsaved-changes.ts';
import type { BookletSearch } from './booklet-search.ts';

const NONE = 'ninguna';

/**
 * Which section is open, kept in the address so that back and reload find it again.
 * @returns null when every section is closed, which only a booklet that allows it shows.
 */
export function useSection(keys: readonly string[], closable: boolean, { search, change }: Address<BookletSearch>) {
  const [first = ''] = keys;
  const asked = search.seccion || first;
  const current = closable && asked === NONE ? null : keys.includes(asked) ? asked : first;
  useLeavingPart('seccion', first);

  const open = (key: string | null) => {
    const wanted = key ?? NONE;
    change((before) => ({ ...before, seccion: wanted === first ? '' : wanted }));
  };
  return { current, open };
}
