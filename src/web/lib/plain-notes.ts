import { today } from '#domain/calendar.ts';
import { isNoteExpired } from '#domain/device/note-kind.ts';
import { draftKeys, NOTE_PREFIX, putDraft, removeKey } from './drafts.ts';
import type { NoteKeeper } from './note-keeper.ts';

const keyOf = (user: string, name: string) => `${NOTE_PREFIX}${user}.${name}`;

function readJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null; // storage is blocked, or what it holds is not ours
  }
}

export const readPlainNote = (user: string, name: string): unknown => readJson(keyOf(user, name));
export const removePlainNote = (user: string, name: string): void => removeKey(keyOf(user, name));

/** Removes the notes of all accounts that count no more. */
export function removeExpiredPlainNotes(): void {
  for (const key of draftKeys(NOTE_PREFIX)) if (isNoteExpired(readJson(key), today())) removeKey(key);
}

/** Notes in localStorage, for an account without a vault. A change is written at once: the page may be closing. */
export const plainNotes = (user: string): NoteKeeper => ({
  read: async (name) => readPlainNote(user, name),
  async change(name, by) {
    const after = by(readPlainNote(user, name));
    if (after === null) removePlainNote(user, name);
    else if (!putDraft(keyOf(user, name), JSON.stringify(after))) throw new Error('no room for a note');
    return after;
  },
  onChange(listener) {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith(keyOf(user, ''))) listener();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  },
});
