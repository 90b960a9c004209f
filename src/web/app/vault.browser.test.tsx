import { deleteDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { changePassword, signin } from '#domain/calls/session.ts';
import { AppError, ERRORS } from '#domain/errors.ts';
import { openVault, vaultState } from '#web/device/shown/open-vault.ts';
import { wipedRemotely } from '#web/device/shown/wiped-remotely.ts';
import { allVaults, vaultByCedula } from '#web/device/store/device-entry.ts';
import { disk } from '#web/device/store/indexed-disk.ts';
import { DEVICE } from '#web/device/store/steps.ts';
import { IDLE_MS } from '#web/device/vault/idle.ts';
import { readVaultSession } from '#web/device/vault/vaults.ts';
import { requestReauthentication } from '#web/lib/reauthentication.ts';
import { getSession } from '#web/lib/session.ts';
import { answering, type Fake, NoConnection } from '../../../tests/support/answering.ts';
import { breaking, inHealth, withoutPauses } from '../../../tests/support/breaking.ts';
import { deviceServer } from '../../../tests/support/device-server.ts';
import { fakeBooklet } from '../../../tests/support/fake-records.ts';
import { button, expectCount, goTo, pathOf } from '../../../tests/support/on-screen.ts';
import { screenAt, serveFakes } from '../../../tests/support/shown.tsx';

const ROSA = {
  _id: '0190a000-0000-7000-8000-000000000001',
  nombre: 'Rosa',
  apellido: 'Yuquilema',
  cedula: '0602948179',
  email: 'rosa@example.ec',
  roles: ['ROLE_BRIGADA'],
  accessToken: 'a token',
  message: 'Te damos la bienvenida, Rosa.',
};
const PASSWORD = 'Libreta2026';
const OPEN = 'Escribe tu contraseña para abrir lo guardado en este equipo.';

let device: ReturnType<typeof deviceServer>;
let password: string;
let role: string;
let entering: Fake;
beforeEach(async () => {
  await deleteDB(DEVICE);
  // Its copies of vaults would restore them.
  localStorage.clear();
  withoutPauses();
  device = deviceServer();
  device.session = ROSA;
  password = PASSWORD;
  role = 'ROLE_BRIGADA';
  entering = answering(signin, ({ body }) => {
    if (device.away) throw new NoConnection('Failed to fetch');
    if (body.password !== password) throw new AppError('credentials');
    return { ...ROSA, roles: [role] };
  });
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

const dialog = (name = 'Escribe tu contraseña') => page.getByRole('dialog', { name });
const passwordField = () => page.getByRole('textbox', { name: 'Contraseña' });

async function answer(typed: string) {
  await dialog().getByRole('textbox', { name: 'Contraseña' }).fill(typed);
  await button('Continuar', dialog()).click();
}

async function signIn(typed = PASSWORD) {
  await page.getByLabelText('Cédula').fill(ROSA.cedula);
  await passwordField().fill(typed);
  await button('INICIAR SESIÓN').click();
}
async function enterWith(...fakes: Fake[]) {
  await screenAt('/login', null, entering, ...device.fakes, ...fakes);
  await signIn();
  await expect.poll(pathOf).toBe('/registros');
  await expect.poll(vaultState.get, { timeout: 30_000 }).toBe('open');
  // The server's ticket is sealed last.
  await expect.poll(() => device.tickets.size).toBeGreaterThan(0);
}

async function keptTicket(): Promise<string | null | undefined> {
  const vault = openVault.get();
  return vault && (await readVaultSession(vault))?.ficha;
}

/** A cedula of nobody on this device. The device takes one in 64 for that of an account, because it stores six bits of it. */
async function strangersCedula(): Promise<string> {
  for (let last = 10; ; last += 1) {
    const cedula = `06017352${last}`;
    if (!(await vaultByCedula(cedula))) return cedula;
  }
}

const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

/** Simulates that the device was not touched for this time. */
function leaveAlone(ms: number): void {
  vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] });
  document.dispatchEvent(new Event('visibilitychange'));
}

// First, because a later test leaves a sign-in that never ends.
// proves V10
test('an account without a vault on this device, as after a first sign-in that was cut off, is shown so and can make one', async () => {
  device.onKey = () => Promise.reject(new AppError('forbidden'));
  await screenAt('/login', null, entering, ...device.fakes);
  await signIn();
  await page.getByRole('link', { name: 'Tu libreta no está en este equipo: guárdala' }).click();
  await button('Guardar mi libreta en este equipo').click();
  await expect.element(dialog()).toHaveTextContent('para llevar tu libreta en este equipo');
  await button('Después', dialog()).click();
  await expectCount(dialog(), 0);
  expect(getSession()?._id).toBe(ROSA._id);
  await button('Guardar mi libreta en este equipo').click();
  device.onKey = () => undefined;
  await answer('Equivocada1');
  await expect.element(dialog()).toHaveTextContent('Cédula o contraseña incorrecta.');
  await answer(PASSWORD);
  await expect.poll(vaultState.get, { timeout: 30_000 }).toBe('open');
  await expectCount(dialog(), 0);
  await expectCount(button('Guardar mi libreta en este equipo'), 0);
  expect(await allVaults()).toHaveLength(1);
});

// proves V4, D6
test('after a quarter of an hour without input the screen is locked until the password is entered, and the draft is restored', async () => {
  const booklet = fakeBooklet('nino');
  await enterWith(...booklet.fakes);
  goTo(`/ninos/${booklet.id}`);
  await page.getByName('celular').fill('0991112223');
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.startsWith('libreta.draft.'))).toHaveLength(1);
  leaveAlone(IDLE_MS - 60_000);
  await expectCount(dialog(), 0);
  leaveAlone(60_000);
  await expect.element(dialog()).toHaveTextContent(OPEN);
  await expectCount(page.getByName('celular'), 0);
  await expect.poll(openVault.get).toBeNull();
  expect(JSON.stringify({ ...localStorage })).not.toContain('0991112223');
  await answer('Equivocada1');
  await expect.element(dialog()).toHaveTextContent('Cédula o contraseña incorrecta.');
  await answer(PASSWORD);
  await expectCount(dialog(), 0);
  await expect.element(page.getByName('celular')).toHaveValue('0991112223');
});

/** localStorage has no room for drafts, and the database has none either unless `copies`. */
function fillStorage(copies: boolean): void {
  const { setItem } = Storage.prototype;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (key.startsWith('libreta.draft.')) throw new DOMException('full', 'QuotaExceededError');
    setItem.call(this, key, value);
  });
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (this.name === 'borradores' && !copies) throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, args);
  });
}

async function copiesOfDrafts(): Promise<number> {
  const stores = await disk.openVault(openVault.get()?.id ?? '');
  const copies = await stores.all('borradores');
  stores.close();
  return copies.length;
}

// proves D15, V4
test.each([
  [true, '0991112224'],
  [false, '0991112223'],
])('a locked screen says that nothing is lost only if the draft is stored: %s', async (copies, phone) => {
  const booklet = fakeBooklet('nino');
  await enterWith(...booklet.fakes);
  goTo(`/ninos/${booklet.id}`);
  await expect.element(page.getByName('celular')).toBeVisible();
  fillStorage(copies);
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  await page.getByName('celular').fill(phone);
  if (copies) await expect.poll(copiesOfDrafts).toBe(1);
  else await expect.poll(() => vi.mocked(console.error).mock.calls.length).toBeGreaterThan(0);
  leaveAlone(IDLE_MS);
  await expect.element(dialog()).toHaveTextContent(OPEN);
  await expect.poll(openVault.get).toBeNull();
  const text = expect.element(dialog());
  if (!copies) return void (await text.not.toHaveTextContent('Nada de lo que escribiste'));
  await text.toHaveTextContent('Nada de lo que escribiste se ha perdido.');
  await answer(PASSWORD);
  await expectCount(dialog(), 0);
  await expect.element(page.getByName('celular')).toHaveValue(phone);
});

// proves V5
test('without the password a locked screen can only be left by signing out', async () => {
  await enterWith();
  leaveAlone(IDLE_MS);
  await expect.element(dialog()).toBeVisible();
  await button('Salir', dialog()).click();
  await expect.poll(pathOf).toBe('/login');
  expect([getSession(), vaultState.get()]).toEqual([null, 'none']);
  expect(await allVaults()).toHaveLength(1);
});

test('without a server an account with a vault on this device can sign in, and others see the usual message', async () => {
  await enterWith();
  await button('Salir').click();
  await expect.poll(pathOf).toBe('/login');
  device.away = true;
  await screenAt('/login', null, inHealth(), entering, ...device.fakes);
  await signIn('Equivocada1');
  await expect.element(page.getByText('Contraseña incorrecta. Revísala e inténtalo de nuevo.')).toBeVisible();
  await page.getByLabelText('Cédula').fill(await strangersCedula());
  await button('INICIAR SESIÓN').click();
  await expect.element(page.getByText(/No hay conexión con el servidor/)).toBeVisible();
  await signIn();
  await expect.poll(pathOf).toBe('/registros');
  expect(getSession()).toEqual(ROSA);
  await expect.poll(() => vaultState.get()).toBe('open');
});

// proves V21
test.each(['unavailable', 'internal', 'noSpace'] as const)(
  'when the server fails (%s), an account with a vault on this device can sign in, and others see its message',
  async (code) => {
    await enterWith();
    await button('Salir').click();
    await expect.poll(pathOf).toBe('/login');
    const failing = breaking(entering, new AppError(code));
    await screenAt('/login', null, inHealth(), failing, ...device.fakes);
    await page.getByLabelText('Cédula').fill(await strangersCedula());
    await passwordField().fill(PASSWORD);
    await button('INICIAR SESIÓN').click();
    await expect.element(page.getByText(ERRORS[code].message)).toBeVisible();
    failing.break(new AppError('tooManyTries'));
    await signIn();
    await expect.element(page.getByText(ERRORS.tooManyTries.message)).toBeVisible();
    failing.break(new AppError(code));
    await signIn();
    await expect.poll(pathOf).toBe('/registros');
    expect(getSession()).toEqual(ROSA);
    await expect.poll(() => vaultState.get()).toBe('open');
  },
);

// proves V21
test('an ended session is not continued with its old token when the server fails at the password', async () => {
  await enterWith();
  const tickets = device.tickets.size;
  const continued = requestReauthentication(ROSA);
  const failing = breaking(entering, new AppError('unavailable'));
  serveFakes(failing, ...device.fakes);
  const ended = dialog('Tu sesión terminó');
  const type = async () => {
    await ended.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD);
    await button('Continuar', ended).click();
  };
  await type();
  await expect.element(ended).toHaveTextContent(ERRORS.unavailable.message);
  await expect.element(ended).toHaveTextContent('Nada de lo que escribiste se ha perdido.');
  wipedRemotely.set(true);
  await expect.element(ended).not.toHaveTextContent('perdido');
  wipedRemotely.set(false);
  failing.mend();
  await type();
  expect(await continued).toBe(true);
  await expectCount(ended, 0);
  // The device goes on with this sign-in, which must not reach the next test.
  await expect.poll(() => device.tickets.size).toBe(tickets + 1);
  await expect.poll(keptTicket).toBe([...device.tickets.keys()].at(-1));
});

test('signing in does not wait for the device', async () => {
  const never = answering(device.keys.call, () => new Promise<never>(() => undefined));
  await screenAt('/login', null, entering, never, ...device.fakes);
  await signIn();
  await expect.poll(pathOf).toBe('/registros');
  // Checked before the test ends, because a later request would belong to the next test.
  await expect.poll(() => never.requests.length).toBe(1);
  expect(vaultState.get()).toBe('none');
});

test('a changed password opens the vault from then on', async () => {
  const change = answering(changePassword, () => {
    password = 'Distinta123';
    return { message: 'Tu contraseña ha sido cambiada correctamente.', accessToken: 'the next token' };
  });
  await enterWith(change);
  const before = device.keys.requests.length;
  goTo('/profile');
  await page.getByRole('textbox', { name: 'Contraseña actual' }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Contraseña nueva' }).fill('Distinta123');
  const [{ porClave } = { porClave: null }] = await allVaults();
  await button('Cambiar contraseña').click();
  await expect.poll(() => device.keys.requests.length).toBe(before + 1);
  await expect.poll(async () => (await allVaults())[0]?.porClave).not.toEqual(porClave);
  // Signs out, so that the still opening vault finds no session.
  await button('Salir').click();
  await expect.poll(pathOf).toBe('/login');
  device.away = true;
  await screenAt('/login', null, inHealth(), entering, ...device.fakes);
  await signIn();
  await expect.element(page.getByText('Contraseña incorrecta. Revísala e inténtalo de nuevo.')).toBeVisible();
  await signIn('Distinta123');
  await expect.poll(pathOf).toBe('/registros');
  await expect.poll(vaultState.get).toBe('open');
});

test("a sign-in that still waits for the server's key does not unlock a screen that was locked meanwhile", async () => {
  await enterWith();
  await button('Salir').click();
  await expect.poll(pathOf).toBe('/login');
  let refuse: (error: Error) => void = () => undefined;
  const held = answering(
    device.keys.call,
    () =>
      new Promise<never>((_, reject) => {
        refuse = reject;
      }),
  );
  await screenAt('/login', null, entering, held, ...device.fakes);
  await signIn();
  await expect.poll(pathOf).toBe('/registros');
  await expect.poll(vaultState.get).toBe('open');
  await expect.poll(() => held.requests.length).toBe(1);
  leaveAlone(IDLE_MS);
  await expect.element(dialog()).toBeVisible();
  await expect.poll(openVault.get).toBeNull();
  refuse(new NoConnection('Failed to fetch'));
  await expectCount(dialog(), 1);
  await answer('Equivocada1');
  await expect.element(dialog()).toHaveTextContent('Cédula o contraseña incorrecta.');
  expect(openVault.get()).toBeNull();
});

// proves V18
test('if the ministry forbids storage on devices, the next sign-in removes the vault, and /equipo explains why', async () => {
  await enterWith();
  expect(await allVaults()).toHaveLength(1);
  await button('Salir').click();
  await expect.poll(pathOf).toBe('/login');
  device.dias = 0;
  await signIn();
  await expect.poll(pathOf).toBe('/registros');
  await expect.poll(allVaults).toEqual([]);
  await expect.poll(() => [openVault.get(), vaultState.get()]).toEqual([null, 'none']);
  await expectCount(page.getByRole('link', { name: /señal|libreta/ }), 0);
  goTo('/equipo');
  await expect
    .element(page.getByText('El ministerio no permite guardar libretas en los equipos: se trabaja solo con señal.'))
    .toBeVisible();
});

// proves V19
test('after losing the role, the next sign-in removes the vault', async () => {
  await enterWith();
  const [kept] = await allVaults();
  expect(await databases()).toContain(`libreta-${kept?.id}`);
  await button('Salir').click();
  await expect.poll(pathOf).toBe('/login');
  role = 'ROLE_USUARIO';
  await signIn();
  await expect.poll(pathOf).toBe('/bienvenida');
  await expect.poll(allVaults).toEqual([]);
  await expect.poll(databases).not.toContain(`libreta-${kept?.id}`);
  await expect.poll(() => [openVault.get(), vaultState.get()]).toEqual([null, 'none']);
});
