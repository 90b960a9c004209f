import { confirmDialog, STAY_HERE } from '#web/ui/feedback/confirm-dialog.ts';

/** Stores the values of a form as a draft on the device. @returns whether that succeeded. */
export type SaveDraft = () => boolean;

/** The forms with unsaved changes. */
export const unsaved = new Map<symbol, SaveDraft>();

export function hasUnsavedChanges(): boolean {
  return unsaved.size > 0;
}

const LOST = 'Lo que escribiste todavía no se ha guardado y se perderá.';
const KEPT =
  'Lo que escribiste todavía no se ha guardado. Queda en este dispositivo y lo encontrarás al volver a este formulario.';

interface Leaving {
  /** No draft survives: signing out. */
  forGood?: boolean;
  /** The only form that is left; by default all of them. */
  form?: symbol;
}

/** Asks for confirmation if there are unsaved changes. @returns true if leaving is allowed */
export async function confirmLeaving({ forGood = false, form }: Leaving = {}): Promise<boolean> {
  const changed = [...unsaved].filter(([key]) => form === undefined || key === form);
  if (changed.length === 0) return true;
  const allStored = !forGood && changed.every(([, keep]) => keep());
  const leaving = await confirmDialog({
    title: '¿Salir sin guardar?',
    message: allStored ? KEPT : LOST,
    confirmLabel: 'Salir sin guardar',
    cancelLabel: STAY_HERE,
    tone: 'question',
  });
  if (leaving) for (const [key] of changed) unsaved.delete(key);
  return leaving;
}

/** Does what loses unsaved changes, at once if there are none, so that a controlled field keeps its caret. */
export function afterLeaving(then: () => void): void {
  if (!hasUnsavedChanges()) {
    then();
    return;
  }
  void confirmLeaving().then((leaves) => {
    if (leaves) then();
  });
}

/** Allows leaving the page without a question if every form is stored as a draft. @returns whether that is so. */
export function leaveIfKept(): boolean {
  const allStored = [...unsaved.values()].every((keep) => keep());
  if (allStored) unsaved.clear();
  return allStored;
}
