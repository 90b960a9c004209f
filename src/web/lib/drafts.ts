import { now } from '#domain/clock.ts';
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
  /** What an edit had before anything was typed: what of it was typed follows from both. */
  start?: Values | undefined;
}

/** Which form of which person: `place` names the record type and what it belongs to, e.g. `control.{ninoId}`. */
export interface DraftPlace {
  user: string;
  place: string;
}

/** Drafts hold personal data, on devices that people share: this long after the last change they are gone. */
export const DRAFT_LIFETIME_MS = 7 * 24 * 60 * 60 * 1_000;

/** Keeps what one person leaves in forms otherwise than as it stands. */
export interface DraftKeeper {
  readonly user: string;
  /** Nobody else can read it: it outlives signing out. */
  readonly seals: boolean;
  read(place: string): Draft | null;
  /** @returns whether it is on the device */
  write(place: string, draft: Draft): boolean;
  remove(place: string): void;
  removeWhere(wanted: (place: string) => boolean): void;
  /** Nothing is kept with it any more. */
  close?(): void;
}

let keeper: DraftKeeper | null = null;

function setKeeper(next: DraftKeeper | null): void {
  if (keeper !== next) keeper?.close?.();
  keeper = next;
}
const keeperOf = (user: string) => (keeper?.user === user ? keeper : null);

/** What somebody types while her vault is closed, by place: on the disk it would stand for everybody. null: removed meanwhile. */
let held = new Map<string, Draft | null>();

export const DRAFT_PREFIX = 'libreta.draft.';
const keyOf = ({ user, place }: DraftPlace) => `${DRAFT_PREFIX}${user}.${place}`;

const isValue = (value: unknown): value is Value =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const valuesIn = (some: object): Values =>
  Object.fromEntries(Object.entries(some).filter(([, value]) => isValue(value))) as Values;

/** Either way: a clock that was wrong when it was written, or is now, makes no draft last for ever. */
export const isExpired = (at: number) => !(Math.abs(now().getTime() - at) < DRAFT_LIFETIME_MS);

/** @returns null for what is no draft, or none any more. */
export function parseDraft(raw: string): Draft | null {
  const draft = JSON.parse(raw) as { [name in keyof Draft]?: unknown } | null;
  if (typeof draft?.values !== 'object' || draft.values === null) return null;
  if (typeof draft.at !== 'number' || isExpired(draft.at)) return null;
  return {
    at: draft.at,
    values: valuesIn(draft.values),
    start: typeof draft.start === 'object' && draft.start !== null ? valuesIn(draft.start) : undefined,
    id: typeof draft.id === 'string' ? draft.id : undefined,
    version: typeof draft.version === 'number' ? draft.version : undefined,
  };
}

/** What stands under a name, as it stands. */
function readKey(key: string): Draft | null {
  try {
    const raw = localStorage.getItem(key);
    return raw === null ? null : parseDraft(raw);
  } catch {
    return null; // storage is blocked, or what it holds is not ours
  }
}

export function readDraft(where: DraftPlace): Draft | null {
  const other = keeperOf(where.user);
  if (other) return other.read(where.place);
  const draft = readKey(keyOf(where));
  if (!draft) removeDraft(where);
  return draft;
}

function put(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Where there is no room, what has expired makes some. @returns whether it is on the device */
export function putDraft(key: string, text: string): boolean {
  if (put(key, text)) return true;
  removeExpiredDrafts();
  return put(key, text);
}

/** @returns false when the device keeps nothing: the draft has expired, storage is blocked or full, or its vault is closed. */
export function writeDraft(where: DraftPlace, draft: Draft): boolean {
  if (isExpired(draft.at)) {
    removeDraft(where);
    return false;
  }
  const other = keeperOf(where.user);
  return other ? other.write(where.place, draft) : putDraft(keyOf(where), JSON.stringify(draft));
}

export function removeDraft(where: DraftPlace): void {
  const other = keeperOf(where.user);
  if (other) other.remove(where.place);
  else removeKey(keyOf(where));
}

export function removeKey(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing was stored
  }
}

/** The names of all drafts that begin like this. */
export function draftKeys(begin = DRAFT_PREFIX): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return keys.filter((key) => key.startsWith(begin));
  } catch {
    return []; // nothing was stored
  }
}

/** Everything that this user, or this vault, left unfinished on the device. */
export function removeDraftsOf(user: string): void {
  draftKeys(keyOf({ user, place: '' })).forEach(removeKey);
}

/** Everything that was being written about a woman or child who is gone; of what is sealed, what can be read now. */
export function removeDraftsAbout(id: string): void {
  const about = (place: string) => place.endsWith(`.${id}`);
  keeper?.removeWhere(about);
  draftKeys().filter(about).forEach(removeKey);
}

const SEALED_AT = /^\d+(?=\.)/;

/** When a draft was written, in milliseconds: all that what is sealed says in the clear, before a point; undefined of anything else. */
export function sealedAt(text: string | null): number | undefined {
  const [at] = SEALED_AT.exec(text ?? '') ?? [];
  return at === undefined ? undefined : Number(at);
}

/** Whatever nobody will go on with, whoever wrote it. */
export function removeExpiredDrafts(): void {
  for (const key of draftKeys()) {
    const at = sealedAt(localStorage.getItem(key));
    if (at === undefined ? readKey(key) === null : isExpired(at)) removeKey(key);
  }
}

const listeners = new Set<() => void>();

/** Told when drafts can be read that could not be before. @returns a function that stops listening */
export function onDraftsReadable(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** From now on nothing that this person types is written before it is known how. */
export function holdDrafts(user: string): void {
  if (keeperOf(user) && !keeper?.seals) return;
  const drafts = new Map<string, Draft | null>();
  held = drafts;
  setKeeper({
    user,
    seals: false,
    read: (place) => (drafts.has(place) ? (drafts.get(place) ?? null) : readKey(keyOf({ user, place }))),
    write: (place, draft) => {
      drafts.set(place, draft);
      return false;
    },
    remove: (place) => void drafts.set(place, null),
    removeWhere(wanted) {
      for (const place of drafts.keys()) if (wanted(place)) drafts.set(place, null);
    },
  });
}

/**
 * Keeps drafts in this way from now on, and in it what was held so far.
 * @param next null: as they stand, as on a device that keeps nothing else
 */
export function keepDrafts(next: DraftKeeper | null): void {
  const user = keeper?.user ?? '';
  const meanwhile = held;
  forgetKeeper();
  setKeeper(next);
  for (const [place, draft] of meanwhile) {
    if (draft) writeDraft({ user, place }, draft);
    else removeDraft({ user, place });
  }
  if (next) for (const listener of [...listeners]) listener();
}

/** Nobody's drafts are sealed or held any more; what was held is forgotten. */
export function forgetKeeper(): void {
  setKeeper(null);
  held = new Map();
}

/** Whose vault is open: what that person leaves on the device is sealed. */
export const sealedFor = (): string | null => (keeper?.seals ? keeper.user : null);

/** Whether what this person leaves unfinished stays on the device, sealed, also after signing out. */
export const draftsOutlive = (user: string): boolean => sealedFor() === user;
