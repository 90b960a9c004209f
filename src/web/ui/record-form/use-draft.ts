import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, readDraft, removeDraft, writeDraft } from '#web/lib/drafts.ts';
import { getSession, useSession } from '#web/lib/session.ts';

const PAUSE_MS = 400;

/** What an earlier visit of the same person left in this form; read once. */
export function useEarlierDraft(place: string): Draft | null {
  const [earlier] = useState(() => {
    const user = getSession()?._id;
    return user ? readDraft({ user, place }) : null;
  });
  return earlier;
}

/**
 * Keeps on the device what a form holds while it differs from its start, shortly after each change and whenever the
 * page may be going away.
 * @returns `keep`, which does so at once and tells whether it worked, and `drop`, after which nothing is kept until `resume`.
 */
export function useDraft(
  place: string,
  { dirty, earlier }: { dirty: boolean; earlier: boolean },
  snapshot: () => Draft,
) {
  const user = useSession()?._id;
  const dropped = useRef(false);
  const written = useRef(earlier);
  const latest = useRef({ dirty, snapshot });
  latest.current = { dirty, snapshot };

  const keep = useCallback((): boolean => {
    // Signed out meanwhile, here or in another tab: nothing of this person stays.
    if (!user || getSession()?._id !== user || dropped.current) return false;
    if (latest.current.dirty) {
      written.current = writeDraft({ user, place }, latest.current.snapshot());
      return written.current;
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
