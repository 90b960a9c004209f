import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { changePassword, getProfile, signup } from '#domain/calls/session.ts';
import { AppError } from '#domain/errors.ts';
import { answering, refusing } from '../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../tests/support/axe.ts';
import { controlTimers } from '../../../tests/support/controlled-timers.ts';
import { button, expectCount } from '../../../tests/support/on-screen.ts';
import { fakeUsers, storedUser } from '../../../tests/support/served-users.ts';
import { onPhone, screenAt } from '../../../tests/support/shown.tsx';

const EASY = 'Contraseña demasiado fácil de adivinar';
const OWN = `${EASY}. Mejor otra: tres o cuatro palabras sin relación contigo, con una mayúscula y un número.`;
const OTHERS = `${EASY}. Mejor otra: tres o cuatro palabras sin relación con la persona, con una mayúscula y un número.`;
const RULE = 'Mínimo 8 caracteres, con una mayúscula, una minúscula y un número.';
const HARD = 'Tres montes azules 7';

const field = (name: string) => page.getByName(name);
const warning = () => page.getByText(EASY);
const noWarning = () => expectCount(warning(), 0);

const rosa = () => storedUser({ nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0601000002' });
const registered = () => answering(signup, () => ({ ...rosa(), message: 'Tu registro se realizó correctamente.' }));
const profile = answering(getProfile, () => ({ ...rosa(), registros: { mujeres: 0, ninos: 0, total: 0 } }));

/** The password is checked after a pause in typing. */
const RESTED_MS = 700;
let pass: ReturnType<typeof controlTimers>;
beforeEach(async () => {
  await onPhone();
  pass = controlTimers();
});

async function choose(name: string, text: string): Promise<void> {
  await field(name).fill(text);
  await pass(RESTED_MS);
}

test('a registration says that a password is common or contains the own name, and sends it anyway', async () => {
  const sent = registered();
  await screenAt('/register', null, sent);
  await field('nombre').fill('María José');
  await field('apellido').fill('Paz');
  await field('cedula').fill('0602948179');
  await field('email').fill('maria@ejemplo.ec');
  await choose('password', 'Password1');
  await expect.element(field('password')).toHaveAttribute('type', 'password');
  await expect.element(warning()).toHaveTextContent(OWN);
  await expect.element(field('password')).toHaveAccessibleDescription(OWN);
  await expectCount(page.getByText(RULE), 0);
  await expectElementAccessible();
  for (const easy of ['Jose2026x', 'Capaz2026', 'Ab0602948179']) {
    await choose('password', HARD);
    await noWarning();
    await choose('password', easy);
    await expect.element(warning()).toBeVisible();
  }
  await button('REGISTRARSE').click();
  await expect.element(page.getByText('¡Registro recibido!')).toBeVisible();
  expect(sent.requests.map(({ body }) => body.password)).toEqual(['Ab0602948179']);
});

/** Types without a pause. */
async function typeOn(name: string, ...states: string[]) {
  const input = field(name).element() as HTMLInputElement;
  for (const state of states) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, state);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await pass(RESTED_MS / 2);
  }
}

test('the warning appears after a pause in typing, is announced, and disappears with its cause', async () => {
  await screenAt('/register', null);
  // From here on the list of common passwords is loaded, so checks are immediate.
  await choose('password', 'Password1');
  await expect.element(warning()).toBeVisible();
  await choose('password', HARD);
  await noWarning();
  const live = document.querySelector('form [aria-live="polite"]') as HTMLElement;
  const announcements: string[] = [];
  new MutationObserver(() => announcements.push(live.textContent ?? '')).observe(live, {
    childList: true,
    subtree: true,
  });
  pass = controlTimers({ alone: true });
  await typeOn('password', 'Password', 'Password1', 'Password12', 'Qwerty123', 'Qwerty123 y mas');
  await pass(RESTED_MS);
  await typeOn('password', 'Password', 'Password1');
  await pass(RESTED_MS);
  // No warning while a good password was being typed.
  await expect.poll(() => announcements).toEqual([OWN]);
  await choose('password', 'Password1x');
  await noWarning();
  await expect.element(page.getByText(RULE)).toBeVisible();
  await choose('password', 'Chicaiza26');
  await choose('apellido', 'Chicaiza');
  await expect.element(warning()).toBeVisible();
  expect(announcements).toEqual([OWN, '', OWN]);
});

test('a password that violates the rule has no warning in addition', async () => {
  await screenAt('/register', null);
  await field('nombre').fill('Rosa');
  await choose('password', 'rosa2026');
  await expect.element(page.getByText(RULE)).toBeVisible();
  await button('REGISTRARSE').click();
  await expect.element(page.getByText(/^Contraseña debe tener/).first()).toBeVisible();
  await noWarning();
});

test("an administrator's form compares with the data of the edited person", async () => {
  const users = fakeUsers(rosa());
  await screenAt('/admin/add', 'ROLE_ADMINISTRADOR', ...users.all);
  await field('nombre').fill('Marisol');
  await choose('password', 'Marisol2026');
  await expect.element(field('password')).toHaveAccessibleDescription(OTHERS);
  await expectElementAccessible();

  const stored = rosa();
  await screenAt(`/admin/edit/${stored._id}`, 'ROLE_ADMINISTRADOR', ...fakeUsers(stored).all);
  await expect.element(field('password')).toHaveAccessibleDescription(`Déjala vacía para no cambiarla. ${RULE}`);
  await choose('password', 'Yuquilema1');
  await expect.element(field('password')).toHaveAccessibleDescription(OTHERS);
  await button('Guardar Cambios').click();
  await expect.element(page.getByText('Usuario Actualizado')).toBeVisible();
});

test('the profile compares with the own name and cedula', async () => {
  const changed = answering(changePassword, () => ({ message: 'Cambiada.', accessToken: 'otro' }));
  await screenAt('/profile', 'ROLE_BRIGADA', profile, changed);
  await field('actual').fill('Segura123');
  for (const easy of ['Password1', 'Yuquilema1', 'Ab0601000001']) {
    await choose('nueva', HARD);
    await noWarning();
    await choose('nueva', easy);
    await expect.element(field('nueva')).toHaveAccessibleDescription(OWN);
  }
  await expectElementAccessible();
  await button('Cambiar contraseña').click();
  await expect.element(page.getByText('¡Contraseña actualizada!')).toBeVisible();
  expect(changed.requests).toHaveLength(1);
  await noWarning();
});

test('a refusal replaces the warning until the password is changed', async () => {
  const refused = refusing(changePassword, new AppError('invalid', { problems: [{ msg: EASY, path: 'nueva' }] }));
  await screenAt('/profile', 'ROLE_BRIGADA', profile, refused);
  await field('actual').fill('Segura123');
  await choose('nueva', 'Password1');
  await expect.element(warning()).toHaveTextContent(OWN);
  await button('Cambiar contraseña').click();
  await expect.element(page.getByText(EASY, { exact: true })).toBeVisible();
  await expectCount(page.getByText(OWN), 0);
  await choose('nueva', HARD);
  await noWarning();
});
