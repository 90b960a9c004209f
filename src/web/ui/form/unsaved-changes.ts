import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { prepareNotices } from '#web/ui/feedback/notify.ts';

/** Stores the values of a form as a draft on the device. @returns whether that succeeded. */
type SaveDraft = () => boolean;

const unsaved = new Map<symbol, SaveDraft>();

export function hasUnsavedChanges(): boolean {
  return unsaved.size > 0;
}

const LOST = 'Lo que escribiste todavía no se ha guardado y se perderá.';
const KEPT =
  'Lo que escribiste todavía no se ha guardado. Queda en este dispositivo y lo encontrarás al volver a este formulario.';

/** Asks for confirmation if there are unsaved changes. @returns true if leaving is allowed. @param forGood no draft survives: signing out */
export async function confirmLeaving({ forGood = false } = {}): Promise<boolean> {
  if (!hasUnsavedChanges()) return true;
  const allStored = !forGood && [...unsaved.values()].every((keep) => keep());
  const leaving = await confirmDialog({
    title: '¿Salir sin guardar?',
    message: allStored ? KEPT : LOST,
    confirmLabel: 'Salir sin guardar',
    cancelLabel: 'Seguir aquí',
    tone: 'question',
  });
  if (leaving) unsaved.clear();
  return leaving;
}

/** Allows leaving the page without a question if every form is stored as a draft. @returns whether that is so. */
export function leaveIfKept(): boolean {
  const allStored = [...unsaved.values()].every((keep) => keep());
  if (allStored) unsaved.clear();
  return allStored;
}

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

/** Asks before a form with unsaved changes is left. @returns `release`, to be called after saving and before navigating. */
export function useUnsavedChanges(dirty: boolean, keep?: SaveDraft): { release: () => void } {
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
