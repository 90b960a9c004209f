import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { prepareNotices } from '#web/ui/feedback/notify.ts';
import { confirmLeaving, type SaveDraft, unsaved } from './unsaved-changes.ts';

/** Asks before a search parameter shows another part of the same screen. @param first the part shown without the parameter */
export function useLeavingPart(param: string, first: string): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const part = (search: object) => new Map(Object.entries(search)).get(param) ?? first;
      if (current.pathname !== next.pathname || part(current.search) === part(next.search)) return false;
      return !(await confirmLeaving());
    },
    enableBeforeUnload: false,
  });
}

interface UnsavedForm {
  keep?: SaveDraft;
  /** Identifies the form of a dialog that can be closed alone. */
  form?: symbol;
}

/** Asks before a form with unsaved changes is left. @returns `release`, to be called after saving and before navigating. */
export function useUnsavedChanges(
  dirty: boolean,
  { keep, form = Symbol('form') }: UnsavedForm = {},
): { release: () => void } {
  const key = useRef(form);
  const latestKeep = useRef(keep);
  latestKeep.current = keep;

  useEffect(() => {
    const own = key.current;
    if (dirty) unsaved.set(own, () => latestKeep.current?.() ?? false);
    else unsaved.delete(own);
    return () => {
      unsaved.delete(own);
    };
  }, [dirty]);

  useEffect(() => {
    if (dirty) prepareNotices().catch(() => undefined);
  }, [dirty]);

  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // A change of search parameters only does not leave the form.
      if (!unsaved.has(key.current) || current.pathname === next.pathname) return false;
      return !(await confirmLeaving());
    },
    enableBeforeUnload: () => unsaved.has(key.current),
  });

  return { release: () => unsaved.delete(key.current) };
}
