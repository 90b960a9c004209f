import { useState } from 'react';
import { sendable } from '#domain/sync/lane.ts';
import { pendingCountOf } from '#domain/sync/pending-count.ts';
import { waitingWork } from '#web/device/shown/waiting-work.ts';
import { withWakeLock } from '#web/device/work/wake-lock.ts';
import type { Work } from '#web/device/work/work.ts';
import { checkServer, serverReachable } from '#web/lib/server-reach.ts';
import { notify } from '#web/ui/feedback/notify.ts';

const WITHOUT_SIGNAL = {
  title: 'Sin señal',
  message: 'Lo que tienes por enviar sigue guardado en este equipo y sale solo cuando haya señal.',
};

const NOT_ALL = {
  title: 'No se envió todo',
  message: 'Lo que falta sigue guardado en este equipo. Se intentará de nuevo en un momento.',
};

/** Calls `done` when no operation needs a decision, at the latest when the vault closes. */
function onceNothingToDecide(done: () => void): void {
  const check = () => {
    if (pendingCountOf(waitingWork.get()).toDecide > 0) return;
    stop();
    done();
  };
  const stop = waitingWork.subscribe(check);
  check();
}

const BLOCKED = {
  title: 'Falta revisar algo',
  message: 'Lo demás de esa libreta espera a lo que está en «Para revisar».',
  until: onceNothingToDecide,
};

/** Sends pending operations and shows the result. */
export function useSendNow() {
  const [busy, setBusy] = useState(false);
  const sendNow = async (work: Work) => {
    setBusy(true);
    notify.attempt();
    try {
      await checkServer();
      if (!serverReachable()) return notify.error(WITHOUT_SIGNAL);
      await withWakeLock(work.sendNow);
      const remaining = work.outbox.all();
      if (sendable(remaining).length > 0) notify.error(NOT_ALL);
      else if (pendingCountOf(remaining).toSend > 0) notify.warning(BLOCKED);
      else notify.success({ title: 'Todo enviado', message: 'El servidor ya tiene lo que estaba por enviar.' });
    } finally {
      setBusy(false);
    }
  };
  return { sendNow, busy };
}
