import type { RegisteredRouter } from '@tanstack/react-router';
import { countOf } from '#domain/sync/waiting-count.ts';
import { waitingWork } from '#web/device/shown/waiting-work.ts';
import { records } from '#web/device/shown/words.ts';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';

const STAYS = {
  one: 'Se queda en este equipo, protegido con tu contraseña, y se envía cuando vuelvas a entrar.',
  many: 'Se quedan en este equipo, protegidos con tu contraseña, y se envían cuando vuelvas a entrar.',
} as const;

/** Asks before signing out if records are only on this device. @returns true if leaving is allowed */
export async function confirmLeavingWork(router: RegisteredRouter): Promise<boolean> {
  const { send, look } = countOf(waitingWork.get());
  const count = send + look;
  if (count === 0) return true;
  return confirmDialog({
    title: '¿Salir con registros por enviar?',
    message: `Tienes ${records(count)} por enviar. ${count === 1 ? STAYS.one : STAYS.many}`,
    confirmLabel: 'Salir',
    cancelLabel: 'Enviar ahora',
    onCancel: () => {
      void router.navigate({ to: '/equipo' });
      void import('#web/device/work/work.ts').then(({ currentWork }) => currentWork.get()?.sendNow());
    },
    tone: 'question',
  });
}
