import { useState } from 'react';
import { useStore } from '#web/lib/store.ts';
import { openConfirm } from '#web/ui/feedback/confirm-dialog.ts';
import { confirmLeaving } from './unsaved-changes.ts';

/**
 * For a dialog with a form: Escape and a click outside ask before its unsaved changes are lost; a form below the dialog stays as it is. Escape in a
 * question above it leaves the dialog alone. @returns the props of the dialog, and `form` for `useUnsavedChanges`
 */
export function useAskingClose(onClose: () => void) {
  const [form] = useState(() => Symbol('form'));
  const closeOnEscape = useStore(openConfirm) === null;
  return {
    form,
    closeOnEscape,
    onClose: () =>
      void confirmLeaving({ form }).then((leaves) => {
        if (leaves) onClose();
      }),
  };
}
