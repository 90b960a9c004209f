import { useRef } from 'react';
import { can } from '#domain/roles.ts';
import { errorMessage } from '#web/lib/api-errors.ts';
import { refreshRecords } from '#web/lib/booklets/record-api.ts';
import type { Row } from '#web/lib/row.ts';
import { useSession } from '#web/lib/session.ts';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { type PatientKind, personName } from './patient-kind.ts';

/** Ends the code on the printed booklet, for example of a lost one, and makes a new one; for supervision only. */
export function usePatientCode(kind: PatientKind) {
  const allowed = can(useSession()?.roles ?? [], 'handover');
  const busy = useRef(false);
  const renew = async (row: Row) => {
    if (busy.current) return;
    const confirmed = await confirmDialog({
      title: '¿Renovar el código?',
      detail: personName(kind, row),
      message:
        'El código de las libretas ya impresas dejará de abrir esta página. Imprime el PDF otra vez y entrégalo.',
      confirmLabel: 'Renovar código',
      tone: 'question',
    });
    if (!confirmed) return;
    busy.current = true;
    try {
      const { renewCode } = await import('#web/lib/booklets/code-api.ts');
      const message = await renewCode(kind.definition, row._id);
      notify.success({ title: 'Código renovado', message });
      await refreshRecords(kind.definition);
    } catch (error) {
      notify.error({ title: 'No se pudo renovar el código', message: errorMessage(error) });
    } finally {
      busy.current = false;
    }
  };
  return { renewOf: (row: Row) => (allowed ? () => void renew(row) : undefined) };
}
