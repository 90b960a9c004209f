import { useState } from 'react';

/** What is chosen of a list, page after page. */
export interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (ids: readonly string[], on: boolean) => void;
}

/** Nobody is asked to choose until somebody wants to: null until then. */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const toggle: Selection['toggle'] = (ids, on) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids) on ? next.add(id) : next.delete(id);
      return next;
    });
  return {
    selection: chosen && { chosen, toggle },
    begin: () => setChosen(new Set()),
    end: () => setChosen(null),
  };
}
