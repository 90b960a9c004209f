import type { RecordDefinition } from '#domain/records/define-record.ts';
import { errorMessage } from '#web/lib/api-errors.ts';
import { removeRecord } from '#web/lib/booklets/record-api.ts';
import type { Row } from '#web/lib/row.ts';
import { CONFIRM_RECORD, useDeletion } from '#web/ui/feedback/use-deletion.ts';

export function useDeleteRecord(definition: RecordDefinition, onChanged: () => Promise<void>) {
  return useDeletion<Row>({
    confirm: () => CONFIRM_RECORD,
    remove: (row) => removeRecord(definition, row._id, String(row[definition.parent?.field ?? ''] ?? '')),
    done: (message) => ({ title: 'Éxito', message }),
    failed: (error) => ({
      title: 'Error',
      message: `${definition.messages.deleteFailed} ${errorMessage(error)}`,
    }),
    onChanged,
  });
}
