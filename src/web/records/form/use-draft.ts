import { useCallback, useEffect, useRef, useState } from 'react';
import { now } from '#domain/clock.ts';
import type { Values } from '#domain/fields/index.ts';
import { isSavedHere, onSavedKnown } from '#web/lib/booklets/record-api.ts';
import { type Draft, type DraftPlace, onDraftsReadable, readDraft, removeDraft, writeDraft } from '#web/lib/drafts.ts';
import { getSession } from '#web/lib/session.ts';
import { sameValues } from './form-values.ts';

const PAUSE_MS = 400;

/** Of a save that was cut off after it was done. */
const isLeftover = (id: string | undefined) => id !== undefined && isSavedHere(id);

/** What this person left in a form; of what was saved meanwhile nothing. */
function draftLeft(where: DraftPlace): Draft | null {
  const draft = readDraft(where);
  if (!draft || !isLeftover(draft.id)) return draft;
  removeDraft(where);
  return null;
}

/** What an earlier visit of the same person left in this form; read once. */
export function useEarlierDraft(place: string): Draft | null {
  const [earlier] = useState(() => {
    const user = getSession()?._id;
    return user ? draftLeft({ user, place }) : null;
  });
  return earlier;
}

/** Told when what a form goes on from turns out to be saved already: the device may say so later than the form is there. */
export function useLeftover(id: () => string | undefined, onLeftover: () => void): void {
  const latest = useRef({ id, onLeftover });
  latest.current = { id, onLeftover };
  useEffect(
    () =>
      onSavedKnown(() => {
        if (isLeftover(latest.current.id())) latest.current.onLeftover();
      }),
    [],
  );
}

interface Kept {
  dirty: boolean;
  values: Values;
  /** What the form started from, of an earlier visit. */
  earlier: Draft | null;
  /** Told what was left, where that can only be read later; not once something was typed. */
  onFound: (found: Draft) => void;
}

/**
 * Keeps on the device what a form holds while it differs from its start, shortly after each change and whenever the
 * page may be going away. It belongs to whoever opened the form.
 * @param rest what goes with the values
 * @returns `keep`, which does so at once and tells whether it worked, and `drop`, after which nothing is kept until `resume`.
 */
export function useDraft(
  place: string,
  { dirty, values, earlier, onFound }: Kept,
  rest: () => Pick<Draft, 'id' | 'version' | 'start'>,
) {
  const [user] = useState(() => getSession()?._id);
  const dropped = useRef(false);
  const written = useRef(earlier !== null);
  // Opening a form again is no change: its draft does not live longer for it.
  const changed = useRef({ values, at: earlier?.at ?? now().getTime() });
  const latest = useRef({ dirty, values, rest, onFound });
  latest.current = { dirty, values, rest, onFound };

  const keep = useCallback((): boolean => {
    // Signed out meanwhile, here or in another tab: nothing of this person stays.
    if (!user || getSession()?._id !== user || dropped.current) return false;
    const form = latest.current;
    if (!sameValues(form.values, changed.current.values))
      changed.current = { values: form.values, at: now().getTime() };
    if (form.dirty) {
      const kept = writeDraft({ user, place }, { ...form.rest(), values: form.values, at: changed.current.at });
      // Where there is no room for it, what was written before is still there.
      written.current ||= kept;
      return kept;
    }
    // Only what this form wrote: another tab may be filling in the same one.
    if (written.current) removeDraft({ user, place });
    written.current = false;
    return true;
  }, [user, place]);

  const drop = useCallback(() => {
    dropped.current = true;
    if (user) removeDraft({ user, place });
  }, [user, place]);

  const resume = useCallback(() => {
    dropped.current = false;
  }, []);

  // Every render may come from a change; the timer of the one before is called off.
  useEffect(() => {
    const later = setTimeout(keep, PAUSE_MS);
    return () => clearTimeout(later);
  });

  useEffect(
    () =>
      onDraftsReadable(() => {
        if (!user || latest.current.dirty || dropped.current) return;
        const found = draftLeft({ user, place });
        if (!found) return;
        written.current = true;
        changed.current = { values: found.values, at: found.at };
        latest.current.onFound(found);
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
