import { useRef } from 'react';
import type { OpenSession } from '#domain/calls/open-sessions.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { end, endOthers, refreshSessions } from './sessions-api.ts';

/** Ends sessions of the user and shows a notice; each function resolves to true once that is done. */
export function useEndSessions() {
  const busy = useRef(false);
  const endWithNotice = async (work: () => Promise<{ message: string }>, title: string): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    try {
      const { message } = await work();
      notify.success({ title, message });
      return true;
    } catch (error) {
      notify.error({ title: 'No se pudo cerrar la sesión', message: errorDetail(error) });
      return false;
    } finally {
      busy.current = false;
      await refreshSessions();
    }
  };
  return {
    end: (session: OpenSession) => endWithNotice(() => end(session), 'Sesión cerrada'),
    endOthers: async (count: number) => {
      const sure = await confirmDialog({
        title: '¿Cerrar las demás sesiones?',
        message:
          count === 1
            ? 'El otro equipo tendrá que iniciar sesión de nuevo.'
            : `Los otros ${count.toLocaleString('es-EC')} equipos tendrán que iniciar sesión de nuevo.`,
        confirmLabel: 'Cerrar sesiones',
        tone: 'question',
      });
      return sure && endWithNotice(endOthers, 'Sesiones cerradas');
    },
  };
}
