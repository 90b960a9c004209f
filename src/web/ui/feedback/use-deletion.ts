import { useRef } from 'react';
import { type ConfirmOptions, confirmWork } from './confirm-dialog.ts';
import { notify } from './notify.ts';

type Notice = Parameters<typeof notify.success>[0];

interface Deletion<Item> {
  confirm: (item: Item) => ConfirmOptions | Promise<ConfirmOptions>;
  remove: (item: Item) => Promise<{ message: string }>;
  done: (message: string) => Notice;
  failed: (error: unknown) => Notice;
  /** Also called after a failure: another account may have deleted the item. */
  onChanged: () => Promise<void>;
}

/** Confirms, deletes and shows a notice. @returns a function that resolves to true once the item is deleted. */
export function useDeletion<Item>({ confirm, remove, done, failed, onChanged }: Deletion<Item>) {
  const busy = useRef(false);
  return async (item: Item): Promise<boolean> => {
    if (busy.current) return false;
    // A second click while the question is being prepared has no effect.
    busy.current = true;
    const options = await Promise.resolve(confirm(item)).finally(() => {
      busy.current = false;
    });
    const deleted = await confirmWork(options, async () => {
      busy.current = true;
      try {
        const { message } = await remove(item);
        notify.success(done(message));
        return true;
      } catch (error) {
        notify.error(failed(error));
        return false;
      }
    });
    if (deleted === undefined) return false;
    busy.current = false;
    await onChanged();
    return deleted;
  };
}

export const CONFIRM_RECORD = {
  title: '¿Estás seguro?',
  message: 'Una vez eliminado, no podrás recuperar este registro.',
  confirmLabel: 'Eliminar',
} as const satisfies ConfirmOptions;
