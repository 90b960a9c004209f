import { today } from '#domain/calendar.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import { withOperations } from '#domain/sync/apply-operations.ts';
import type { SyncedBooklet } from '#domain/sync/booklet-page.ts';
import { type DeviceRow, deviceRowOn } from '#domain/sync/device-row.ts';
import { lanesOf, sameLane, type Waiting } from '#domain/sync/lane.ts';
import type { KeptBooklets } from '#web/lib/source/device-source.ts';

type Base = Pick<KeptBooklets, 'rowsOf' | 'booklet'>;

type Lane = readonly Waiting[];

interface Read {
  readonly came: Promise<SyncedBooklet | null>;
  lane?: Lane;
  whole?: Promise<SyncedBooklet | null>;
}

/** What a screen shows of somebody for whom something waits; null: nobody any more. */
type Shown = DeviceRow | null;

/** Booklets as they came down, with what waits on the device on top of them: one function of both, kept nowhere. */
export function createOverlay(base: Base, waiting: () => readonly Waiting[], author: () => SyncedBooklet['custodio']) {
  const shown = new Map<string, Shown>();
  const lists = new Map<PersonKind, readonly DeviceRow[]>();
  let lanes: ReturnType<typeof lanesOf> = new Map();
  /** As it came down, and with what waits: of those for whom something waits, and of whoever was read last. A save reads it several times. */
  const read = new Map<string, Read>();

  let lastRead = '';

  const knownOf = (persona: string) => {
    let known = read.get(persona);
    if (known) return known;
    known = { came: base.booklet(persona) };
    known.came.catch(() => read.delete(persona));
    if (!lanes.has(lastRead)) read.delete(lastRead);
    lastRead = persona;
    read.set(persona, known);
    return known;
  };

  const booklet = (persona: string): Promise<SyncedBooklet | null> => {
    const lane = lanes.get(persona);
    const known = knownOf(persona);
    if (!lane) return known.came;
    if (!known.whole || !sameLane(known.lane, lane)) {
      known.lane = lane;
      known.whole = known.came.then((came) => withOperations(came, lane, author()));
      known.whole.catch(() => read.delete(persona));
    }
    return known.whole;
  };

  async function compute(persona: string): Promise<void> {
    const whole = await booklet(persona);
    const isHere = whole !== null || lanes.get(persona)?.some(({ hace }) => hace === 'eliminar');
    // Of somebody whose booklet is not here only the server can say more.
    if (isHere) shown.set(persona, whole && (await deviceRowOn(whole, today())));
    else shown.delete(persona);
  }

  return {
    booklet,

    /** The last change of a booklet as it is shown; null where it is not here. */
    changeOf: async (persona: string): Promise<string | null> => (await knownOf(persona).came)?.cambio ?? null,

    /** Has what is shown follow what waits, and what came down. @param some those whose booklets changed; all of whom something waits */
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

    /** What came down of these changed: lists are put together anew. */
    changed(some: readonly string[]): void {
      for (const persona of some) read.delete(persona);
      lists.clear();
    },

    rowsOf(tipo: PersonKind): readonly DeviceRow[] {
      const known = lists.get(tipo);
      if (known) return known;
      const others = base.rowsOf(tipo);
      const own = [...shown.values()].filter((row): row is DeviceRow => row?.tipo === tipo);
      const list = shown.size === 0 ? others : [...others.filter(({ _id }) => !shown.has(_id)), ...own];
      lists.set(tipo, list);
      return list;
    },

    /** Whether something of somebody's waits. */
    waits: (persona: string): boolean => lanes.has(persona),
    isEmpty: (): boolean => lanes.size === 0,
  };
}
export type Overlay = ReturnType<typeof createOverlay>;
