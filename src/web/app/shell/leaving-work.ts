import type { RegisteredRouter } from '@tanstack/react-router';
import { countPending } from '#domain/sync/pending-count.ts';
import { recordsText } from '#web/device/shown/status-text.ts';
import { waitingWork } from '#web/device/shown/waiting-work.ts';
import { confirmDialog, STAY_HERE } from '#web/ui/feedback/confirm-dialog.ts';

const STAYS = {
  one: 'Se queda en este equipo, protegido con tu contraseña, y se envía cuando vuelvas a entrar.',
  many: 'Se quedan en este equipo, protegidos con tu contraseña, y se envían cuando vuelvas a entrar.',
} as const;

/** Asks before signing out if records are only on this device. @returns true if leaving is allowed */
export async function confirmLeavingWork(router: RegisteredRouter): Promise<boolean> {
  const count = countPending(waitingWork.get());
  if (count === 0) return true;
  return confirmDialog({
    title: '¿Salir con registros por enviar?',
    message: `Tienes ${recordsText(count)} por enviar. ${count === 1 ? STAYS.one : STAYS.many}`,
    confirmLabel: 'Salir',
    cancelLabel: STAY_HERE,
    viaServer: {
      label: 'Enviar ahora',
      withoutSignal: 'Sin señal para enviar',
      run: () => {
        void router.navigate({ to: '/equipo' });
        void import('#web/device/work/work.ts').then(({ currentWork }) => currentWork.get()?.sendNow());
      },
    },
    tone: 'question',
  });
}
