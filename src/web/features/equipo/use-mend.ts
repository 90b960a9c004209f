import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { now } from '#domain/clock.ts';
import { newId } from '#domain/new-id.ts';
import { recordDefinitionOf } from '#domain/sync/apply-operations.ts';
import type { PendingOperation } from '#domain/sync/lane.ts';
import { recordsText } from '#web/device/shown/status-text.ts';
import { sendingState } from '#web/device/shown/waiting-work.ts';
import type { Work } from '#web/device/work/work.ts';
import { errorDetail, refusedFor } from '#web/lib/api-errors.ts';
import { recordById } from '#web/lib/booklets/record-api.ts';
import { readDraft, writeDraft } from '#web/lib/drafts.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { getSession } from '#web/lib/session.ts';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { bookletLink } from './operation-title.tsx';
import { NAME_UNKNOWN, operationPlace, operationText } from './operation-words.ts';

const FAILED = 'No se pudo hacer';

/** The booklet may be erased, or no longer this account's; then its form would be a page that is not there. @throws ApiError, NetworkError */
async function bookletOpens(one: PendingOperation): Promise<boolean> {
  const { kind, persona } = operationPlace(one);
  try {
    await queryClient.fetchQuery({ ...recordById(recordDefinitionOf(kind), persona), staleTime: 0, retry: false });
    return true;
  } catch (error) {
    if (!refusedFor(error, 'notFound') && !refusedFor(error, 'forbidden')) throw error;
    const wayOut = sendingState.get().is === 'role' ? 'entregarlo a supervisión' : 'descartarlo';
    notify.error({
      title: FAILED,
      message: `Esta libreta ya no se puede abrir con tu cuenta: tu registro sigue aquí, y puedes ${wayOut}.`,
    });
    return false;
  }
}

const askToReplace = () =>
  confirmDialog({
    title: '¿Cambiar lo que estabas escribiendo?',
    message: 'En ese formulario ya tienes un registro a medias. Si sigues, queda en su lugar el que vas a corregir.',
    confirmLabel: 'Cambiarlo',
    cancelLabel: 'Dejarlo',
    tone: 'question',
  });

/** The actions that resolve a refused operation. @param done called after an action, which may have removed the item */
export function useMend(work: Work, done: () => void) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const { mend } = work;

  const whileBusy = async (action: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await action();
      done();
    } catch (error) {
      notify.error({ title: FAILED, message: errorDetail(error) });
    } finally {
      setBusy(false);
    }
  };

  /** Moves a record back into its form; the operation is removed only once the draft is stored. */
  async function backToForm(one: PendingOperation): Promise<boolean> {
    const place = { user: getSession()?._id ?? '', place: `${one.tipo}.${one.persona}` };
    if (readDraft(place) && !(await askToReplace())) return false;
    const draft = { values: mend.valuesOf(one), at: now().getTime(), id: newId() };
    if (!writeDraft(place, draft)) {
      notify.error({
        title: FAILED,
        message:
          'No hay espacio en este equipo para abrirlo. El registro sigue aquí: libera espacio e inténtalo de nuevo.',
      });
      return false;
    }
    await mend.takeOut(one);
    return true;
  }

  return {
    busy,
    again: (one: PendingOperation) => whileBusy(() => mend.again(one)),

    correct: (one: PendingOperation) =>
      whileBusy(async () => {
        if (!(await bookletOpens(one))) return;
        const inForm = recordDefinitionOf(one.tipo).parent ? await backToForm(one) : true;
        if (inForm) await navigate(bookletLink(one));
      }),

    discard: async (one: PendingOperation) => {
      const others = mend.goingWith(one).length - 1;
      const sure = await confirmDialog({
        title: '¿Descartar lo que escribiste?',
        detail: `${operationText(one)} · ${work.quien(one) || NAME_UNKNOWN}`,
        message:
          others > 0
            ? `También se ${others === 1 ? 'descarta' : 'descartan'} ${recordsText(others)} de su libreta. No podrás recuperarlos.`
            : 'No se envía, y no podrás recuperarlo.',
        confirmLabel: 'Descartar',
      });
      if (sure) await whileBusy(() => mend.discard(one));
    },

    deleteAnyway: async (one: PendingOperation) => {
      const sure = await confirmDialog({
        title: '¿Eliminar también lo que otra persona cambió?',
        detail: work.quien(one) || NAME_UNKNOWN,
        message: 'Se elimina con todos sus registros, también los que tú no has visto.',
        confirmLabel: 'Eliminar de todos modos',
      });
      if (sure) await whileBusy(() => mend.deleteAnyway(one));
    },
    keep: (one: PendingOperation) => whileBusy(() => mend.discard(one)),

    moveTo: (one: PendingOperation, persona: string) =>
      whileBusy(async () => {
        if (await mend.moveTo(one, persona))
          return notify.success({
            title: 'Registros pasados',
            message: 'Tus registros están ahora en la libreta que ya existía, y se envían con ella.',
          });
        notify.error({ title: FAILED, message: 'Algo de esta libreta se está enviando. Inténtalo en un momento.' });
      }),

    askSupervision: (one: PendingOperation) =>
      whileBusy(async () => {
        const handedOver = await mend.askSupervision(one);
        if (handedOver > 0)
          notify.success({
            title: 'Entregado a supervisión',
            message: 'Tus registros esperan en este equipo hasta que su libreta esté a tu cargo.',
          });
      }),
  };
}
export type Mend = ReturnType<typeof useMend>;
