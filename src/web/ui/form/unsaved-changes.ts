import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { prepareNotices } from '#web/ui/feedback/notify.ts';

/** Puts what a form holds aside on the device, and tells whether that worked. */
type Keep = () => boolean;

/** The forms on screen that hold something not saved yet, with how each keeps it. */
const unsaved = new Map<symbol, Keep>();

export function hasUnsavedChanges(): boolean {
  return unsaved.size > 0;
}

const LOST = 'Lo que escribiste todavía no se ha guardado y se perderá.';
const KEPT =
  'Lo que escribiste todavía no se ha guardado. Queda en este dispositivo y lo encontrarás al volver a este formulario.';

/**
 * Asks, when there is something to lose.
 * @param forGood nothing is kept afterwards: signing out
 * @returns true when leaving is fine.
 */
export async function confirmLeaving({ forGood = false } = {}): Promise<boolean> {
  if (!hasUnsavedChanges()) return true;
  const kept = !forGood && [...unsaved.values()].every((keep) => keep());
  const leaving = await confirmDialog({
    title: '¿Salir sin guardar?',
    message: kept ? KEPT : LOST,
    confirmLabel: 'Salir sin guardar',
    cancelLabel: 'Seguir aquí',
    tone: 'question',
  });
  if (leaving) unsaved.clear();
  return leaving;
}

/** Lets the page go without asking, where all that its forms hold is kept on the device. @returns whether it is */
export function leaveKept(): boolean {
  const kept = [...unsaved.values()].every((keep) => keep());
  if (kept) unsaved.clear();
  return kept;
}

/**
 * Leaving a part of the screen leaves its form, although the screen stays the same.
 * @param param under which name the address says which part shows
 * @param first what shows when it does not say
 */
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

/**
 * Keeps a form from losing what was typed: leaving the screen or the page asks first.
 * @returns `release`, to call after saving, before going elsewhere.
 */
export function useUnsavedChanges(dirty: boolean, keep?: Keep): { release: () => void } {
  const key = useRef(Symbol('form'));
  const latestKeep = useRef(keep);
  latestKeep.current = keep;

  useEffect(() => {
    const form = key.current;
    if (dirty) unsaved.set(form, () => latestKeep.current?.() ?? false);
    else unsaved.delete(form);
    return () => {
      unsaved.delete(form);
    };
  }, [dirty]);

  useEffect(() => {
    // Without a connection it comes with the notice itself, or not at all.
    if (dirty) prepareNotices().catch(() => undefined);
  }, [dirty]);

  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // A change of search parameters stays on the screen.
      if (!unsaved.has(key.current) || current.pathname === next.pathname) return false;
      return !(await confirmLeaving());
    },
    enableBeforeUnload: () => unsaved.has(key.current),
  });

  return { release: () => unsaved.delete(key.current) };
}
