import type { PersonKind } from '#domain/journal/journal.ts';
import type { DeviceRow } from '#domain/sync/device-row.ts';

/** The rows of everybody on the device, in memory while the vault is open. */
export interface IndexRows {
  of: (tipo: PersonKind) => readonly DeviceRow[];
  one: (persona: string) => DeviceRow | undefined;
  change: (rows: readonly DeviceRow[], gone: readonly string[]) => void;
  size: () => number;
}

export function createIndexRows(): IndexRows {
  const rows = new Map<string, DeviceRow>();
  /** Made anew once something has changed. */
  const lists = new Map<PersonKind, readonly DeviceRow[]>();
  return {
    of(tipo) {
      const known = lists.get(tipo) ?? [...rows.values()].filter((row) => row.tipo === tipo);
      lists.set(tipo, known);
      return known;
    },
    one: (persona) => rows.get(persona),
    change(some, gone) {
      for (const row of some) rows.set(row._id, row);
      for (const persona of gone) rows.delete(persona);
      lists.clear();
    },
    size: () => rows.size,
  };
}
