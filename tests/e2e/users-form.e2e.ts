import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { administratorCalls, beSignedIn, roleIds, signInOn } from '../support/sign-in.ts';

const PASSWORD = 'Brigada2026';

test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
/** Names of the roles → their ids. */
let roles: Record<string, string>;

const PEOPLE = [
  { nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0601000002', role: 'ROLE_BRIGADA' },
  { nombre: 'Luis', apellido: 'Ortega', cedula: '0601000003', role: 'ROLE_BRIGADA' },
  { nombre: 'Marisol', apellido: 'Chicaiza', cedula: '0601000004', role: 'ROLE_BRIGADA' },
];

test.beforeAll(async () => {
  server = await startServer();
  const call = await administratorCalls(server);
  roles = await roleIds(server);
  for (const { role, ...person } of PEOPLE) {
    const user = { ...person, email: `${person.cedula}@ejemplo.ec`, password: PASSWORD, roles: roles[role] };
    expect((await call('POST', '/api/users', user)).status).toBe(201);
  }
});
test.afterAll(() => server.stop());

async function openUsers(page: Page, search = '') {
  await beSignedIn(page, server);
  await page.goto(`${server.url}/admin${search}`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

// proves 1.11, 2.37-2.43, 5.16, 5.17, 5.19, 5.20, 8.3, 8.56, 8.57
test('shows every problem the server has with a new user, then adds it', async ({ page }) => {
  await openUsers(page);
  await page.getByRole('link', { name: 'Agregar Usuario' }).click();
  await expect(page).toHaveURL(/\/admin\/add$/);
  await expect(page.getByLabel('Nombre')).toBeFocused();
  await expect(page.getByLabel('Correo electrónico')).toHaveAttribute('type', 'email');
  await page.getByRole('button', { name: 'Agregar Usuario' }).click();
  const messages = [
    'Nombre requerido y no debe contener números',
    'Apellido requerido y no debe contener números',
    'Cédula requerida y debe tener una longitud de 10 dígitos númericos',
    'Formato de correo inválido',
    'Contraseña debe tener mínimo 8 dígitos,al menos una letra minúscula,una letra mayúscula y un número',
    'Selecciona al menos un rol válido',
  ];
  const summary = page.getByRole('alert').filter({ hasText: 'Revisa 6 campos' });
  await expect(summary.getByRole('listitem')).toHaveText(messages);
  for (const message of messages) await expect(page.getByText(message)).toHaveCount(2); // summed up, and beside its field
  await expectAccessible(page, 'usuario con errores');

  await page.getByLabel('Nombre').fill('María José');
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText(messages.slice(1));
  await page.getByLabel('Apellido').fill("D'Angelo Ñusta");
  await page.getByLabel('Cédula').fill('0601000002');
  await page.getByLabel('Correo electrónico').fill('maria.jose@ejemplo.ec');
  await page.locator('[name=password]').fill(PASSWORD);
  await page.getByRole('combobox', { name: 'Rol' }).click();
  await expect(page.getByRole('option')).toHaveText(['Administrador', 'Brigada', 'Supervisor', 'Usuario']);
  await page.getByRole('option', { name: 'Brigada' }).click();
  await page.getByRole('option', { name: 'Supervisor' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Agregar Usuario' }).click();
  await expect(page.getByText('Ya existe un usuario registrado con esta cédula').first()).toBeVisible();

  await page.getByLabel('Cédula').fill('0601000007');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Agregar Usuario' }).dblclick();
  expect((await sent).postDataJSON()).toMatchObject({ roles: `${roles.ROLE_BRIGADA},${roles.ROLE_SUPERVISOR}` });
  await expect(page.getByText('¡Usuario Agregado!')).toBeVisible();
  await expect(page.getByText('El usuario ha sido agregado correctamente.')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(row(page, 'María José')).toContainText('Brigada, Supervisor');
  await expect(page.getByText('4 usuarios registrados')).toBeVisible();
});

test('edits a user, who goes on with the same password', async ({ page, browser }) => {
  await openUsers(page, '?q=0601000003');
  await page.getByRole('link', { name: 'Editar a Luis Ortega' }).click();
  await expect(page.getByLabel('Apellido')).toHaveValue('Ortega');
  await page.getByLabel('Nombre').fill('Luis Alberto');
  await page.getByRole('button', { name: 'Guardar Cambios' }).click();
  await expect(page.getByText('Usuario Actualizado')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(row(page, 'Luis Alberto')).toBeVisible();
  await signInOn(await browser.newPage(), server, { cedula: '0601000003', password: PASSWORD });
});
