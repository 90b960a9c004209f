import { useCallback, useEffect, useRef, useState } from 'react';
import type { Values } from '#domain/fields/index.ts';
import { type Draft, readDraft, removeDraft, writeDraft } from '#web/lib/drafts.ts';
import { getSession } from '#web/lib/session.ts';
import { sameValues } from './form-values.ts';

const PAUSE_MS = 400;

/** What an earlier visit of the same person left in this form; read once. */
export function useEarlierDraft(place: string): Draft | null {
  const [earlier] = useState(() => {
    const user = getSession()?._id;
    return user ? readDraft({ user, place }) : null;
  });
  return earlier;
}

interface Kept {
  dirty: boolean;
  values: Values;
  /** What the form started from, of an earlier visit. */
  earlier: Draft | null;
}

/**
 * Keeps on the device what a form holds while it differs from its start, shortly after each change and whenever the
 * page may be going away. It belongs to whoever opened the form.
 * @param rest what goes with the values
 * @returns `keep`, which does so at once and tells whether it worked, and `drop`, after which nothing is kept until `resume`.
 */
export function useDraft(place: string, { dirty, values, earlier }: Kept, rest: () => Pick<Draft, 'id' | 'version'>) {
  const [user] = useState(() => getSession()?._id);
  const dropped = useRef(false);
  const written = useRef(earlier !== null);
  // Opening a form again is no change: its draft does not live longer for it.
  const changed = useRef({ values, at: earlier?.at ?? Date.now() });
  const latest = useRef({ dirty, values, rest });
  latest.current = { dirty, values, rest };

  const keep = useCallback((): boolean => {
    // Signed out meanwhile, here or in another tab: nothing of this person stays.
    if (!user || getSession()?._id !== user || dropped.current) return false;
    const now = latest.current;
    if (!sameValues(now.values, changed.current.values)) changed.current = { values: now.values, at: Date.now() };
    if (now.dirty) {
      const kept = writeDraft({ user, place }, { ...now.rest(), values: now.values, at: changed.current.at });
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
