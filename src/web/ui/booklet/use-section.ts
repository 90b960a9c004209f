import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router';
import { confirmLeaving } from '#web/ui/unsaved-changes.ts';

const NONE = 'ninguna';

/**
 * Which section is open, kept in the address so that back and reload find it again.
 * @returns null when every section is closed, which only a booklet that allows it shows.
 */
export function useSection(keys: readonly string[], closable: boolean, param = 'seccion') {
  const { [param]: named } = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const [first = ''] = keys;
  const asked = named === undefined ? first : String(named);
  const current = closable && asked === NONE ? null : keys.includes(asked) ? asked : first;

  // Leaving a section leaves its form, although the screen stays the same.
  useBlocker({
    shouldBlockFn: async ({ current: from, next }) => {
      const section = (search: unknown) => (search as Record<string, unknown>)[param] ?? first;
      if (from.pathname !== next.pathname || section(from.search) === section(next.search)) return false;
      return !(await confirmLeaving());
    },
    enableBeforeUnload: false,
  });

  const open = (key: string | null) => {
    const wanted = key ?? NONE;
    const search = { [param]: wanted === first ? undefined : wanted };
    void navigate({ to: '.', search: search as never, resetScroll: false });
  };
  return { current, open };
}
