import { vacuna } from '#domain/records/vacuna.ts';
import { getSession } from '#web/lib/session.ts';
import { lastUsed } from '#web/records/form/last-used.ts';

const KEY = 'libreta.vacunador.';

/** Who vaccinated last on this device with this account, otherwise the account's own name, and the last establishment. @param otherwise the establishment where none was used before */
export function lastGiver(otherwise: string): { vacunador: string; establecimiento: string } {
  const session = getSession();
  const own = session ? `${session.nombre} ${session.apellido}`.trim().toLocaleUpperCase('es') : '';
  const establecimiento = String(lastUsed(vacuna).establecimiento ?? '') || otherwise;
  try {
    return { vacunador: (session && localStorage.getItem(KEY + session._id)) || own, establecimiento };
  } catch {
    return { vacunador: own, establecimiento }; // Storage is blocked.
  }
}

export function rememberGiver(vacunador: string): void {
  const user = getSession()?._id;
  if (!user || vacunador === '') return;
  try {
    localStorage.setItem(KEY + user, vacunador);
  } catch {
    // Storage is blocked: the next visit starts with the account's own name.
  }
}
