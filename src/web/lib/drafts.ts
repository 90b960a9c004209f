import type { Value, Values } from '#domain/fields/index.ts';

/** What a form held when it was left: enough to go on, and to send a creation again under its own id. */
export interface Draft {
  values: Values;
  /** The id that the pending creation goes out with. */
  id?: string | undefined;
  /** The version of the row that an edit started from. */
  version?: number | undefined;
}

/** Which form of which person: `place` names the record type and what it belongs to, e.g. `control.{ninoId}`. */
export interface DraftPlace {
  user: string;
  place: string;
}

const PREFIX = 'libreta.draft.';
const keyOf = ({ user, place }: DraftPlace) => `${PREFIX}${user}.${place}`;

const isValue = (value: unknown): value is Value =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

function parse(raw: string): Draft | null {
  const draft = JSON.parse(raw) as { values?: unknown; id?: unknown; version?: unknown } | null;
  if (typeof draft?.values !== 'object' || draft.values === null) return null;
  return {
    values: Object.fromEntries(Object.entries(draft.values).filter(([, value]) => isValue(value))) as Values,
    id: typeof draft.id === 'string' ? draft.id : undefined,
    version: typeof draft.version === 'number' ? draft.version : undefined,
  };
}

export function readDraft(where: DraftPlace): Draft | null {
  try {
    const raw = localStorage.getItem(keyOf(where));
    return raw === null ? null : parse(raw);
  } catch {
    return null; // storage is blocked, or what it holds is not ours
  }
}

/** @returns false when the device keeps nothing: storage is blocked or full. */
export function writeDraft(where: DraftPlace, draft: Draft): boolean {
  try {
    localStorage.setItem(keyOf(where), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function removeDraft(where: DraftPlace): void {
  try {
    localStorage.removeItem(keyOf(where));
  } catch {
    // nothing was stored
  }
}

function removeWhere(wanted: (key: string) => boolean): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    for (const key of keys) if (key.startsWith(PREFIX) && wanted(key)) localStorage.removeItem(key);
  } catch {
    // nothing was stored
  }
}

/** Everything this user left unfinished on the device. */
export function removeDraftsOf(user: string): void {
  removeWhere((key) => key.startsWith(keyOf({ user, place: '' })));
}

/** Everything that was being written about a woman or child who is gone. */
export function removeDraftsAbout(id: string): void {
  removeWhere((key) => key.endsWith(`.${id}`));
}
