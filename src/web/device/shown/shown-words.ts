import { showInstantMinute } from '#domain/calendar.ts';
import { cantonOfCode } from '#domain/territory.ts';
import type { DeviceStatus } from './status.ts';
import { whole } from './words.ts';

/** `COLTA, GUANO` */
export const cantonNames = (codes: readonly string[]): string =>
  codes.map((code) => cantonOfCode(code)?.canton ?? code).join(', ');

/** What is on the screen when the server has not said it, and how old that is. */
export function shownWords({ got, total, contacto, completo, cantones }: DeviceStatus): string {
  const of = cantones.length > 0 ? `Solo ${cantonNames(cantones)}` : 'Ves lo guardado en este equipo';
  const at = contacto ? `, al ${showInstantMinute(contacto)}` : '';
  return completo ? `${of}${at}.` : `Ves lo que ha bajado hasta ahora: ${whole(got)} de ${whole(total)}${at}.`;
}
