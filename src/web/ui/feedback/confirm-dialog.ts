import type { ReactNode } from 'react';
import { createStore } from '#web/lib/store.ts';

export interface ConfirmOptions {
  title: string;
  message: ReactNode;
  /** What exactly is at stake, in bold above the message: a person's name. */
  detail?: string;
  confirmLabel: string;
  cancelLabel?: string;
  /** What the other answer's button does besides; Escape and a click outside do nothing. */
  onCancel?: () => void;
  /** The other answer leads here, in another tab, and what is on screen stays. */
  cancelHref?: string;
  /** `danger` (default) for what cannot be undone. */
  tone?: 'danger' | 'question';
}

export interface OpenConfirm extends ConfirmOptions {
  settle: (confirmed: boolean) => void;
}

export const openConfirm = createStore<OpenConfirm | null>(null);

/**
 * Asks before something that cannot be undone.
 * @returns true when confirmed; false on Cancelar, Escape or a click outside.
 */
export function confirmDialog(options: ConfirmOptions): Promise<boolean> {
  openConfirm.get()?.settle(false);
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
