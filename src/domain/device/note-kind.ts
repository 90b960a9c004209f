/** A kind of note: a small list that an account keeps on one device (rules N1 to N8 of SPEC.md). */
export interface NoteKind<Item> {
  readonly name: string;
  /** `day`: it is forgotten when the day ends in Guayaquil. */
  readonly lasts: 'day' | 'always';
  readonly maxItems: number;
  /** The person that an item is about; a list has one item per person. */
  readonly personOf: (item: Item) => string;
  /** @param stored may be anything @returns null for what is no item */
  readonly parse: (stored: unknown) => Item | null;
}

/** A note as it is stored. `dia`: the day to which it belongs; null for a note that always lasts. */
interface StoredNote {
  readonly dia: string | null;
  readonly items: unknown;
}

const isStoredNote = (stored: unknown): stored is StoredNote =>
  typeof stored === 'object' && stored !== null && 'dia' in stored && 'items' in stored;

/** Whether a stored note counts no more, or is none. */
export const isNoteExpired = (stored: unknown, today: string): boolean =>
  !isStoredNote(stored) || (stored.dia !== null && stored.dia !== today);

export function parseNote<Item>(kind: NoteKind<Item>, stored: unknown, today: string): readonly Item[] {
  if (!isStoredNote(stored) || stored.dia !== (kind.lasts === 'day' ? today : null)) return [];
  if (!Array.isArray(stored.items)) return [];
  const items = stored.items.slice(-kind.maxItems).flatMap((item: unknown) => kind.parse(item) ?? []);
  return [...new Map(items.map((item) => [kind.personOf(item), item])).values()];
}

/** @returns null when there is nothing to store */
export const noteToStore = <Item>(kind: NoteKind<Item>, items: readonly Item[], today: string): StoredNote | null =>
  items.length === 0 ? null : { dia: kind.lasts === 'day' ? today : null, items: items.slice(-kind.maxItems) };

/** Both lists; where both have an item about a person, the added one counts. */
export function joinNotes<Item>({ personOf }: NoteKind<Item>, items: readonly Item[], added: readonly Item[]): Item[] {
  return [...new Map([...items, ...added].map((item) => [personOf(item), item])).values()];
}

/** @returns the same list if no item is about this person */
export const withoutPerson = <Item>(
  { personOf }: NoteKind<Item>,
  items: readonly Item[],
  person: string,
): readonly Item[] =>
  items.some((item) => personOf(item) === person) ? items.filter((item) => personOf(item) !== person) : items;
