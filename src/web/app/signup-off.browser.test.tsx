import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getProfile, signup } from '#domain/calls/session.ts';
import { getSettings } from '#domain/calls/settings.ts';
import { AppError, ERRORS } from '#domain/errors.ts';
import { answering, hanging, refusing, unreachable } from '../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../tests/support/axe.ts';
import { button, expectCount } from '../../../tests/support/on-screen.ts';
import { onPhone, screenAt, signedInAs } from '../../../tests/support/shown.tsx';

const settings = (registro: boolean) => answering(getSettings, () => ({ registro, metas: true, fhir: true }));
const ways = () => page.getByRole('link', { name: 'REGISTRARSE' });

test('without registration no link leads to it, and its address explains how accounts are created', async () => {
  const off = settings(false);
  await screenAt('/', null, off);
  await expect.element(page.getByRole('main').getByRole('link', { name: 'INICIAR SESIÓN' })).toBeVisible();
  await expectCount(ways(), 0);
  await screenAt('/login', null, off);
  await expect.element(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
  await expectCount(ways(), 0);
  await onPhone();
  await button('Abrir menú').click();
  await expect.element(page.getByRole('dialog').getByRole('link', { name: 'INICIAR SESIÓN' })).toBeVisible();
  await expectCount(ways(), 0);

  off.requests.length = 0;
  await screenAt('/register', null, off);
  await expect.element(page.getByText(ERRORS.signupOff.message)).toBeVisible();
  await expectCount(page.getByName('cedula'), 0);
  await expectElementAccessible();
  expect(off.requests).toHaveLength(1);
  await page.getByRole('main').getByRole('link', { name: 'INICIAR SESIÓN' }).click();
  await expect.element(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
  expect(off.requests).toHaveLength(1);
});

test.each([
  ['where they may', settings(true)],
  ['before it is known', hanging(getSettings)],
  ['without signal', unreachable(getSettings)],
])('registration is offered: %s', async (_what, fake) => {
  await screenAt('/', null, fake);
  await expectCount(ways(), 2);
  await screenAt('/register', null, fake);
  await expect.element(page.getByName('cedula')).toBeVisible();
});

test('a form that was open when registration was switched off shows why and keeps its values', async () => {
  await screenAt('/register', null, settings(true), refusing(signup, new AppError('signupOff')));
  const values = {
    nombre: 'Rosa',
    apellido: 'Paz',
    cedula: '0601000004',
    email: 'rosa@ejemplo.ec',
    password: 'Segura123',
  };
  for (const [name, value] of Object.entries(values)) await page.getByName(name).fill(value);
  await button('REGISTRARSE').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(ERRORS.signupOff.message);
  await expect.element(page.getByName('nombre')).toHaveValue('Rosa');
});

test('a signed-in user is redirected to the profile without a request', async () => {
  const off = settings(false);
  signedInAs('ROLE_BRIGADA');
  const registros = { mujeres: 0, ninos: 0, total: 0 };
  const person = { _id: 'x', version: 1, nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0601000001' };
  const profile = {
    ...person,
    email: 'rosa@ejemplo.ec',
    roles: [],
    fechaRegistro: new Date().toISOString(),
    registros,
  };
  await screenAt(
    '/register',
    'ROLE_BRIGADA',
    off,
    answering(getProfile, () => profile),
  );
  await expect.element(page.getByRole('heading', { name: 'Mi perfil' })).toBeVisible();
  expect(off.requests).toEqual([]);
});
