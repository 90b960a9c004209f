import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { recordKeys, refreshRecords, removeRecord } from '#web/lib/booklets/record-api.ts';
import { removeDraftsAbout } from '#web/lib/drafts.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { Row } from '#web/lib/row.ts';
import { useIsShown } from '#web/lib/use-is-shown.ts';
import { removeNotesAbout } from '#web/records/my-day/late-notes.ts';
import { confirmWork } from '#web/ui/feedback/confirm-dialog.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { type PatientKind, personName } from './patient-kind.ts';

export function useDeletePatient(kind: PatientKind) {
  const { definition, paths, texts } = kind;
  const navigate = useNavigate();
  const isShown = useIsShown();
  const busy = useRef(false);
  const [failure, setFailure] = useState<unknown>(null);

  const remove = async (row: Row) => {
    if (busy.current) return;
    const question = { ...texts.confirmDelete, detail: personName(kind, row), confirmLabel: 'Eliminar' };
    try {
      const answer = await confirmWork(question, () => {
        busy.current = true;
        setFailure(null);
        return removeRecord(definition, row._id);
      });
      if (!answer) return;
      removeDraftsAbout(row._id);
      removeNotesAbout(row._id);
      notify.success({ title: '¡Información Eliminada!', message: answer.message });
      if (isShown()) await navigate({ to: paths.list, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: recordKeys.one(definition, row._id) });
      await refreshRecords(definition);
    } catch (error) {
      setFailure(error);
    } finally {
      busy.current = false;
    }
  };
  return { remove, failure };
}
