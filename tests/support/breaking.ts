import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getHealth } from '#domain/calls/health.ts';
import { AppError } from '#domain/errors.ts';
import { loadFailed } from '#web/lib/load-failure.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answering, type Fake, unreachable } from './answering.ts';
import { expectCount, notices } from './on-screen.ts';
import { lasting } from './passing-time.ts';
import { REFUSAL } from './refusal.ts';

/** The ways in which a request can fail. */
export type Failure = 500 | 503 | 'abort' | 'slow';

/** A refusal of one field. */
export const refusal = (path = 'cedula') => new AppError('invalid', { problems: [{ msg: REFUSAL, path }] });

/** The server's message of a failure; screens that only log it must not show it. */
export const DETAIL = 'Detalle del servidor: tabla «opcion» de 0603714026';
const A_WHILE_MS = 300;

async function breakDown(call: Fake['call'], failure: Failure | AppError, held: Promise<void>): Promise<never> {
  await held;
  if (failure instanceof AppError) throw failure;
  if (failure === 'slow') await lasting(A_WHILE_MS, 'what the server needs until it fails');
  if (failure === 'abort') await unreachable(call).answer({ params: {}, query: {}, body: undefined });
  throw new AppError(failure === 503 ? 'unavailable' : 'internal', { problems: [{ msg: DETAIL, path: '' }] });
}

/** Makes a fake fail until `mend` is called. */
export function breaking<Ask>({ call, answer, requests }: Fake<Ask>, first: Failure | AppError = 500, broken = true) {
  let failure: Failure | AppError | undefined = broken ? first : undefined;
  let held = Promise.resolve();
  // A failing call does not validate the body.
  const unchecked: Fake['call'] = Object.create(call, { body: { get: () => (failure ? undefined : call.body) } });
  const fake: Fake<Ask> = {
    call: unchecked,
    requests,
    answer: (ask) => (failure ? breakDown(call, failure, held) : answer(ask)),
  };
  return Object.assign(fake, {
    break: (next: Failure | AppError = first) => {
      failure = next;
    },
    mend: () => {
      failure = undefined;
    },
    /** Holds back the failures of requests from now on. @returns lets them fail */
    hold: (): (() => void) => {
      let letFail = () => {};
      held = new Promise((resolve) => {
        letFail = resolve;
      });
      return letFail;
    },
  });
}

/** A healthy server, so that no banner appears. */
export const inHealth = () => answering(getHealth, () => ({ status: 'ok' as const }));

/** Retries without pauses. */
export function withoutPauses(): void {
  const { queries } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...queryClient.getDefaultOptions(), queries: { ...queries, retryDelay: 1 } });
}

/** Records calls of `console.error`. */
export function listenToConsole() {
  const logged: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((...args) => void logged.push(args.map(String).join(' ')));
  return {
    logged,
    /** Log lines of the application about loading `what`. */
    logLinesAbout: (what: string) => logged.filter((line) => line.includes(loadFailed(what))),
  };
}

/** Expects no error message and no loading indicator on the screen. */
export async function expectNoFailureShown(): Promise<void> {
  await expectCount(page.getByRole('alert'), 0);
  await expectCount(notices(), 0);
  await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length).toBe(0);
  const { innerText } = document.body;
  expect(innerText).not.toContain(DETAIL);
  expect(innerText).not.toContain('prueba-1');
  expect(innerText).not.toMatch(/Error al cargar|No se pud|No pudimos|No hay conexión|Ocurrió un error|Cargando/);
  await expectCount(page.getByRole('status').filter({ hasText: /Cargando|Error/ }), 0);
}

/** Expects the log to have the sentence and the circumstances and no personal data. */
export function expectDiscreet(logged: readonly string[], failure: Failure): void {
  const own = logged.filter((line) => line.includes('Error al cargar'));
  expect(own.length).toBeGreaterThan(0);
  const circumstances =
    failure === 'abort' ? '(sin respuesta)' : `(estado ${failure === 503 ? 503 : 500}, referencia prueba-1)`;
  for (const line of own) {
    expect(line).toContain(circumstances);
    expect(line).not.toContain(DETAIL);
  }
}
