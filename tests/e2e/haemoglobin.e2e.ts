import { expect, type Page } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { bodyWith, newCedula } from '../support/factories.ts';
import { expectNotice } from '../support/notices.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { giveSession } from '../support/sign-in.ts';

const CEDULA = newCedula();
const PHONE = { width: 360, height: 740 };

let server: ServerProcess;
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, CEDULA, 'ROLE_BRIGADA');
});

async function createChildInSuscal(): Promise<string> {
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn({ cedula: CEDULA, password: PASSWORD });
  const body = bodyWith(RECORDS.nino, undefined, { provincia: 'CAÑAR', canton: 'SUSCAL' });
  return (await call('POST', '/api/nino', body, token)).body._id;
}

const altitude = (page: Page) => page.getByRole('textbox', { name: 'Altitud donde vive (m)' });

test('an administrator corrects the altitude of a canton, and the form uses it for its suggestion', async ({
  page,
  browser,
}) => {
  await giveSession(page, server);
  await page.goto(`${server.url}/formularios`);
  await page.getByRole('link', { name: 'Altitud de los cantones' }).click();
  await expect(page).toHaveURL(/\/formularios\/altitudes$/);
  await page.getByLabel('Buscar cantón o provincia').fill('canar');
  await page.getByRole('button', { name: 'Editar la altitud de SUSCAL, CAÑAR' }).click();
  const field = page.getByRole('textbox', { name: /^Altitud/ });
  await field.fill('6001');
  await page.getByRole('button', { name: 'Guardar Cambios' }).click();
  await expect(page.getByText('Debe estar entre 0 y 6000 m')).toBeVisible();
  await expectAccessible(page, 'altitudes with a problem');
  await field.fill('1.400');
  await page.getByRole('button', { name: 'Guardar Cambios' }).click();
  await expectNotice(page, 'La altitud de SUSCAL ha sido actualizada correctamente.');
  await expect(page.getByRole('listitem').filter({ hasText: 'SUSCAL' })).toContainText('1.400 m');
  await expect(page.getByRole('button', { name: 'Editar la altitud de SUSCAL, CAÑAR' })).toBeFocused();
  await page.setViewportSize(PHONE);
  await expectAccessible(page, 'altitudes on a phone');

  const nurse = await (await browser.newContext()).newPage();
  await giveSession(nurse, server, CEDULA);
  await nurse.goto(`${server.url}/ninos/${await createChildInSuscal()}?seccion=anemia`);
  await expect(altitude(nurse)).toHaveValue('1400');
  await nurse.locator('[name=valorhemoglobina]').fill('12');
  await expect(nurse.locator('[name=valorcorregido]')).toHaveValue('11,2');
  await nurse.context().close();
});

test('only an administrator reaches the altitudes', async ({ page }) => {
  await giveSession(page, server, CEDULA);
  await page.goto(`${server.url}/formularios/altitudes`);
  await expect(page).toHaveURL(/\/registros$/);
});
