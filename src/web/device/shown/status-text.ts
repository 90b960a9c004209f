import type { SendProgress } from '#domain/device/courier.ts';
import { type PendingCount, pendingCountOf } from '#domain/sync/pending-count.ts';
import type { ApplicationHere } from '#web/lib/application-here.ts';
import type { DeviceStatus } from './status.ts';

export const formatCount = (count: number) => count.toLocaleString('es-EC');

export const recordsText = (count: number) => `${formatCount(count)} ${count === 1 ? 'registro' : 'registros'}`;

export interface WorkStatus extends PendingCount {
  readonly sending: SendProgress;
  /** Milliseconds since 1970; 0 when nothing was sent recently. */
  readonly sentAt: number;
}

export const workStatus = (
  all: Parameters<typeof pendingCountOf>[0],
  sending: WorkStatus['sending'],
  sentAt: number,
): WorkStatus => ({ ...pendingCountOf(all), sending, sentAt });

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
export const NEWS_MS = 12 * HOUR_MINUTES * MINUTE_MS;

function ago(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return 'hace un momento';
  return minutes < HOUR_MINUTES ? `hace ${minutes} min` : `hace ${Math.floor(minutes / HOUR_MINUTES)} h`;
}

function waitingWords({ toSend, toDecide, sending }: WorkStatus, reachable: boolean): string {
  const sendText = toSend > 0 ? `${formatCount(toSend)} por enviar` : '';
  const decideText = toDecide > 0 ? `${formatCount(toDecide)} para revisar` : '';
  const joined = (...parts: string[]) => parts.filter(Boolean).join(' · ');
  if (!reachable) return joined('Sin señal', sendText, decideText);
  if (sending.is === 'role') return 'Tu cuenta ya no puede enviar registros';
  if (toSend > 0 && sending.is === 'password') return 'Escribe tu contraseña para enviar';
  if (toSend > 0 && sending.is === 'ahead') return 'Se enviará cuando el servidor se actualice';
  if (toSend > 0 && sending.is === 'old') return 'Hay una versión nueva: actualiza para enviar';
  if (toSend > 0 && sending.is === 'sending')
    return `Enviando ${formatCount(Math.min(sending.done + 1, sending.total))} de ${formatCount(sending.total)}…`;
  return joined(decideText, sendText);
}

/** @param at now, in milliseconds since 1970 */
export function statusText(
  { phase, got, total, completo }: DeviceStatus,
  reachable: boolean,
  application: ApplicationHere,
  work: WorkStatus,
  at: number,
): string {
  const coming =
    total === 0 ? 'Bajando tu libreta…' : `Bajando tu libreta: ${formatCount(got)} de ${formatCount(total)}`;
  if (work.toSend + work.toDecide > 0) return waitingWords(work, reachable);
  if (phase === 'full') return 'Queda poco espacio en este equipo';
  if (phase === 'old') return 'Hay una versión nueva: actualiza para bajar tu libreta';
  if (phase === 'nobody') return 'Elige los cantones que llevas';
  if (!completo) return reachable ? coming : `Sin señal · ${formatCount(got)} de ${formatCount(total)}`;
  if (!reachable) return 'Sin señal';
  if (phase === 'waiting') return 'La libreta no está al día';
  const since = at - work.sentAt;
  if (application === 'coming') return 'Bajando la aplicación…';
  if (work.sentAt > 0 && since < NEWS_MS) return `Todo enviado · ${ago(Math.max(0, since))}`;
  return application === 'here' ? 'Listo para salir sin señal' : 'Este navegador no abre la libreta sin señal';
}
