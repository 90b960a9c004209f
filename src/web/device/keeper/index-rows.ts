import type { PersonKind } from '#domain/journal/journal.ts';
import type { DeviceRow } from '#domain/sync/device-row.ts';

export interface IndexRows {
  of: (tipo: PersonKind) => readonly DeviceRow[];
  one: (persona: string) => DeviceRow | undefined;
  change: (rows: readonly DeviceRow[], removed: readonly string[]) => void;
  size: () => number;
}

export function createIndexRows(): IndexRows {
  const rows = new Map<string, DeviceRow>();
  const lists = new Map<PersonKind, readonly DeviceRow[]>();
  return {
    of(tipo) {
      const list = lists.get(tipo) ?? [...rows.values()].filter((row) => row.tipo === tipo);
      lists.set(tipo, list);
      return list;
    },
    one: (persona) => rows.get(persona),
    change(changed, removed) {
      for (const row of changed) rows.set(row._id, row);
      for (const persona of removed) rows.delete(persona);
      lists.clear();
    },
    size: () => rows.size,
  };
}
