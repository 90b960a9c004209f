import { remember, remembered } from '#web/lib/remembered.ts';
import { getSession } from '#web/lib/session.ts';
import { lastEstablishment } from '#web/records/form/last-used.ts';

/** Who vaccinated last on this device with this account, otherwise the account's own name, and the last establishment. @param otherwise the establishment where none was used before */
export function lastGiver(otherwise: string): { vacunador: string; establecimiento: string } {
  const session = getSession();
  const own = session ? `${session.nombre} ${session.apellido}`.trim().toLocaleUpperCase('es') : '';
  return { vacunador: remembered('vacunador') ?? own, establecimiento: lastEstablishment() || otherwise };
}

export const rememberGiver = (vacunador: string): void => remember('vacunador', vacunador);
