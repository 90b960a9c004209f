import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from './api-errors.ts';
import { hasFailed, logLoadFailure } from './load-failure.ts';

const consoleError = vi.fn();
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(consoleError));
afterEach(() => {
  vi.restoreAllMocks();
  consoleError.mockReset();
});

const NINOS = 'Error al cargar niños. Por favor, inténtalo de nuevo.';

test('the console gets the sentence, the status and the reference, not the server’s text', () => {
  logLoadFailure('niños', new ApiError(500, { message: 'Falló la cédula 0603714026', requestId: 'req-1' }));
  logLoadFailure('niños', new ApiError(400, { message: 'No' }));
  logLoadFailure('niños', new NetworkError());
  expect(consoleError.mock.calls).toEqual([
    [`${NINOS} (estado 500, referencia req-1)`],
    [`${NINOS} (estado 400)`],
    [`${NINOS} (sin respuesta)`],
  ]);
});

test('a failed answer for several things names them all; a program error is logged with its stack', () => {
  const fault = new TypeError('x is not a function');
  logLoadFailure(['niños', 'controles'], fault);
  expect(consoleError.mock.calls).toEqual([
    [`${NINOS} Error al cargar controles. Por favor, inténtalo de nuevo.`, fault],
  ]);
});

test('a missing person is not logged as a failure', () => {
  logLoadFailure('niños', new ApiError(404, { message: 'No se encontró' }));
  expect(consoleError).not.toHaveBeenCalled();
});

test('a failed query stays failed during a retry until an answer arrives', () => {
  expect(hasFailed({ errorUpdatedAt: 0, dataUpdatedAt: 0 })).toBe(false);
  expect(hasFailed({ errorUpdatedAt: 5, dataUpdatedAt: 3 })).toBe(true);
  expect(hasFailed({ errorUpdatedAt: 5, dataUpdatedAt: 7 })).toBe(false);
});
