import { useRef } from 'react';
import type { DeletedPerson } from '#domain/calls/journal.ts';
import { errorDetail, refusedFor } from '#web/lib/api-errors.ts';
import { BOOKLET_OF } from '#web/records/history/person-of.ts';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { refreshPeople, restore } from './audit-api.ts';
import { deletedPersonName, recordCountText } from './deleted-words.ts';

/** Confirms, restores a deleted person and shows a notice. @returns a function that resolves to true once that is done. */
export function useRestore() {
  const busy = useRef(false);
  return async (person: DeletedPerson): Promise<boolean> => {
    if (busy.current) return false;
    const name = deletedPersonName(person);
    const confirmed = await confirmDialog({
      title: '¿Restaurar?',
      detail: name,
      message: `Volverá como estaba, ${recordCountText(person)}.`,
      confirmLabel: 'Restaurar',
      tone: 'question',
    });
    if (!confirmed) return false;
    busy.current = true;
    try {
      const { _id, tipo, message } = await restore(person._id);
      notify.success({
        title: 'Restaurado',
        message,
        link: (close) => (
          <TextLink {...BOOKLET_OF[tipo](_id)} data-touch onClick={close}>
            Abrir la libreta de {name}
          </TextLink>
        ),
      });
      return true;
    } catch (error) {
      const taken = refusedFor(error, 'conflict');
      const next = `. Corrige esa cédula (${person.cedula}) en la otra libreta y vuelve a restaurar.`;
      const message = `${errorDetail(error)}${taken ? next : ''}`;
      notify.error({ title: `No se pudo restaurar a ${name}`, message });
      return false;
    } finally {
      busy.current = false;
      await refreshPeople(person.tipo);
    }
  };
}
