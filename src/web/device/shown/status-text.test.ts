import { expect, test } from 'vitest';
import type { SendProgress } from '#domain/device/courier.ts';
import type { ApplicationHere } from '#web/lib/application-here.ts';
import type { DeviceStatus } from './status.ts';
import { recordsText, statusText, workStatus } from './status-text.ts';

const AT = Date.parse('2026-11-22T23:00:00Z');
const MINUTE = 60_000;
const READY: DeviceStatus = { phase: 'ready', got: 2000, total: 2000, contacto: '', completo: true, cantones: [] };
const HALF: DeviceStatus = { ...READY, phase: 'coming', got: 840, completo: false };

const waiting = (send: number, look = 0, done = 0) => [
  ...Array.from({ length: send }, (_, at) => ({ estado: at % 2 === 0 ? ('espera' as const) : ('enviando' as const) })),
  ...Array.from({ length: look }, (_, at) => ({
    estado: at % 2 === 0 ? ('rechazada' as const) : ('conflicto' as const),
  })),
  ...Array.from({ length: done }, () => ({ estado: 'hecha' as const })),
];

interface Case {
  status?: Partial<DeviceStatus>;
  silent?: true;
  application?: ApplicationHere;
  all?: ReturnType<typeof waiting> | null;
  sending?: SendProgress;
  sentAt?: number;
}

const textFor = ({
  status = {},
  silent,
  application = 'here',
  all = null,
  sending = { is: 'idle' },
  sentAt = 0,
}: Case) => statusText({ ...READY, ...status }, !silent, application, workStatus(all, sending, sentAt), AT);

test.each<[Case, string]>([
  [{}, 'Listo para salir sin señal'],
  [{ silent: true }, 'Sin señal'],
  [{ all: [] }, 'Listo para salir sin señal'],
  // Operations that the server has are not pending, even before their result was pulled.
  [{ all: waiting(0, 0, 4) }, 'Listo para salir sin señal'],
  [{ all: waiting(0, 0, 4), sentAt: AT - 5 * MINUTE }, 'Todo enviado · hace 5 min'],
  [{ sentAt: AT }, 'Todo enviado · hace un momento'],
  // The clock was corrected meanwhile.
  [{ sentAt: AT + MINUTE }, 'Todo enviado · hace un momento'],
  [{ sentAt: AT - 59 * MINUTE }, 'Todo enviado · hace 59 min'],
  [{ sentAt: AT - 125 * MINUTE }, 'Todo enviado · hace 2 h'],
  [{ sentAt: AT - 12 * 60 * MINUTE }, 'Listo para salir sin señal'],
  [{ sentAt: AT - MINUTE, silent: true }, 'Sin señal'],
  [{ sentAt: AT - MINUTE, status: { phase: 'waiting' } }, 'La libreta no está al día'],
  [{ sentAt: AT - MINUTE, status: HALF }, 'Bajando tu libreta: 840 de 2.000'],
  // Booklets are of no use while the application does not open without signal.
  [{ application: 'coming' }, 'Bajando la aplicación…'],
  [{ application: 'coming', sentAt: AT }, 'Bajando la aplicación…'],
  [{ application: 'coming', status: HALF }, 'Bajando tu libreta: 840 de 2.000'],
  [{ application: 'coming', all: waiting(3) }, '3 por enviar'],
  [{ application: 'coming', silent: true }, 'Sin señal'],
  [{ application: 'never' }, 'Este navegador no abre la libreta sin señal'],
  [{ application: 'never', sentAt: AT }, 'Todo enviado · hace un momento'],
  [{ all: waiting(3) }, '3 por enviar'],
  [{ all: waiting(1200) }, '1.200 por enviar'],
  [{ all: waiting(3), sentAt: AT }, '3 por enviar'],
  [{ all: waiting(3), silent: true }, 'Sin señal · 3 por enviar'],
  [{ all: waiting(3, 0, 2), sending: { is: 'sending', done: 1, total: 3 } }, 'Enviando 2 de 3…'],
  [{ all: waiting(3), sending: { is: 'sending', done: 3, total: 3 } }, 'Enviando 3 de 3…'],
  [{ all: waiting(3), sending: { is: 'sending', done: 1, total: 3 }, silent: true }, 'Sin señal · 3 por enviar'],
  [{ all: waiting(3), sending: { is: 'later' } }, '3 por enviar'],
  [{ all: waiting(3), sending: { is: 'password' } }, 'Escribe tu contraseña para enviar'],
  [{ all: waiting(3), sending: { is: 'password' }, silent: true }, 'Sin señal · 3 por enviar'],
  [{ all: waiting(3), sending: { is: 'role' } }, 'Tu cuenta ya no puede enviar registros'],
  [{ all: waiting(3), sending: { is: 'ahead' } }, 'Se enviará cuando el servidor se actualice'],
  [{ all: waiting(3), sending: { is: 'old' } }, 'Hay una versión nueva: actualiza para enviar'],
  [{ all: waiting(0, 1) }, '1 para revisar'],
  [{ all: waiting(0, 1), sending: { is: 'password' } }, '1 para revisar'],
  [{ all: waiting(2, 1) }, '1 para revisar · 2 por enviar'],
  [{ all: waiting(2, 1), silent: true }, 'Sin señal · 2 por enviar · 1 para revisar'],
  [{ all: waiting(0, 1), silent: true }, 'Sin señal · 1 para revisar'],
  [{ all: waiting(2), status: HALF }, '2 por enviar'],
  [{ all: waiting(2), status: { phase: 'full' } }, '2 por enviar'],
  [{ status: { phase: 'full' } }, 'Queda poco espacio en este equipo'],
  [{ status: { phase: 'old' } }, 'Hay una versión nueva: actualiza para bajar tu libreta'],
  [{ status: { phase: 'nobody', completo: false } }, 'Elige los cantones que llevas'],
  [{ status: { ...HALF, total: 0 } }, 'Bajando tu libreta…'],
  [{ status: HALF, silent: true }, 'Sin señal · 840 de 2.000'],
])('%j: %s', (given, words) => {
  expect(textFor(given)).toBe(words);
});

test.each([
  [1, '1 registro'],
  [3, '3 registros'],
  [1000, '1.000 registros'],
])('%i', (count, words) => {
  expect(recordsText(count)).toBe(words);
});
