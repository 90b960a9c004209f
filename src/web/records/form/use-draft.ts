import { useCallback, useEffect, useRef, useState } from 'react';
import { now } from '#domain/clock.ts';
import type { Values } from '#domain/fields/index.ts';
import { isSavedHere, onSavedHereChange } from '#web/lib/booklets/record-api.ts';
import {
  type Draft,
  type DraftPlace,
  draftsSurviveSignOut,
  noteStored,
  onDraftsReadable,
  onDraftsRemoved,
  readDraft,
  removeDraft,
  writeDraft,
} from '#web/lib/drafts.ts';
import { getSession } from '#web/lib/session.ts';
import { sameValues } from './form-values.ts';

const PAUSE_MS = 400;

/** Whether a new record is already saved: the tab was closed before its draft was removed. */
const isLeftover = (id: string | undefined) => id !== undefined && isSavedHere(id);

/** The stored draft; one that is already saved is removed. @param isSavedEdit the same for an edit, whose draft has no id */
function readUnsavedDraft(where: DraftPlace, isSavedEdit: (draft: Draft) => boolean): Draft | null {
  const draft = readDraft(where);
  if (!draft || !(isLeftover(draft.id) || isSavedEdit(draft))) return draft;
  removeDraft(where);
  return null;
}

const notSaved = () => false;

/** The draft of an earlier visit by the same user; read once. */
export function useEarlierDraft(place: string, isSavedEdit: (draft: Draft) => boolean = notSaved): Draft | null {
  const [earlier] = useState(() => {
    const user = getSession()?._id;
    return user ? readUnsavedDraft({ user, place }, isSavedEdit) : null;
  });
  return earlier;
}

/** Calls `onLeftover` when the restored draft turns out to be saved already, which the device may report late. */
export function useAlreadySaved(id: () => string | undefined, onLeftover: () => void): void {
  const latest = useRef({ id, onLeftover });
  latest.current = { id, onLeftover };
  useEffect(
    () =>
      onSavedHereChange(() => {
        if (isLeftover(latest.current.id())) latest.current.onLeftover();
      }),
    [],
  );
}

interface DraftSource {
  dirty: boolean;
  values: Values;
  /** The draft of an earlier visit, from which the form was filled. */
  earlier: Draft | null;
  /** Whether an edit that became readable later is already saved; by default none is. */
  isSavedEdit?: (draft: Draft) => boolean;
  /** Called with a draft that became readable later, unless the form was edited or its draft dropped. */
  onDraftReadable: (draft: Draft) => void;
}

/** Stores the form as a draft of the user who opened it, after each change and when the page may close. `drop` stops that until `resume`. */
export function useDraft(
  place: string,
  { dirty, values, earlier, isSavedEdit = notSaved, onDraftReadable }: DraftSource,
  rest: () => Omit<Draft, 'values' | 'at'>,
) {
  const [user] = useState(() => getSession()?._id);
  const dropped = useRef(false);
  const written = useRef(earlier !== null);
  // Opening a form is not a change and must not extend the life of its draft.
  const changed = useRef({ values, at: earlier?.at ?? now().getTime() });
  const latest = useRef({ dirty, values, rest, isSavedEdit, onDraftReadable });
  latest.current = { dirty, values, rest, isSavedEdit, onDraftReadable };

  const keep = useCallback((): boolean => {
    // After signing out, here or in another tab, nothing of this user may be stored.
    if (!user || getSession()?._id !== user || dropped.current) return false;
    const form = latest.current;
    if (!sameValues(form.values, changed.current.values))
      changed.current = { values: form.values, at: now().getTime() };
    if (form.dirty) {
      const stored = writeDraft({ user, place }, { ...form.rest(), values: form.values, at: changed.current.at });
      // If there is no room for the new draft, the older one remains; a sealed one may reach the database later.
      written.current ||= stored || draftsSurviveSignOut(user);
      noteStored(place, stored);
      return stored;
    }
    // Only a draft of this form: another tab may edit the same one.
    if (written.current) removeDraft({ user, place });
    written.current = false;
    noteStored(place, true);
    return true;
  }, [user, place]);

  const drop = useCallback(() => {
    dropped.current = true;
    if (user) removeDraft({ user, place });
    noteStored(place, true);
  }, [user, place]);

  const resume = useCallback(() => {
    dropped.current = false;
  }, []);

  useEffect(
    () =>
      onDraftsRemoved((isRemoved) => {
        if (isRemoved(place)) dropped.current = true;
      }),
    [place],
  );

  // Runs on every render; a later change restarts the timer.
  useEffect(() => {
    const later = setTimeout(keep, PAUSE_MS);
    return () => clearTimeout(later);
  });

  useEffect(
    () =>
      onDraftsReadable(() => {
        if (!user || latest.current.dirty || dropped.current) return;
        const draft = readUnsavedDraft({ user, place }, latest.current.isSavedEdit);
        if (!draft) return;
        written.current = true;
        changed.current = { values: draft.values, at: draft.at };
        latest.current.onDraftReadable(draft);
      }),
    [user, place],
  );

  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', hidden);
      keep();
    };
  }, [keep]);

  return { keep, drop, resume };
}
