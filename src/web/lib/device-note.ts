import { today } from '#domain/calendar.ts';
import { joinNotes, type NoteKind, noteToStore, parseNote, withoutPerson } from '#domain/device/note-kind.ts';
import { logLoadFailure } from './load-failure.ts';
import type { NoteKeeper } from './note-keeper.ts';
import { createStore, useStore } from './store.ts';

type Change<Item> = (items: readonly Item[]) => readonly Item[];

interface NoteView<Item> {
  readonly items: readonly Item[];
  /** Whether the stored note was read; it is not while the vault is closed. */
  readonly isLoaded: boolean;
}

interface NoteOwner {
  /** Null while it is not known how to store the note. */
  readonly keeper: NoteKeeper | null;
  readonly isSameAccount: boolean;
  /** The account's unsealed note, when notes are sealed now. */
  readonly left: unknown;
  readonly removeLeft: () => void;
}

const unchanged = <Item>(items: readonly Item[]) => items;

/** A note of the signed-in account. A change is shown at once and applied to what is stored at that moment; until it can be stored it waits. */
export function createDeviceNote<Item>(kind: NoteKind<Item>) {
  const view = createStore<NoteView<Item>>({ items: [], isLoaded: false });
  let stored: readonly Item[] | null = null;
  let waiting: readonly Change<Item>[] = [];
  let owner: NoteOwner | null = null;
  let day = today();
  /** Grows with each owner: what began for an earlier one is ignored. */
  let turn = 0;
  let writes = 0;
  let isStoring = false;

  const applied = (items: readonly Item[], changes: readonly Change<Item>[]) =>
    changes.reduce((list, change) => change(list), items);
  const parsed = (note: unknown) => parseNote(kind, note, today());

  const show = () => view.set({ items: applied(stored ?? [], waiting), isLoaded: stored !== null });

  async function load(): Promise<void> {
    const [since, before, keeper] = [turn, writes, owner?.keeper];
    if (!keeper) return;
    const note = await keeper.read(kind.name).catch((error: unknown) => {
      logLoadFailure('lo guardado en este equipo', error);
      return null;
    });
    if (since !== turn) return;
    // What was read may be older than what was written meanwhile.
    if (before !== writes) return load();
    stored = parsed(note);
    // A note that counts no more is removed.
    if (note !== null && stored.length === 0) waiting = [...waiting, unchanged];
    show();
    void store();
  }

  async function store(): Promise<void> {
    if (isStoring || !owner?.keeper || waiting.length === 0) return;
    isStoring = true;
    const [since, from, changes] = [turn, owner, waiting];
    let after: readonly Item[];
    try {
      const note = await owner.keeper.change(kind.name, (before) =>
        noteToStore(kind, applied(parsed(before), changes), today()),
      );
      after = parsed(note);
      from.removeLeft();
    } catch (error) {
      logLoadFailure('lo guardado en este equipo', error);
      // Without room it lasts as long as the page.
      after = applied(stored ?? [], changes);
    }
    if (since !== turn) return;
    isStoring = false;
    writes += 1;
    stored = after;
    waiting = waiting.slice(changes.length);
    show();
    void store();
  }

  /** Forgets a note of an earlier day. */
  function renew(): void {
    if (day === today()) return;
    day = today();
    if (kind.lasts !== 'day') return;
    waiting = [];
    stored &&= [];
    show();
  }

  function change(by: Change<Item>): void {
    renew();
    if (stored && waiting.length === 0 && by(stored) === stored) return;
    waiting = [...waiting, by];
    show();
    void store();
  }

  return {
    name: kind.name,
    view,
    renew,
    change,
    reload: (): void => void load(),
    removePerson: (id: string): void => change((items) => withoutPerson(kind, items, id)),

    setOwner(next: NoteOwner): void {
      turn += 1;
      isStoring = false;
      owner = next;
      stored = null;
      if (!next.isSameAccount) waiting = [];
      const left = parsed(next.left);
      if (left.length > 0) waiting = [(items) => joinNotes(kind, items, left), ...waiting];
      show();
      void store();
      void load();
    },
  };
}

type DeviceNote<Item> = ReturnType<typeof createDeviceNote<Item>>;

export const useDeviceNote = <Item>({ view }: DeviceNote<Item>): NoteView<Item> => useStore(view);
