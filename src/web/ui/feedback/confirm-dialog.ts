import type { ReactNode } from 'react';
import { createStore } from '#web/lib/store.ts';

/** Cancels leaving a screen. */
export const STAY_HERE = 'Seguir aquí';

export interface ConfirmOptions {
  title: string;
  message: ReactNode;
  /** The affected item, in bold above the message: a person's name. */
  detail?: string;
  confirmLabel: string;
  cancelLabel?: string;
  /** A third button that needs the server and answers with no. Without signal it is disabled and says so. */
  viaServer?: { label: string; withoutSignal: string; run: () => void };
  /** Makes the cancel button a link that opens in a new tab. */
  cancelHref?: string;
  tone?: 'danger' | 'question';
}

export interface OpenConfirm extends ConfirmOptions {
  settle: (confirmed: boolean) => void;
}

export const openConfirm = createStore<OpenConfirm | null>(null);

/** The last dialog that was confirmed and stays open until the work is done. */
export const workingConfirm = createStore<OpenConfirm | null>(null);

/** Answers an open question with no, because the screen that it is about is being left. */
export const leaveConfirm = (): void => openConfirm.get()?.settle(false);

/** Asks for confirmation. @returns true when confirmed; false on Cancelar, Escape or a click outside. */
export function confirmDialog(options: ConfirmOptions): Promise<boolean> {
  leaveConfirm();
  return new Promise((resolve) => {
    openConfirm.set({
      ...options,
      settle: (confirmed) => {
        openConfirm.set(null);
        resolve(confirmed);
      },
    });
  });
}

/**
 * As `confirmDialog`, but the dialog stays open and shows the work until that is done. It closes before if the screen is left.
 * @returns the result of the work; undefined if it was not confirmed @throws what the work throws
 */
export function confirmWork<Result>(options: ConfirmOptions, work: () => Promise<Result>): Promise<Result | undefined> {
  leaveConfirm();
  return new Promise((resolve, reject) => {
    const close = () => {
      if (openConfirm.get() === dialog) openConfirm.set(null);
    };
    const dialog: OpenConfirm = {
      ...options,
      settle: (confirmed) => {
        const working = workingConfirm.get() === dialog;
        if (!confirmed) close();
        if (working) return;
        if (!confirmed) return resolve(undefined);
        workingConfirm.set(dialog);
        work().finally(close).then(resolve, reject);
      },
    };
    openConfirm.set(dialog);
  });
}
