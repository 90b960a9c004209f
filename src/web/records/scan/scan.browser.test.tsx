import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { codeAddress } from '#domain/booklet-code.ts';
import { openCode } from '#domain/calls/codes.ts';
import { answering } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { inHealth, withoutPauses } from '../../../../tests/support/breaking.ts';
import { fakeCamera, photoOf, refusingCamera } from '../../../../tests/support/fake-camera.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { button, expectCount, pathOf } from '../../../../tests/support/on-screen.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

const CODE = 'q1W_e2R-t3Y4u5I6o7P8a9';
const OURS = codeAddress(location.origin, CODE);
const FOREIGN = codeAddress('https://otra.ec', CODE);
const NOT_OURS = 'Este código no es de una libreta de este sitio.';

beforeEach(() => {
  withoutPauses();
  return () => vi.restoreAllMocks();
});

const sheet = () => page.getByRole('dialog', { name: 'Escanear una libreta' });

/** Presses the button. */
async function startScan() {
  const booklet = fakeBooklet('nino');
  const opened = answering(openCode, () => ({ tipo: 'nino' as const, _id: booklet.id }));
  await screenAt('/registros', 'ROLE_BRIGADA', inHealth(), opened, ...booklet.fakes);
  await button('Escanear una libreta').click();
  return { booklet, opened };
}

async function scan() {
  const started = await startScan();
  await expect.element(sheet()).toBeVisible();
  return started;
}

async function choose(file: File) {
  const input = sheet().element().querySelector('input[type="file"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('No file can be chosen');
  await userEvent.upload(input, file);
}

test('the camera reads the code of a booklet, opens its page and is turned off', async () => {
  const camera = fakeCamera(OURS);
  // The sheet closes by itself, perhaps before a look at it.
  const { booklet, opened } = await startScan();
  await expect.poll(pathOf).toBe(`/ninos/${booklet.id}`);
  expect(opened.requests).toMatchObject([{ params: { token: CODE } }]);
  expect(camera.isOn()).toBe(false);
  await expectCount(sheet(), 0);
});

test('the code of another site is refused in words, and closing the sheet turns the camera off', async () => {
  const camera = fakeCamera(FOREIGN);
  await scan();
  await expect.element(sheet().getByRole('alert')).toHaveTextContent(NOT_OURS);
  await expectElementAccessible();
  expect(camera.isOn()).toBe(true);
  await button('Cerrar la cámara').click();
  await expect.poll(camera.isOn).toBe(false);
  expect(pathOf()).toBe('/registros');
});

test('a camera that is allowed after the sheet was closed is turned off at once', async () => {
  const stream = document.createElement('canvas').captureStream();
  let allow = () => {};
  const allowed = new Promise<MediaStream>((resolve) => {
    allow = () => resolve(stream);
  });
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockReturnValue(allowed);
  await scan();
  await expect.element(sheet().getByRole('status')).toHaveTextContent('Abriendo la cámara…');
  await userEvent.keyboard('{Escape}');
  await expectCount(sheet(), 0);
  allow();
  await expect.poll(() => stream.active).toBe(false);
});

test('without permission a photo of the code opens the booklet', async () => {
  refusingCamera('NotAllowedError');
  const { booklet } = await scan();
  await expect.element(sheet().getByRole('status')).toHaveTextContent('No hay permiso para usar la cámara.');
  await expectElementAccessible();
  await choose(await photoOf(FOREIGN));
  await expect.element(sheet().getByRole('alert')).toHaveTextContent(NOT_OURS);
  await choose(await photoOf(OURS));
  await expect.poll(pathOf).toBe(`/ninos/${booklet.id}`);
});

test('without a camera the sheet says so, and what is wrong with a photo', async () => {
  refusingCamera('NotFoundError');
  await scan();
  await expect.element(sheet().getByRole('status')).toHaveTextContent('Este equipo no tiene una cámara disponible.');
  await choose(await photoOf(null));
  await expect.element(sheet().getByRole('alert')).toHaveTextContent('No encontramos un código en esta foto.');
  await choose(new File(['no picture'], 'foto.png', { type: 'image/png' }));
  await expect.element(sheet().getByRole('alert')).toHaveTextContent('No se pudo abrir esta foto.');
});
