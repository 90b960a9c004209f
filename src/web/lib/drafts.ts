import type { Value, Values } from '#domain/fields/index.ts';

/** What a form held when it was left: enough to go on, and to send a creation again under its own id. */
export interface Draft {
  values: Values;
  /** When they last changed, in milliseconds. */
  at: number;
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

/** Drafts hold personal data, on devices that people share: this long after the last change they are gone. */
export const DRAFT_LIFETIME_MS = 7 * 24 * 60 * 60 * 1_000;

const PREFIX = 'libreta.draft.';
const keyOf = ({ user, place }: DraftPlace) => `${PREFIX}${user}.${place}`;

const isValue = (value: unknown): value is Value =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Either way: a clock that was wrong when it was written, or is now, makes no draft last for ever. */
const isExpired = (at: number) => !(Math.abs(Date.now() - at) < DRAFT_LIFETIME_MS);

/** @returns null for what is no draft, or none any more. */
function parse(raw: string): Draft | null {
  const draft = JSON.parse(raw) as { [name in keyof Draft]?: unknown } | null;
  if (typeof draft?.values !== 'object' || draft.values === null) return null;
  if (typeof draft.at !== 'number' || isExpired(draft.at)) return null;
  return {
    at: draft.at,
    values: Object.fromEntries(Object.entries(draft.values).filter(([, value]) => isValue(value))) as Values,
    id: typeof draft.id === 'string' ? draft.id : undefined,
    version: typeof draft.version === 'number' ? draft.version : undefined,
  };
}

function readKey(key: string): Draft | null {
  try {
    const raw = localStorage.getItem(key);
    return raw === null ? null : parse(raw);
  } catch {
    return null; // storage is blocked, or what it holds is not ours
  }
}

export function readDraft(where: DraftPlace): Draft | null {
  const draft = readKey(keyOf(where));
  if (!draft) removeDraft(where);
  return draft;
}

function put(where: DraftPlace, draft: Draft): boolean {
  try {
    localStorage.setItem(keyOf(where), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** @returns false when the device keeps nothing: the draft has expired, or storage is blocked or full. */
export function writeDraft(where: DraftPlace, draft: Draft): boolean {
  if (isExpired(draft.at)) {
    removeDraft(where);
    return false;
  }
  if (put(where, draft)) return true;
  removeExpiredDrafts();
  return put(where, draft);
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

/** Whatever nobody will go on with, whoever wrote it. */
export function removeExpiredDrafts(): void {
  removeWhere((key) => readKey(key) === null);
}
