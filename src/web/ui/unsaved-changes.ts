import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { confirmDialog } from './confirm-dialog.ts';

/** The forms on screen that hold something not saved yet. */
const unsaved = new Set<symbol>();

export function hasUnsavedChanges(): boolean {
  return unsaved.size > 0;
}

/** Asks, when there is something to lose. @returns true when leaving is fine. */
export async function confirmLeaving(): Promise<boolean> {
  if (!hasUnsavedChanges()) return true;
  const leaving = await confirmDialog({
    title: '¿Salir sin guardar?',
    message: 'Lo que escribiste todavía no se ha guardado y se perderá.',
    confirmLabel: 'Salir sin guardar',
    cancelLabel: 'Seguir aquí',
    tone: 'question',
  });
  if (leaving) unsaved.clear();
  return leaving;
}

/**
 * Keeps a form from losing what was typed: leaving the screen or the page asks first.
 * @returns `release`, to call after saving, before going elsewhere.
 */
export function useUnsavedChanges(dirty: boolean): { release: () => void } {
  const key = useRef(Symbol('form'));

  useEffect(() => {
    const form = key.current;
    if (dirty) unsaved.add(form);
    else unsaved.delete(form);
    return () => {
      unsaved.delete(form);
    };
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
