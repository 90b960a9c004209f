import { deleteDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getHealth } from '#domain/calls/health.ts';
import { signout } from '#domain/calls/open-sessions.ts';
import { sendOperations } from '#domain/calls/sending.ts';
import { waitingWork } from '#web/device/shown/waiting-work.ts';
import { addVault, allVaults } from '#web/device/store/device-entry.ts';
import { DEVICE } from '#web/device/store/steps.ts';
import { markDevice } from '#web/lib/device-mark.ts';
import { checkServer } from '#web/lib/server-reach.ts';
import { getSession } from '#web/lib/session.ts';
import { answering, NoConnection } from '../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../tests/support/axe.ts';
import { inHealth } from '../../../tests/support/breaking.ts';
import { button, confirm, dialog, expectCount, pathOf } from '../../../tests/support/on-screen.ts';
import { screenAt } from '../../../tests/support/shown.tsx';
import { anOperation, workOnDevice } from '../../../tests/support/work-on-device.ts';

const CHILD = '0190a000-0000-7000-8000-00000000000a';

let device: Awaited<ReturnType<typeof workOnDevice>>;
let badgeCalls: { set: number[]; cleared: number };
beforeEach(async () => {
  await deleteDB(DEVICE);
  badgeCalls = { set: [], cleared: 0 };
  const setAppBadge = async (count: number) => void badgeCalls.set.push(count);
  const clearAppBadge = async () => {
    badgeCalls.cleared += 1;
  };
  const badge = { setAppBadge, clearAppBadge };
  for (const [name, value] of Object.entries(badge))
    Object.defineProperty(navigator, name, { value, configurable: true });
  device = await workOnDevice();
  return () => {
    device.end();
    for (const name of Object.keys(badge)) Reflect.deleteProperty(navigator, name);
  };
});

const leaving = answering(signout, () => ({ message: 'Cerraste sesión.' }));
const at = () => screenAt('/registros', 'ROLE_BRIGADA', inHealth(), leaving);

test('signing out tells what stays on the device, and Escape cancels', async () => {
  await device.keep(...[1, 2, 3].map(() => anOperation({ persona: crypto.randomUUID() })));
  await at();
  await button('Salir').click();
  await expect
    .element(dialog())
    .toHaveTextContent(
      'Tienes 3 registros por enviar. Se quedan en este equipo, protegidos con tu contraseña, y se envían cuando vuelvas a entrar.',
    );
  await expectElementAccessible();
  await userEvent.keyboard('{Escape}');
  await expectCount(dialog(), 0);
  expect([pathOf(), getSession() !== null]).toEqual(['/registros', true]);
  await button('Salir').click();
  await confirm('Salir');
  await expect.poll(pathOf).toBe('/login');
  expect(getSession()).toBeNull();
});

test('Enviar ahora sends instead of signing out', async () => {
  const sending = answering(sendOperations, () => ({ resultados: [] }));
  await device.keep(anOperation({ persona: CHILD }));
  await screenAt('/registros', 'ROLE_BRIGADA', inHealth(), sending);
  await button('Salir').click();
  await expect
    .element(dialog())
    .toHaveTextContent(
      'Tienes 1 registro por enviar. Se queda en este equipo, protegido con tu contraseña, y se envía cuando vuelvas a entrar.',
    );
  await confirm('Enviar ahora');
  await expect.poll(pathOf).toBe('/equipo');
  await expect.poll(() => sending.requests.length).toBeGreaterThan(0);
  expect(getSession()).not.toBeNull();
});

test('without signal the question says that nothing can be sent, and offers to stay', async () => {
  await device.keep(anOperation({ persona: CHILD }));
  let away = true;
  const health = answering(getHealth, () => {
    if (away) throw new NoConnection('Failed to fetch');
    return { status: 'ok' as const };
  });
  await screenAt('/registros', 'ROLE_BRIGADA', health, leaving);
  await button('Salir').click();
  await expect.element(dialog()).toBeVisible();
  await checkServer();
  await expect.element(button('Sin señal para enviar', dialog())).toBeDisabled();
  await expectCount(button('Enviar ahora', dialog()), 0);
  await expect.element(button('Seguir aquí', dialog())).toHaveFocus();
  await expectElementAccessible();
  away = false;
  await checkServer();
  await expect.element(button('Enviar ahora', dialog())).toBeEnabled();
  await confirm('Seguir aquí');
  await expectCount(dialog(), 0);
  expect([pathOf(), getSession() !== null]).toEqual(['/registros', true]);
});

test('without pending records there is no question', async () => {
  const one = anOperation({ persona: CHILD });
  await device.keep({ ...one, estado: 'hecha' });
  await at();
  await button('Salir').click();
  await expect.poll(pathOf).toBe('/login');
  await expectCount(dialog(), 0);
});

/** Whether the browser would ask before the page closes. */
function asksBeforeClosing(): boolean {
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  return closing.defaultPrevented;
}

test.each([
  ['a desktop', true],
  ['a tablet', false],
])('closing the page with pending records asks only on a desktop: %s', async (_, fine) => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = matchMedia.call(window, query);
    return query === '(pointer: fine)' ? new Proxy(list, { get: (_list, name) => name === 'matches' && fine }) : list;
  });
  expect(asksBeforeClosing()).toBe(false);
  const one = anOperation({ persona: CHILD });
  await device.keep(one);
  expect(asksBeforeClosing()).toBe(fine);
  await device.work.outbox.end(new Map([[one.op, 'descartada']]));
  expect(asksBeforeClosing()).toBe(false);
  await device.keep(anOperation({ persona: CHILD }));
  device.work.close();
  expect(asksBeforeClosing()).toBe(false);
});

test("the icon's badge shows the number of pending records, also after signing out", async () => {
  for (const persona of [CHILD, crypto.randomUUID()]) await device.keep(anOperation({ persona }));
  expect(badgeCalls.set).toEqual([1, 2]);
  device.work.close();
  expect(waitingWork.get()).toBeNull();
  expect(badgeCalls.set.at(-1)).toBe(2);
  expect(badgeCalls.cleared).toBe(1);
});

/** Vaults of several people with this many pending records. */
async function addVaults(...waiting: number[]): Promise<void> {
  const bytes = new Uint8Array(1);
  for (const pendientes of waiting)
    await addVault({
      ...{ id: crypto.randomUUID(), usuario: crypto.randomUUID(), etiqueta: 'x', pendientes, contacto: 0, dias: 14 },
      ...{ kdf: { salt: bytes, memory: 1, passes: 1 }, porClave: null, porServidor: bytes },
      ...{ intentos: 0, esperarHasta: 0 },
    });
}

test.each([
  [[3], 'En este equipo hay 3 registros por enviar.'],
  [[1, 0], 'En este equipo hay 1 registro por enviar de otra persona.'],
])('the sign-in page tells what is pending in vaults of %j', async (waiting, sentence) => {
  await addVaults(...waiting);
  markDevice();
  await screenAt('/login', null, inHealth());
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expectElementAccessible();
});

test('the sign-in page says nothing if nothing is pending', async () => {
  await addVaults(0);
  markDevice();
  const looking = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  await screenAt('/login', null, inHealth());
  await expect.element(button('INICIAR SESIÓN')).toBeVisible();
  await expect.poll(() => looking.mock.calls.length).toBeGreaterThan(0);
  // IndexedDB answers in order, so the page has its answer once this one arrives.
  expect(await allVaults()).toHaveLength(1);
  await expectCount(page.getByText(/por enviar/), 0);
});
