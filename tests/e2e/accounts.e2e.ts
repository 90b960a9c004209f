import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { codeOf } from '../support/authenticator.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { runCommand } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { administratorCalls, giveSession, roleIds, signInAs } from '../support/sign-in.ts';

const BRIGADA = '0602948179';

let server: ServerProcess;
test.afterEach(() => server.stop());

const typePassword = async (page: Page, account: { cedula: string; password: string }) => {
  await page.goto(`${server.url}/login`);
  await page.locator('[name=cedula]').fill(account.cedula);
  await page.locator('[name=password]').fill(account.password);
  await page.locator('[name=password]').press('Enter');
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a second factor is required, set up, used, recovered and reset', { tag: '@long' }, async ({ page, browser }) => {
  server = await startServer();
  await createUser(server, BRIGADA, 'ROLE_BRIGADA');
  const other = await (await browser.newContext()).newPage();
  await signInAs(other, server, BRIGADA);

  await giveSession(page, server);
  await page.goto(`${server.url}/admin`);
  const brigada = page.getByRole('switch', { name: 'Brigada' });
  await expect(brigada).not.toBeChecked();
  await brigada.click();
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText(
    'Se cerrarán ahora las sesiones de todas las demás personas con el rol Brigada',
  );
  await confirmation.getByRole('button', { name: 'Pedir segundo paso' }).click();
  await expect(brigada).toBeChecked();

  // A dialog above the open page sets up the second factor.
  await other.locator('main a', { hasText: 'Consultar Niños' }).click();
  const ended = other.getByRole('dialog', { name: 'Tu sesión terminó' });
  await ended.locator('[name=password]').fill(PASSWORD);
  await button(other, 'Continuar').click();
  const shown = await ended.locator('code').textContent();
  const secret = String(shown).replaceAll(' ', '');
  expect(shown).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  await expect(ended.getByRole('img', { name: /Código QR/ })).toBeVisible();
  await ended.locator('[name=codigo]').fill('000000');
  await button(other, 'Continuar').click();
  await expect(ended).toContainText('Este código no es correcto o ya se usó');
  const first = codeOf(secret);
  await ended.locator('[name=codigo]').fill(first);
  await button(other, 'Continuar').click();
  const items = ended.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem');
  await expect(items).toHaveCount(10);
  const codes = await items.allTextContents();
  await button(other, 'Ya los guardé').click();
  await expect(other.getByRole('heading', { level: 1, name: 'Listado de Niños' })).toBeVisible();
  const stored = await other.evaluate(() => JSON.stringify({ ...localStorage }));
  for (const code of codes) expect(stored).not.toContain(code);

  // The next sign-in asks for a code and keeps the typed text; the earlier code is used up.
  const third = await (await browser.newContext()).newPage();
  await typePassword(third, { cedula: BRIGADA, password: PASSWORD });
  await expect(third.getByRole('heading', { name: 'Segundo paso' })).toBeVisible();
  const code = third.locator('[name=codigo]');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await code.fill(first);
  await code.press('Enter');
  await expect(third.getByText('Este código no es correcto o ya se usó')).toBeVisible();
  await button(third, '¿No tienes tu teléfono? Usa un código de recuperación').click();
  await third.locator('[name=codigo]').fill(String(codes[0]).toLowerCase());
  await button(third, 'CONTINUAR').click();
  await expect(third).toHaveURL(/\/registros$/);
  await third.goto(`${server.url}/profile`);
  await expect(third.getByText('Te quedan 9 códigos de recuperación.')).toBeVisible();
  await button(third, 'Generar códigos nuevos').click();
  await third.getByLabel('Tu contraseña actual').fill(PASSWORD);
  await button(third, 'Generar').click();
  await expect(third.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')).toHaveCount(10);
  await button(third, 'Ya los guardé').click();
  await expect(third.getByText('Te quedan 10 códigos de recuperación.')).toBeVisible();

  // The phone is lost: the administrator resets the factor, which ends the sessions.
  await page.goto(`${server.url}/admin?q=${BRIGADA}`);
  await page.getByRole('link', { name: 'Editar a Rosa Yuquilema' }).click();
  await button(page, 'Restablecer segundo paso').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restablecer' }).click();
  await expect(page.getByText('No ha configurado una aplicación de autenticación.')).toBeVisible();
  await third.reload();
  await third.getByRole('dialog', { name: 'Tu sesión terminó' }).locator('[name=password]').fill(PASSWORD);
  await button(third, 'Continuar').click();
  await expect(third.locator('code')).toBeVisible();
  await expect(third.locator('code')).not.toHaveText(String(shown));
});

test('a command on the server lets the last administrator in again after a lost phone', { tag: '@long' }, async ({
  page,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'libreta-unlock-'));
  server = await startServer({ dataDir });
  const call = await administratorCalls(server);
  const { ROLE_ADMINISTRADOR } = await roleIds(server);
  await call('PUT', `/api/segundo-factor/${ROLE_ADMINISTRADOR}`, { exigido: true });
  await typePassword(page, server.admin);
  const before = await page.locator('code').textContent();
  await page.locator('[name=codigo]').fill(codeOf(String(before).replaceAll(' ', '')));
  await button(page, 'CONTINUAR').click();
  await button(page, 'Ya los guardé').click();
  await expect(page).toHaveURL(/\/registros$/);
  await server.stop();
  const unlock = async (...args: string[]) => {
    const { lines } = await runCommand('account-unlock', args, { DATA_DIR: dataDir, DATABASE_URL: '' }).ended;
    return lines.join('\n');
  };
  expect(await unlock()).toMatch(/^Se esperaba --cedula/);
  expect(await unlock('--cedula', '0102030405')).toMatch(/^No hay un usuario activo/);
  expect(await unlock('--cedula', server.admin.cedula)).toMatch(/fue restablecido/);
  expect(await unlock('--cedula', server.admin.cedula)).toMatch(/no tiene un segundo paso/);
  server = await startServer({ dataDir });
  await typePassword(page, server.admin);
  await expect(page.locator('code')).toBeVisible();
  expect(await page.locator('code').textContent()).not.toBe(before);
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
