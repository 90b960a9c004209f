import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from './api-errors.ts';
import { hasFailed, logLoadFailure } from './load-failure.ts';

const told = vi.fn();
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(told));
afterEach(() => {
  vi.restoreAllMocks();
  told.mockReset();
});

const NINOS = 'Error al cargar niños. Por favor, inténtalo de nuevo.';

test('the console gets the sentence, the status and the reference, not what the server wrote', () => {
  logLoadFailure('niños', new ApiError(500, { message: 'Falló la cédula 0603714026', requestId: 'req-1' }));
  logLoadFailure('niños', new ApiError(400, { message: 'No' }));
  logLoadFailure('niños', new NetworkError());
  expect(told.mock.calls).toEqual([
    [`${NINOS} (estado 500, referencia req-1)`],
    [`${NINOS} (estado 400)`],
    [`${NINOS} (sin respuesta)`],
  ]);
});

test('one answer that brings several things names them all; a fault of the program comes with its stack', () => {
  const fault = new TypeError('x is not a function');
  logLoadFailure(['niños', 'controles'], fault);
  expect(told.mock.calls).toEqual([[`${NINOS} Error al cargar controles. Por favor, inténtalo de nuevo.`, fault]]);
});

test('somebody who is not there is no failure', () => {
  logLoadFailure('niños', new ApiError(404, { message: 'No se encontró' }));
  expect(told).not.toHaveBeenCalled();
});

test('what has failed stays so while it is asked for again, until an answer comes', () => {
  expect(hasFailed({ errorUpdatedAt: 0, dataUpdatedAt: 0 })).toBe(false);
  expect(hasFailed({ errorUpdatedAt: 5, dataUpdatedAt: 3 })).toBe(true);
  expect(hasFailed({ errorUpdatedAt: 5, dataUpdatedAt: 7 })).toBe(false);
});
