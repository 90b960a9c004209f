import { expect, type Page } from '@playwright/test';
import { CATALOGS, type CatalogDefinition } from '#domain/catalogs.ts';
import { closeNotices, expectNotice } from '../support/notices.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { giveSession, signInOn } from '../support/sign-in.ts';

const LISTS: readonly CatalogDefinition[] = Object.values(CATALOGS);

test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
});

const option = (page: Page, value: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Editar ${value}`, exact: true }) });
const addButton = (page: Page) => page.getByRole('button', { name: 'Agregar opción' });
const form = (page: Page) => page.getByRole('form');

/** Expects a notice and closes it, so that it is not mistaken for the next one. */
async function readNotice(page: Page, title: string, ...lines: string[]) {
  await expectNotice(page, title, ...lines);
  await closeNotices(page);
}

// proves 2.52, 2.188
test('the eleven lists are reached from the navigation and by address', async ({ page }) => {
  await signInOn(page, server);
  await page.getByRole('link', { name: 'Opciones formulario' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Opciones formulario' })).toBeVisible();
  const index = page.getByRole('navigation', { name: 'Listas' });
  await expect(index.getByRole('link')).toHaveCount(11);
  for (const [place, { title, note, key }] of LISTS.entries()) {
    await index.getByRole('link').nth(place).click();
    await expect(page).toHaveURL(new RegExp(`lista=${key}$`));
    await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible();
    await expect(page.getByText(note)).toBeVisible();
  }
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: LISTS[10]?.title ?? '' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: LISTS[9]?.title ?? '' })).toBeVisible();
  await page.goto(`${server.url}/formularios?lista=otra`);
  await expect(page.getByRole('heading', { level: 2, name: 'Discapacidades' })).toBeVisible();
});

// The screen's own tests cover the other lists, refusals and failures.
test('an option is added, refused as a duplicate, edited and deleted', async ({ page }) => {
  const { key, entity, label } = CATALOGS.discapacidad;
  const [first, second] = ['Ñandú «prueba»', 'Ábaco de prueba'];
  const sentence = (participle: string) => `La información de ${entity} ha sido ${participle} correctamente.`;
  await giveSession(page, server);
  await page.goto(`${server.url}/formularios?lista=${key}`);
  const input = form(page).getByRole('textbox', { name: label });

  await addButton(page).click();
  await input.fill(first);
  await form(page).getByRole('button', { name: 'Agregar', exact: true }).dblclick();
  await readNotice(page, '¡Información Guardada!', sentence('guardada'));
  await expect(form(page)).toHaveCount(0);
  await addButton(page).click();
  await input.fill(first.toUpperCase());
  await input.press('Enter');
  await expect(form(page).getByText('Esta opción ya existe en la lista')).toBeVisible();
  await readNotice(page, 'Error', 'Esta opción ya existe en la lista');
  await form(page).getByRole('button', { name: 'Cancelar' }).click();

  await page.goto(`${server.url}/formularios?lista=${key}&q=${encodeURIComponent(first)}`);
  await page.getByRole('button', { name: `Editar ${first}` }).click();
  await expect(input).toHaveValue(first);
  await input.fill(second);
  await form(page).getByRole('button', { name: 'Guardar Cambios' }).click();
  await readNotice(page, '¡Información Actualizada!', sentence('actualizada'));
  // The search no longer matches the option, so the list shows the page where it is.
  await expect(option(page, second)).toBeVisible();
  await expect(page).not.toHaveURL(/[?&]q=/);

  const remove = page.getByRole('button', { name: `Eliminar ${second}` });
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await readNotice(page, '¡Información Eliminada!', sentence('eliminada'));
  await expect(remove).toHaveCount(0);
});
