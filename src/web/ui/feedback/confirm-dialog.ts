import type { ReactNode } from 'react';
import { createStore } from '#web/lib/store.ts';

export interface ConfirmOptions {
  title: string;
  message: ReactNode;
  /** The affected item, in bold above the message: a person's name. */
  detail?: string;
  confirmLabel: string;
  cancelLabel?: string;
  /** Runs when the cancel button is pressed, not on Escape or a click outside. */
  onCancel?: () => void;
  /** Makes the cancel button a link that opens in a new tab. */
  cancelHref?: string;
  tone?: 'danger' | 'question';
}

export interface OpenConfirm extends ConfirmOptions {
  settle: (confirmed: boolean) => void;
}

export const openConfirm = createStore<OpenConfirm | null>(null);

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
