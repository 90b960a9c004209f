import { useState } from 'react';

/** The selected ids, across pages. */
export interface BookletSelection {
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (ids: readonly string[], on: boolean) => void;
}

/** `selection` is null until a selection begins. */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const toggle: BookletSelection['toggle'] = (ids, on) =>
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
