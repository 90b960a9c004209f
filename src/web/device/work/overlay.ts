import { today } from '#domain/calendar.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import { applyOperations } from '#domain/sync/apply-operations.ts';
import type { SyncedBooklet } from '#domain/sync/booklet-page.ts';
import { type DeviceRow, deviceRowOn } from '#domain/sync/device-row.ts';
import { isAppliedAtOnce, isSameLane, lanesOf, type PendingOperation } from '#domain/sync/lane.ts';
import type { KeptBooklets } from '#web/lib/source/device-source.ts';

type Base = Pick<KeptBooklets, 'rowsOf' | 'booklet'>;

type Lane = readonly PendingOperation[];

interface Read {
  readonly stored: Promise<SyncedBooklet | null>;
  lane?: Lane;
  whole?: Promise<SyncedBooklet | null>;
}

type Shown = DeviceRow | null;

/** Booklets from the server with pending operations applied, and those that are not pulled yet; the result is not stored. */
export function createOverlay(
  base: Base,
  waiting: () => readonly PendingOperation[],
  author: () => SyncedBooklet['custodio'],
) {
  const shown = new Map<string, Shown>();
  const lists = new Map<PersonKind, readonly DeviceRow[]>();
  let lanes: ReturnType<typeof lanesOf> = new Map();
  /** Cache of booklets with pending operations and of the last one read: a save reads the same booklet several times. */
  const read = new Map<string, Read>();

  let lastRead = '';

  const cachedRead = (persona: string) => {
    let cached = read.get(persona);
    if (cached) return cached;
    cached = { stored: base.booklet(persona) };
    cached.stored.catch(() => read.delete(persona));
    if (!lanes.has(lastRead)) read.delete(lastRead);
    lastRead = persona;
    read.set(persona, cached);
    return cached;
  };

  const booklet = (persona: string): Promise<SyncedBooklet | null> => {
    const lane = lanes.get(persona);
    const cached = cachedRead(persona);
    if (!lane) return cached.stored;
    if (!cached.whole || !isSameLane(cached.lane, lane)) {
      cached.lane = lane;
      cached.whole = cached.stored.then((booklet) => applyOperations(booklet, lane, author()));
      cached.whole.catch(() => read.delete(persona));
    }
    return cached.whole;
  };

  async function compute(persona: string): Promise<void> {
    const lane = lanes.get(persona);
    const whole = await booklet(persona);
    const isHere = whole !== null || lane?.some(({ hace }) => hace === 'eliminar');
    const row = whole && (await deviceRowOn(whole, today()));
    // The operations changed meanwhile: a later call computes the row.
    if (!isSameLane(lanes.get(persona), lane)) return;
    if (isHere) shown.set(persona, row);
    else shown.delete(persona);
  }

  return {
    booklet,

    changeOf: async (persona: string): Promise<string | null> => (await cachedRead(persona).stored)?.cambio ?? null,

    /** Recomputes rows after a change. @param some people whose booklets changed; by default all with pending operations */
    async follow(some?: Iterable<string>): Promise<void> {
      lanes = lanesOf(waiting());
      const wanted = some ? [...some] : [...lanes.keys(), ...shown.keys()];
      for (const persona of new Set(wanted)) {
        if (lanes.has(persona)) await compute(persona);
        else {
          shown.delete(persona);
          read.delete(persona);
        }
      }
      lists.clear();
    },

    changed(some: readonly string[]): void {
      for (const persona of some) read.delete(persona);
      lists.clear();
    },

    rowsOf(tipo: PersonKind): readonly DeviceRow[] {
      const cached = lists.get(tipo);
      if (cached) return cached;
      const others = base.rowsOf(tipo);
      const own = [...shown.values()].filter((row): row is DeviceRow => row?.tipo === tipo);
      const list = shown.size === 0 ? others : [...others.filter(({ _id }) => !shown.has(_id)), ...own];
      lists.set(tipo, list);
      return list;
    },

    waits: (persona: string): boolean => lanes.has(persona),
    /** Whether something of this person waits that the server does not have. */
    isPending: (persona: string): boolean => lanes.get(persona)?.some((one) => !isAppliedAtOnce(one)) ?? false,
    hasPending: (): boolean => [...lanes.values()].some((lane) => lane.some((one) => !isAppliedAtOnce(one))),
  };
}
export type Overlay = ReturnType<typeof createOverlay>;
