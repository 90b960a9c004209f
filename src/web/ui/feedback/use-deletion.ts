import { useRef } from 'react';
import { type ConfirmOptions, confirmDialog } from './confirm-dialog.ts';
import { notify } from './notify.ts';

type Notice = Parameters<typeof notify.success>[0];

interface Deletion<Item> {
  confirm: (item: Item) => ConfirmOptions | Promise<ConfirmOptions>;
  remove: (item: Item) => Promise<{ message: string }>;
  done: (message: string) => Notice;
  failed: (error: unknown) => Notice;
  /** Afterwards, also when it failed: somebody else may have deleted it. */
  onChanged: () => Promise<void>;
}

/** Asks, deletes and tells. @returns a function that answers true once the item is gone. */
export function useDeletion<Item>({ confirm, remove, done, failed, onChanged }: Deletion<Item>) {
  const busy = useRef(false);
  return async (item: Item): Promise<boolean> => {
    if (busy.current) return false;
    // While it is being found out what to ask, another press asks nothing.
    busy.current = true;
    const asked = await Promise.resolve(confirm(item)).finally(() => {
      busy.current = false;
    });
    if (!(await confirmDialog(asked)) || busy.current) return false;
    busy.current = true;
    try {
      const { message } = await remove(item);
      notify.success(done(message));
      return true;
    } catch (error) {
      notify.error(failed(error));
      return false;
    } finally {
      busy.current = false;
      await onChanged();
    }
  };
}

/** How deleting a record or an option is asked. */
export const CONFIRM_RECORD = {
  title: '¿Estás seguro?',
  message: 'Una vez eliminado, no podrás recuperar este registro.',
  confirmLabel: 'Eliminar',
} as const satisfies ConfirmOptions;
