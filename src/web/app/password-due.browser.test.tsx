import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changePassword, getProfile, signin } from '#domain/calls/session.ts';
import { createUser, removeUser } from '#domain/calls/users.ts';
import { AppError } from '#domain/errors.ts';
import { clearSession, getSession, setSession } from '#web/lib/session.ts';
import { answering } from '../../../tests/support/answering.ts';
import { withoutPauses } from '../../../tests/support/breaking.ts';
import { button, goTo, option, pathOf } from '../../../tests/support/on-screen.ts';
import { fakeUsers, storedUser } from '../../../tests/support/served-users.ts';
import { screenAt, signedInAs } from '../../../tests/support/shown.tsx';

const heading = () => page.getByRole('heading', { level: 1, name: 'Cambia tu contraseña' });
const dialog = () => page.getByRole('dialog', { name: 'Cambia tu contraseña' });

/** Refuses every request until the password is changed. */
function untilChanged() {
  let due = true;
  const change = answering(changePassword, () => {
    due = false;
    return { message: 'Tu contraseña ha sido cambiada correctamente.', accessToken: 'the next token' };
  });
  const refused = () => {
    if (due) throw new AppError('passwordChange');
  };
  return { change, refused };
}

async function changeIt(within: Pick<typeof page, 'getByRole'> = page) {
  await within.getByRole('textbox', { name: 'Contraseña actual' }).fill('Libreta2026');
  await within.getByRole('textbox', { name: 'Contraseña nueva' }).fill('Distinta123');
  await button('Cambiar contraseña', within).click();
}

beforeEach(withoutPauses);

test('after signing in with a password set by an administrator only the form is available until it is changed', async () => {
  const { change } = untilChanged();
  const rosa = signedInAs('ROLE_BRIGADA');
  clearSession();
  const entering = answering(signin, () => ({ ...rosa, cambiarClave: true as const }));
  await screenAt('/login', null, entering, change);
  await page.getByLabelText('Cédula').fill(rosa.cedula);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill('Libreta2026');
  await button('INICIAR SESIÓN').click();
  await expect.element(heading()).toBeVisible();
  for (const path of ['/', '/registros', '/profile', '/lista/ninos']) {
    goTo(path);
    await expect.poll(pathOf).toBe('/cambiar-clave');
  }
  await expect.element(page.getByRole('main')).toHaveTextContent('Un administrador puso tu contraseña.');
  await changeIt();
  await expect.poll(pathOf).toBe('/registros');
  expect(getSession()).toEqual({ ...rosa, accessToken: 'the next token' });
  goTo('/cambiar-clave');
  await expect.poll(pathOf).toBe('/registros');
});

test('if the change becomes due while a screen is only viewed, it leads to the same screen', async () => {
  const { change, refused } = untilChanged();
  const profile = answering(getProfile, (): never => {
    refused();
    throw new AppError('notFound');
  });
  await screenAt('/profile', 'ROLE_BRIGADA', profile, change);
  await expect.poll(pathOf).toBe('/cambiar-clave');
  await expect.element(heading()).toBeVisible();
  expect(JSON.parse(localStorage.getItem('libreta.session') ?? '').cambiarClave).toBe(true);
  await changeIt();
  await expect.poll(pathOf).toBe('/registros');
});

test('if the change becomes due while a form is edited, a dialog asks and the save then continues', async () => {
  const { change, refused } = untilChanged();
  const users = fakeUsers(storedUser());
  const create = answering(createUser, ({ body: { nombre, apellido, cedula, email } }) => {
    refused();
    return {
      ...storedUser({ nombre, apellido, cedula, email }),
      message: 'El usuario ha sido agregado correctamente.',
    };
  });
  await screenAt('/admin/add', 'ROLE_ADMINISTRADOR', create, change, ...users.all);
  await page.getByLabelText('Nombre').fill('Rosa');
  await page.getByLabelText('Apellido').fill('Yuquilema');
  await page.getByLabelText('Cédula').fill('0602948179');
  await page.getByLabelText('Correo electrónico').fill('rosa@example.ec');
  await page.getByRole('textbox', { name: 'Contraseña' }).fill('Libreta2026');
  await page.getByRole('combobox', { name: 'Rol' }).click();
  await option('Brigada').click();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('main').getByRole('button', { name: 'Agregar Usuario' }).click();
  await expect.element(dialog()).toHaveTextContent('Nada de lo que escribiste se ha perdido.');
  await expect.element(page.getByLabelText('Cédula')).toHaveValue('0602948179');
  await changeIt(dialog());
  await expect.poll(pathOf).toBe('/admin');
  expect(create.requests).toHaveLength(2);
  expect(getSession()?.accessToken).toBe('the next token');
});

test('a user who leaves instead is signed out', async () => {
  const { change, refused } = untilChanged();
  const users = fakeUsers(storedUser());
  const remove = answering(removeUser, (): never => {
    refused();
    throw new AppError('notFound');
  });
  await screenAt('/admin', 'ROLE_ADMINISTRADOR', remove, change, ...users.all);
  await button('Eliminar a Luis Ortega').click();
  await button('Sí, eliminar').click();
  await expect.element(dialog()).toBeVisible();
  await button('Salir', dialog()).click();
  await expect.poll(pathOf).toBe('/login');
  expect(getSession()).toBeNull();
});

test('for a generated password there is only a reminder, on the hub and in the profile, until it is changed', async () => {
  const { change } = untilChanged();
  await screenAt('/registros', 'ROLE_ADMINISTRADOR', change);
  const reminder = () => page.getByRole('main').getByText(/Cambia la contraseña que se generó/);
  expect(reminder().elements()).toHaveLength(0);
  const session = getSession();
  if (session) setSession({ ...session, recordarClave: true });
  await expect.element(reminder()).toBeVisible();
  await page.getByRole('link', { name: 'cambiar contraseña' }).click();
  await expect.poll(pathOf).toBe('/profile');
  await expect.element(reminder()).toBeVisible();
  await changeIt();
  await expect.element(reminder()).not.toBeInTheDocument();
  expect(getSession()).not.toHaveProperty('recordarClave');
});
