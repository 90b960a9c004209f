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

/** The ways in which an answer does not come. */
export type Failure = 500 | 503 | 'abort' | 'slow';

/** What the server has against a field. */
export const refusal = (path = 'cedula') => new AppError('invalid', { problems: [{ msg: REFUSAL, path }] });

/** What the server says of a failure; no screen that only logs it may repeat it. */
export const DETAIL = 'Detalle del servidor: tabla «opcion» de 0603714026';
const A_WHILE_MS = 300;

async function breakDown(call: Fake['call'], failure: Failure | AppError): Promise<never> {
  if (failure instanceof AppError) throw failure;
  if (failure === 'slow') await lasting(A_WHILE_MS, 'what the server needs until it fails');
  // As without signal; what it throws is the fake's own.
  if (failure === 'abort') await unreachable(call).answer({ params: {}, query: {}, body: undefined });
  throw new AppError(failure === 503 ? 'unavailable' : 'internal', { problems: [{ msg: DETAIL, path: '' }] });
}

/** A call that does not answer until it is mended, and then as this fake. */
export function breaking<Ask>({ call, answer, asked }: Fake<Ask>, first: Failure | AppError = 500, broken = true) {
  let failure: Failure | AppError | undefined = broken ? first : undefined;
  // What is wrong with a body is nobody's to say meanwhile.
  const unchecked: Fake['call'] = Object.create(call, { body: { get: () => (failure ? undefined : call.body) } });
  const fake: Fake<Ask> = {
    call: unchecked,
    asked,
    answer: (ask) => (failure ? breakDown(call, failure) : answer(ask)),
  };
  return Object.assign(fake, {
    break: (next: Failure | AppError = first) => {
      failure = next;
    },
    mend: () => {
      failure = undefined;
    },
  });
}

/** The server is there all the same: no banner says otherwise. */
export const inHealth = () => answering(getHealth, () => ({ status: 'ok' as const }));

/** The client's own tries come one after the other, without the pauses between them. */
export function withoutPauses(): void {
  const { queries } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...queryClient.getDefaultOptions(), queries: { ...queries, retryDelay: 1 } });
}

/** Keeps what the console is told from now on. */
export function listenToConsole() {
  const logged: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((...said) => void logged.push(said.map(String).join(' ')));
  return {
    logged,
    /** What the application itself told the console about loading `what`. */
    toldOf: (what: string) => logged.filter((line) => line.includes(loadFailed(what))),
  };
}

/** Nothing on the screen speaks of a failure, and nothing says that it still loads. */
export async function expectSilence(): Promise<void> {
  await expectCount(page.getByRole('alert'), 0);
  await expectCount(notices(), 0);
  await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length).toBe(0);
  const { innerText } = document.body;
  expect(innerText).not.toContain(DETAIL);
  expect(innerText).not.toContain('prueba-1');
  expect(innerText).not.toMatch(/Error al cargar|No se pud|No pudimos|No hay conexión|Ocurrió un error|Cargando/);
  await expectCount(page.getByRole('status').filter({ hasText: /Cargando|Error/ }), 0);
}

/** What the console is told: the sentence, the circumstances, and nothing that names anybody. */
export function expectDiscreet(logged: readonly string[], failure: Failure): void {
  const own = logged.filter((line) => line.includes('Error al cargar'));
  expect(own.length).toBeGreaterThan(0);
  const told = failure === 'abort' ? '(sin respuesta)' : `(estado ${failure === 503 ? 503 : 500}, referencia prueba-1)`;
  for (const line of own) {
    expect(line).toContain(told);
    expect(line).not.toContain(DETAIL);
  }
}
