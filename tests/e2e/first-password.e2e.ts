import { expect, type Page, test } from '@playwright/test';
import { createUser, PASSWORD } from '../support/people.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { administratorCalls } from '../support/sign-in.ts';

const BRIGADA = '0602948179';
const ANOTHER = '0602948187';

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer({ env: { FIRST_SIGNIN_CHANGE: 'on' } });
});
test.afterAll(() => server.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function typePassword(page: Page, cedula: string) {
  await page.goto(`${server.url}/login`);
  await page.locator('[name=cedula]').fill(cedula);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('[name=password]').press('Enter');
}

test('a password set by an administrator must be changed before anything else', async ({ page }) => {
  await createUser(server, BRIGADA, 'ROLE_BRIGADA');
  await typePassword(page, BRIGADA);
  const heading = page.getByRole('heading', { name: 'Cambia tu contraseña' });
  await expect(heading).toBeVisible();
  // No reload, address or tab bypasses it.
  await page.goto(`${server.url}/lista/ninos`);
  await expect(page).toHaveURL(/\/cambiar-clave$/);
  await expect(heading).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto(`${server.url}/registros`);
  await expect(tab).toHaveURL(/\/cambiar-clave$/);
  await expect(page.getByRole('navigation', { name: 'Principal' }).getByRole('link')).toHaveCount(0);

  await page.locator('[name=actual]').fill(PASSWORD);
  await page.locator('[name=nueva]').fill(PASSWORD);
  await button(page, 'Cambiar contraseña').click();
  await expect(page.getByText('La contraseña nueva debe ser distinta de la actual')).toBeVisible();
  await page.locator('[name=nueva]').fill('Distinta123');
  await button(page, 'Cambiar contraseña').click();
  await expect(page).toHaveURL(/\/registros$/);
  await expect(tab).toHaveURL(/\/registros$/);
  await page.goto(`${server.url}/lista/ninos`);
  await expect(page.getByRole('heading', { level: 1, name: 'Listado de Niños' })).toBeVisible();
});

test('a form in progress is not lost when an administrator sets a new password', async ({ page }) => {
  await createUser(server, ANOTHER, 'ROLE_BRIGADA');
  await typePassword(page, ANOTHER);
  await page.locator('[name=actual]').fill(PASSWORD);
  await page.locator('[name=nueva]').fill('Primera2026');
  await button(page, 'Cambiar contraseña').click();
  await expect(page).toHaveURL(/\/registros$/);
  await page.goto(`${server.url}/mujer/add`);
  // The search for the same woman also finds the session ended. It is answered before the session ends.
  const searched = page.waitForResponse(/cedula=1710034065.*GUAMAN/);
  await page.locator('[name=nombres]').fill('SISA');
  await page.locator('[name=cedula]').fill('1710034065');
  await page.locator('[name=apellidos]').fill('GUAMAN');
  await searched;

  const call = await administratorCalls(server);
  const [user] = (await call('GET', `/api/users?q=${ANOTHER}`)).body;
  const roles = user.roles.map(({ _id }: { _id: string }) => _id).join(',');
  expect((await call('PUT', `/api/users/${user._id}`, { ...user, roles, password: PASSWORD })).status).toBe(200);

  await page.locator('[name=hcu]').fill('77');
  await page.locator('form').first().locator('button[type=submit]').click();
  const ended = page.getByRole('dialog', { name: 'Tu sesión terminó' });
  await ended.locator('[name=password]').fill(PASSWORD);
  await button(page, 'Continuar').click();
  const due = page.getByRole('dialog', { name: 'Cambia tu contraseña' });
  await due.locator('[name=actual]').fill(PASSWORD);
  await due.locator('[name=nueva]').fill('Segunda2026');
  await due.getByRole('button', { name: 'Cambiar contraseña' }).click();
  // The save that was refused twice is repeated automatically.
  await expect(page).toHaveURL(/\/mujer\/[0-9a-f-]{36}|\/lista\/mujer/);
  await expect(page.getByText('SISA').first()).toBeVisible();
});
