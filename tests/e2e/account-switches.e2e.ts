import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expectNotice } from '../support/notices.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { signInOn } from '../support/sign-in.ts';

const EASY = 'Contraseña demasiado fácil de adivinar';
const LIST = /\/common-passwords-[\w-]+\.js$/;

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer({ env: { PASSWORDS: 'strict', SIGNUP: 'off' } });
});
test.afterAll(() => server.stop());

const registerLinks = (page: Page) => page.getByRole('link', { name: 'REGISTRARSE' });

test('with both settings on there is no registration, and easy passwords are refused', async ({ page }) => {
  await page.goto(`${server.url}/register`);
  await expect(page.getByText('las cuentas las crea el administrador')).toBeVisible();
  await expect(registerLinks(page)).toHaveCount(0);
  await expectAccessible(page, 'no registration');
  await page.goto(server.url);
  await expect(page.getByRole('main').getByRole('link', { name: 'INICIAR SESIÓN' })).toBeVisible();
  await expect(registerLinks(page)).toHaveCount(0);

  const lists: string[] = [];
  page.on('request', (request) => {
    // A module's file is downloaded first, then imported from the cache, which request interception turns off.
    if (LIST.test(request.url()) && request.resourceType() === 'fetch') lists.push(request.url());
  });
  await signInOn(page, server);
  await page.goto(`${server.url}/admin/add`);
  const password = page.locator('[name=password]');
  const warning = page.getByText(`${EASY}. Mejor otra`);
  const values = { nombre: 'Marisol', apellido: 'Chicaiza', cedula: '0601000004', email: 'marisol@ejemplo.ec' };
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
  await password.fill('corta');
  await page.getByRole('combobox', { name: 'Rol' }).click();
  await page.getByRole('option', { name: 'Brigada' }).click();
  expect(lists, 'the list is fetched for a password that could be chosen').toEqual([]);

  // Without the list the form works without its warning; the check against the name needs no list.
  await page.route(LIST, (route) => route.abort());
  await password.fill('Password1');
  await expect.poll(() => lists.length).toBe(1);
  await expect(warning).toHaveCount(0);
  await password.fill('Marisol2026');
  await expect(warning).toBeVisible();
  await page.unroute(LIST);
  await password.fill('Qwerty123');
  await expect.poll(() => lists.length).toBe(2);
  await expect(warning).toBeVisible();
  await expectAccessible(page, 'an easy password');

  await page.getByRole('button', { name: 'Agregar Usuario' }).click();
  await expect(page.getByText(EASY, { exact: true })).toBeVisible();
  await password.fill('Tres montes azules 7');
  await page.getByRole('button', { name: 'Agregar Usuario' }).click();
  await expectNotice(page, '¡Usuario Agregado!');
});
