import { useStore } from '#web/lib/store.ts';
import { openConfirm } from '#web/ui/feedback/confirm-dialog.ts';
import { confirmLeaving } from './unsaved-changes.ts';

/** For a dialog with a form: Escape and a click outside ask before unsaved changes are lost. Escape in a question above it leaves the dialog alone. */
export function useAskingClose(onClose: () => void) {
  const closeOnEscape = useStore(openConfirm) === null;
  return {
    closeOnEscape,
    onClose: () =>
      void confirmLeaving().then((leaves) => {
        if (leaves) onClose();
      }),
  };
}
