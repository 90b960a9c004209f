import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { newCedula } from '../support/factories.ts';
import { newLetters } from '../support/imports.ts';
import { createUser } from '../support/people.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { giveSession } from '../support/sign-in.ts';

const SUPERVISOR = newCedula();
const BRIGADE = newCedula();
const [ONE, OTHER] = [newCedula(), newCedula()];
const FAMILY = newLetters();

let server: ServerProcess;
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, SUPERVISOR, 'ROLE_SUPERVISOR');
  await createUser(server, BRIGADE, 'ROLE_BRIGADA');
});

/** Windows-1252 with semicolons, as Excel saves a CSV in Ecuador. */
const FILE = {
  name: 'niñas de la zona.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Historia clínica;C.I.;Cédula de la madre;Nombres;Apellidos;Fecha de nacimiento;Sexo;Responsable',
      `1;${ONE};0603714023;Ñusta;${FAMILY} Tixi;17/09/2025;F;${BRIGADE}`,
      `2;${OTHER};0603714023;Inti;${FAMILY} Lema;31/02/2025;M;${BRIGADE}`,
    ].join('\r\n'),
    'latin1',
  ),
};

/** Moves with the keyboard alone to what has this name. */
async function moveTo(page: Page, role: 'button' | 'link', name: string | RegExp) {
  const target = page.getByRole(role, { name }).first();
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 80; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

async function press(page: Page, role: 'button' | 'link', name: string | RegExp) {
  await moveTo(page, role, name);
  await page.keyboard.press('Enter');
}

test('a supervisor imports a file with the keyboard alone, and takes it back', async ({ page }) => {
  await giveSession(page, server, SUPERVISOR);
  await page.goto(`${server.url}/registros`);
  await press(page, 'link', /^Importar/);
  // The screen before has a link of this name too.
  await expect(page.getByRole('heading', { level: 1, name: 'Importar' })).toBeVisible();
  await press(page, 'link', 'Niños');
  await moveTo(page, 'button', 'Elegir archivo');
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(FILE);
  await expect(page.getByRole('heading', { level: 1, name: FILE.name })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Importar 1 fila' })).toBeVisible();
  await expect(page.getByText('Debe ser una fecha válida (DD/MM/AAAA)')).toBeVisible();
  await expectAccessible(page, 'a rehearsal');
  await press(page, 'button', 'Importar 1 fila');
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByRole('button', { name: 'Importar 1 fila' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Deshacer la importación' })).toBeVisible();
  await expectAccessible(page, 'an import');

  await page.goto(`${server.url}/lista/ninos?q=${ONE}`);
  await expect(page.getByText(`ÑUSTA`).first()).toBeVisible();
  await page.goBack();
  await press(page, 'button', 'Deshacer la importación');
  await dialog.getByRole('button', { name: /Deshacer/ }).press('Enter');
  await expect(page.getByText(/se deshizo|Deshecha/i).first()).toBeVisible();
  await page.goto(`${server.url}/lista/ninos?q=${ONE}`);
  await expect(page.getByText(`ÑUSTA`)).toHaveCount(0);
});

test('a brigade has no way to the import', async ({ page }) => {
  await giveSession(page, server, BRIGADE);
  await page.goto(`${server.url}/registros`);
  await expect(page.getByRole('link', { name: 'Consultar Niños' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Importar/ })).toHaveCount(0);
  await page.goto(`${server.url}/importar`);
  await expect(page).toHaveURL(`${server.url}/`);
});
