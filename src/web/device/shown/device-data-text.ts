import { showInstantMinute } from '#domain/calendar.ts';
import { cantonOfCode } from '#domain/territory.ts';
import type { DeviceStatus } from './status.ts';
import { formatCount } from './status-text.ts';

export const cantonNames = (codes: readonly string[]): string =>
  codes.map((code) => cantonOfCode(code)?.canton ?? code).join(', ');

export function deviceDataText({ got, total, contacto, completo, cantones }: DeviceStatus): string {
  const of = cantones.length > 0 ? `Solo ${cantonNames(cantones)}` : 'Ves lo guardado en este equipo';
  const at = contacto ? `, al ${showInstantMinute(contacto)}` : '';
  return completo
    ? `${of}${at}.`
    : `Ves lo que ha bajado hasta ahora: ${formatCount(got)} de ${formatCount(total)}${at}.`;
}
