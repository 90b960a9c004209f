import { showDay } from '#domain/calendar.ts';
import { type ClockCorrection, correctedDays } from '#domain/device/misdated.ts';
import { createStore } from '#web/lib/store.ts';

export interface DeviceWarning {
  readonly title: string;
  readonly message: string;
}

export const WRONG_DATE = 'La fecha de este equipo estaba equivocada';

/** What the user of this device must do about work that was recorded on it. */
export const deviceWarning = createStore<DeviceWarning | null>(null);

/** @param count how many pending operations were lost with a database that the browser deleted */
export function warnOfLostWork(count: number): void {
  if (count === 0) return;
  const again =
    count === 1
      ? 'Un registro no se había enviado: vuelve a escribirlo'
      : `${count} registros no se habían enviado: vuelve a escribirlos`;
  deviceWarning.set({
    title: 'Se perdió lo guardado en este equipo',
    message: `El navegador lo borró, casi siempre por falta de espacio. ${again}. Libera espacio en el equipo.`,
  });
}

/** @param count how many pending records may have a wrong date because the clock had to be corrected */
export function warnOfMisdatedWork(count: number, correction: ClockCorrection): void {
  if (count === 0) return;
  const { shown, real } = correctedDays(correction);
  const difference = shown === real ? '' : `Mostraba el ${showDay(shown)}, y era el ${showDay(real)}. `;
  const records =
    count === 1
      ? 'Revisa la fecha de un registro que hiciste sin señal: está marcado'
      : `Revisa la fecha de ${count} registros que hiciste sin señal: están marcados`;
  deviceWarning.set({
    title: WRONG_DATE,
    message: `${difference}${records} en «Este equipo».`,
  });
}
