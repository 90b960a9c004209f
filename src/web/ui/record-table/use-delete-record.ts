import { useRef } from 'react';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { errorMessage } from '#web/lib/api-errors.ts';
import { removeRecord } from '#web/lib/record-api.ts';
import type { Row } from '#web/lib/row.ts';
import { confirmDialog } from '#web/ui/confirm-dialog.ts';
import { notify } from '#web/ui/notify.ts';

/** Asks, deletes and tells. @returns a function that answers true once the record is gone. */
export function useDeleteRecord(definition: RecordDefinition, onChanged: () => Promise<void>) {
  const busy = useRef(false);
  return async (row: Row): Promise<boolean> => {
    if (busy.current) return false;
    const confirmed = await confirmDialog({
      title: '¿Estás seguro?',
      message: 'Una vez eliminado, no podrás recuperar este registro.',
      confirmLabel: 'Eliminar',
    });
    if (!confirmed) return false;
    busy.current = true;
    try {
      const { message } = await removeRecord(definition, row._id);
      notify.success({ title: 'Éxito', message });
      return true;
    } catch (error) {
      notify.error({ title: 'Error', message: `${definition.messages.deleteFailed} ${errorMessage(error)}` });
      return false;
    } finally {
      busy.current = false;
      await onChanged();
    }
  };
}
