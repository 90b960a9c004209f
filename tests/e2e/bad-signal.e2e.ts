import { expect, test } from '@playwright/test';
import { createUser } from '../support/people.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { beSignedIn } from '../support/sign-in.ts';

const CEDULA = '0602948179';
let server: ServerProcess;

test.beforeAll(async () => {
  server = await startServer();
  await createUser(server, CEDULA, 'ROLE_BRIGADA');
});
test.afterAll(() => server.stop());

test.use({ viewport: { width: 360, height: 740 } });

test('without signal nothing that is opened takes the form away', async ({ page, context }) => {
  await beSignedIn(page, server, CEDULA);
  const fetched = ['menu-drawer', 'date-calendar', 'confirm-dialog-view'].map((part) =>
    page.waitForResponse((response) => new RegExp(`/${part}-[^/]*\\.js$`).test(response.url())),
  );
  await page.goto(`${server.url}/ninos/add`);
  await page.locator('[name=hcu]').fill('50177');
  await Promise.all(fetched);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /calendario/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Volver' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[name=hcu]')).toHaveValue('50177');
  await context.setOffline(false);
  await expect(page.locator('[name=hcu]')).toHaveValue('50177');
});

test('code that could not be fetched is missing, not fatal, and comes with the signal', async ({ page }) => {
  await page.route('**/assets/menu-drawer-*.js', (route) => route.abort());
  await beSignedIn(page, server, CEDULA);
  await page.goto(`${server.url}/ninos/add`);
  await page.locator('[name=hcu]').fill('50177');
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await expect(page.locator('[name=hcu]')).toHaveValue('50177');
  await page.unroute('**/assets/menu-drawer-*.js');
  await expect(page.getByRole('dialog')).toBeVisible({ timeout: 10_000 });
});
