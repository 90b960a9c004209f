import { now } from '#domain/clock.ts';
import type { Value, Values } from '#domain/fields/index.ts';
import type { NoteKeeper } from './note-keeper.ts';
import { isDateCertain } from './server-clock.ts';
import { createStore } from './store.ts';
import { storedKeys, storedMark } from './stored-mark.ts';

export interface Draft {
  values: Values;
  at: number;
  id?: string | undefined;
  version?: number | undefined;
  start?: Values | undefined;
}

/** `place` is the record type and its owner, e.g. `control.{ninoId}`. */
export interface DraftPlace {
  user: string;
  place: string;
}

export const DRAFT_LIFETIME_MS = 7 * 24 * 60 * 60 * 1_000;

/** Stores one account's drafts in another way than plain text. */
export interface DraftKeeper {
  readonly user: string;
  /** Whether drafts are encrypted, and so survive a sign-out. */
  readonly seals: boolean;
  read(place: string): Draft | null;
  write(place: string, draft: Draft): boolean;
  remove(place: string): void;
  removeWhere(wanted: (place: string) => boolean): void;
  close?(): void;
  /** Stores the account's notes in the same way; without it they wait in memory. */
  readonly notes?: NoteKeeper;
}

/** Null: drafts and notes are stored as plain text. */
export const draftKeeper = createStore<DraftKeeper | null>(null);

function setKeeper(next: DraftKeeper | null): void {
  const before = draftKeeper.get();
  if (before !== next) before?.close?.();
  draftKeeper.set(next);
}

function keeperOf(user: string): DraftKeeper | null {
  const keeper = draftKeeper.get();
  return keeper?.user === user ? keeper : null;
}

/** Drafts of an account whose vault is still closed, by place: on the disk they would be readable. null: removed. */
let held = new Map<string, Draft | null>();

export const DRAFT_PREFIX = 'libreta.draft.';
/** The notes of an account that keeps no secrets go with its drafts (`device-notes.ts`). */
export const NOTE_PREFIX = 'libreta.nota.';
const keyOf = ({ user, place }: DraftPlace) => `${DRAFT_PREFIX}${user}.${place}`;

const isValue = (value: unknown): value is Value =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const valuesIn = (some: object): Values =>
  Object.fromEntries(Object.entries(some).filter(([, value]) => isValue(value))) as Values;

/** In both directions: a wrong clock must not keep a draft for ever. */
export const isExpired = (at: number) => isDateCertain() && !(Math.abs(now().getTime() - at) < DRAFT_LIFETIME_MS);

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

/** Removes expired drafts when the storage is full. @returns whether it was stored */
export function putDraft(key: string, text: string): boolean {
  if (put(key, text)) return true;
  removeExpiredDrafts();
  return put(key, text);
}

/** @returns false when the draft has expired, storage is blocked or full, or its vault is closed */
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

export const removeKey = (key: string): void => storedMark(key).remove();

export const draftKeys = (begin = DRAFT_PREFIX): string[] => storedKeys(begin);

/** Removes the account's drafts and notes. */
export function removeDraftsOf(user: string): void {
  for (const prefix of [DRAFT_PREFIX, NOTE_PREFIX]) draftKeys(`${prefix}${user}.`).forEach(removeKey);
}

type Places = (place: string) => boolean;
const openForms = new Set<(removed: Places) => void>();

/** Calls back with the places whose drafts were removed, so that open forms there do not store them again. @returns ends that */
export function onDraftsRemoved(listener: (removed: Places) => void): () => void {
  openForms.add(listener);
  return () => void openForms.delete(listener);
}

/** Removes drafts about a deleted woman or child, also of the parts of a visit; of sealed ones, those that can be read. */
export function removeDraftsAbout(id: string): void {
  const about: Places = (place) => `${place}.`.includes(`.${id}.`);
  for (const removed of openForms) removed((place) => about(`.${place}`));
  draftKeeper.get()?.removeWhere(about);
  draftKeys().filter(about).forEach(removeKey);
}

const SEALED_AT = /^\d+(?=\.)/;

/** The time of a sealed draft, in milliseconds, which stands before a point; undefined for other text. */
export function sealedDraftTime(text: string | null): number | undefined {
  const [at] = SEALED_AT.exec(text ?? '') ?? [];
  return at === undefined ? undefined : Number(at);
}

export function removeExpiredDrafts(): void {
  for (const key of draftKeys()) {
    const at = sealedDraftTime(localStorage.getItem(key));
    if (at === undefined ? readKey(key) === null : isExpired(at)) removeKey(key);
  }
}

/** Places of forms whose latest values are not stored. */
export const unstoredForms = createStore<ReadonlySet<string>>(new Set());

export function noteStored(place: string, stored: boolean): void {
  const places = new Set(unstoredForms.get());
  if (stored) places.delete(place);
  else places.add(place);
  unstoredForms.set(places);
}

const listeners = new Set<() => void>();

export function onDraftsReadable(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps this account's drafts in memory until it is known how to store them. */
export function holdDrafts(user: string): void {
  if (keeperOf(user)?.seals === false) return;
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

/** Sets how drafts are stored, and stores the held ones. @param next null: plain text */
export function keepDrafts(next: DraftKeeper | null): void {
  const user = draftKeeper.get()?.user ?? '';
  const meanwhile = held;
  held = new Map();
  // In one step: a moment without a keeper would mean plain text.
  setKeeper(next);
  for (const [place, draft] of meanwhile) {
    if (draft) writeDraft({ user, place }, draft);
    else removeDraft({ user, place });
  }
  if (next) for (const listener of [...listeners]) listener();
}

export function forgetKeeper(): void {
  setKeeper(null);
  held = new Map();
}

export function sealingAccount(): string | null {
  const keeper = draftKeeper.get();
  return keeper?.seals ? keeper.user : null;
}

export const draftsSurviveSignOut = (user: string): boolean => sealingAccount() === user;
