import type { RecordDefinition } from '#domain/records/define-record.ts';
import { errorMessage } from '#web/lib/api-errors.ts';
import { removeRecord } from '#web/lib/booklets/record-api.ts';
import type { Row } from '#web/lib/row.ts';
import { CONFIRM_RECORD, useDeletion } from '#web/ui/feedback/use-deletion.ts';

/** @param nameOf what tells a record from the others of its table */
export function useDeleteRecord(
  definition: RecordDefinition,
  nameOf: (row: Row) => string,
  onChanged: () => Promise<void>,
) {
  return useDeletion<Row>({
    confirm: (row) => ({ ...CONFIRM_RECORD, detail: nameOf(row) }),
    remove: (row) => removeRecord(definition, row._id, String(row[definition.parent?.field ?? ''] ?? '')),
    done: (message) => ({ title: 'Éxito', message }),
    failed: (error) => ({
      title: 'Error',
      message: `${definition.messages.deleteFailed} ${errorMessage(error)}`,
    }),
    onChanged,
  });
}
