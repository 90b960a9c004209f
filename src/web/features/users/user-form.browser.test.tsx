import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endUserSessions } from '#domain/calls/users.ts';
import { answering } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking, DETAIL, inHealth } from '../../../../tests/support/breaking.ts';
import {
  button,
  confirm,
  dialog,
  expectCount,
  expectTexts,
  option,
  pathOf,
  pressTwice,
} from '../../../../tests/support/on-screen.ts';
import { fakeUsers, roleId, storedUser } from '../../../../tests/support/served-users.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

const PASSWORD = 'Brigada2026';
const MESSAGES = [
  'Nombre requerido y no debe contener números',
  'Apellido requerido y no debe contener números',
  'Cédula requerida y debe tener una longitud de 10 dígitos númericos',
  'Formato de correo inválido',
  'Contraseña debe tener mínimo 8 dígitos,al menos una letra minúscula,una letra mayúscula y un número',
  'Selecciona al menos un rol válido',
];

const rosa = () => storedUser({ nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0601000002' });
const field = (name: string) => page.getByLabelText(name);
const password = () => page.getByName('password');
const row = (text: string) => page.getByRole('row').filter({ hasText: text });

// proves 1.11, 2.37-2.43, 5.16, 5.17, 5.19, 5.20, 8.3, 8.56, 8.57
test('all problems of a new user are shown, then the user is added', async () => {
  const users = fakeUsers(rosa());
  await screenAt('/admin', 'ROLE_ADMINISTRADOR', ...users.all);
  await page.getByRole('link', { name: 'Agregar Usuario' }).click();
  await expect.poll(pathOf).toBe('/admin/add');
  await expect.element(field('Nombre')).toHaveFocus();
  await expect.element(field('Correo electrónico')).toHaveAttribute('type', 'email');
  await button('Agregar Usuario').click();
  const summary = page.getByRole('alert').filter({ hasText: 'Revisa 6 campos' });
  await expectTexts(summary.getByRole('listitem'), MESSAGES);
  // In the summary and at its field.
  for (const message of MESSAGES) await expectCount(page.getByText(message), 2);
  await expectElementAccessible();

  await field('Nombre').fill('María José');
  await expectTexts(page.getByRole('alert').getByRole('listitem'), MESSAGES.slice(1));
  await field('Apellido').fill("D'Angelo Ñusta");
  await field('Cédula').fill('0601000002');
  await field('Correo electrónico').fill('maria.jose@ejemplo.ec');
  await password().fill(PASSWORD);
  await page.getByRole('combobox', { name: 'Rol' }).click();
  await expectTexts(page.getByRole('option'), ['Administrador', 'Brigada', 'Supervisor', 'Usuario']);
  await option('Brigada').click();
  await option('Supervisor').click();
  await userEvent.keyboard('{Escape}');
  await button('Agregar Usuario').click();
  await expect.element(page.getByText('Ya existe un usuario registrado con esta cédula').first()).toBeVisible();

  await field('Cédula').fill('0601000007');
  users.create.requests.length = 0;
  await pressTwice(button('Agregar Usuario'));
  await expect.element(page.getByText('¡Usuario Agregado!')).toBeVisible();
  await expect.element(page.getByText('El usuario ha sido agregado correctamente.')).toBeVisible();
  await expect.poll(pathOf).toBe('/admin');
  const roles = `${roleId('ROLE_BRIGADA')},${roleId('ROLE_SUPERVISOR')}`;
  expect(users.create.requests.map(({ body }) => body.roles)).toEqual([roles]);
  await expect.element(row('María José')).toHaveTextContent('Brigada, Supervisor');
  await expect.element(page.getByText('2 usuarios registrados')).toBeVisible();
});

test('Enter in the open list of roles does not submit the form', async () => {
  await screenAt('/admin/add', 'ROLE_ADMINISTRADOR', ...fakeUsers(rosa()).all);
  await page.getByRole('combobox', { name: 'Rol' }).click();
  await expect.element(option('Brigada')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expectCount(page.getByText('Revisa 6 campos'), 0);
  await userEvent.keyboard('{Escape}');
  await field('Nombre').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Revisa 6 campos')).toBeVisible();
});

// proves 8.4, 8.5
test('the form keeps its values after a server or network failure, and asks before they are lost', async () => {
  const users = fakeUsers(rosa());
  const create = breaking(users.create);
  await screenAt('/admin/add', 'ROLE_ADMINISTRADOR', inHealth(), create, ...users.all);
  await field('Nombre').fill('Nadie');
  await button('Agregar Usuario').click();
  await expect.element(page.getByRole('alert').filter({ hasText: DETAIL })).toBeVisible();
  create.break('abort');
  await button('Agregar Usuario').click();
  const gone = page.getByText('No hay conexión con el servidor. Revisa tu señal e inténtalo de nuevo.');
  await expect.element(gone).toBeVisible();
  await expect.element(field('Nombre')).toHaveValue('Nadie');
  await page.getByRole('link', { name: 'Cancelar' }).click();
  await button('Seguir aquí').click();
  await expect.element(field('Nombre')).toHaveValue('Nadie');
  await page.getByRole('link', { name: 'Cancelar' }).click();
  await button('Salir sin guardar').click();
  await expect.poll(pathOf).toBe('/admin');
});

// proves 2.44-2.49, 8.6, 8.58
test('a user is edited without changing the password', async () => {
  const luis = storedUser({ cedula: '0601000003' });
  const users = fakeUsers(luis, rosa());
  await screenAt('/admin?q=0601000003', 'ROLE_ADMINISTRADOR', ...users.all);
  await page.getByRole('link', { name: 'Editar a Luis Ortega' }).click();
  await expect.element(field('Apellido')).toHaveValue('Ortega');
  await expect.element(page.getByName('nombre')).toHaveValue('Luis');
  await expect.element(field('Cédula')).toHaveValue('0601000003');
  await expect.element(field('Correo electrónico')).toHaveValue('0601000003@ejemplo.ec');
  await expect.element(password()).toHaveValue('');
  expect(page.getByName('roles').element()).toHaveProperty('value', roleId('ROLE_BRIGADA'));
  await page.getByName('nombre').fill('L1');
  await button('Guardar Cambios').click();
  await expect.element(page.getByText(MESSAGES[0] ?? '').first()).toBeVisible();
  await page.getByName('nombre').fill('Luis Alberto');
  await button('Guardar Cambios').click();
  await expect.element(page.getByText('Usuario Actualizado')).toBeVisible();
  await expect.poll(pathOf).toBe('/admin');
  await expect.element(row('Luis Alberto')).toBeVisible();
  expect(users.save.requests.at(-1)?.body).toMatchObject({ nombre: 'Luis Alberto', password: '', version: 1 });
});

test('a change by another account is not overwritten without a question', async () => {
  const marisol = storedUser({ nombre: 'Marisol', apellido: 'Chicaiza', cedula: '0601000004' });
  const users = fakeUsers(marisol);
  await screenAt(`/admin/edit/${marisol._id}`, 'ROLE_ADMINISTRADOR', ...users.all);
  await page.getByName('nombre').fill('Mari');
  users.change(marisol._id, { apellido: 'Chicaiza Lema' });
  await button('Guardar Cambios').click();
  await expect.element(page.getByText(/Otra persona cambió esta información/)).toBeVisible();
  await button('Cargar los datos actuales').click();
  await expect.element(field('Apellido')).toHaveValue('Chicaiza Lema');
  await expect.element(page.getByName('nombre')).toHaveValue('Marisol');
  await button('Guardar Cambios').click();
  await expect.element(page.getByText('Usuario Actualizado')).toBeVisible();
});

test('a nonexistent user shows a message', async () => {
  await screenAt(`/admin/edit/${crypto.randomUUID()}`, 'ROLE_ADMINISTRADOR', ...fakeUsers(rosa()).all);
  await expect.element(page.getByText('No encontramos a este usuario').last()).toBeVisible();
  await page.getByRole('link', { name: 'Ir a Usuarios' }).click();
  await expect.poll(pathOf).toBe('/admin');
});

test('all sessions of a user are ended after a confirmation', async () => {
  const marisol = storedUser({ nombre: 'Marisol', apellido: 'Chicaiza', cedula: '0601000004' });
  const end = breaking(answering(endUserSessions, () => ({ message: 'Sus sesiones se cerraron.' })));
  await screenAt(`/admin/edit/${marisol._id}`, 'ROLE_ADMINISTRADOR', end, ...fakeUsers(marisol).all);
  const ask = async () => {
    await button('Cerrar sus sesiones').click();
    await expect.element(dialog()).toHaveTextContent('¿Cerrar todas sus sesiones?Marisol Chicaiza');
  };
  await ask();
  await confirm('Cancelar');
  expect(end.requests).toEqual([]);
  await ask();
  await confirm('Cerrar sesiones');
  await expect.element(page.getByText('No se pudieron cerrar las sesiones.')).toBeVisible();
  end.mend();
  await ask();
  await confirm('Cerrar sesiones');
  await expect.element(page.getByText('Sus sesiones se cerraron.')).toBeVisible();
  expect(end.requests.at(-1)).toMatchObject({ params: { id: marisol._id } });
  await expectElementAccessible();
});
