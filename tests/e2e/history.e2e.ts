import { expect, type Page } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { bodyWith, newCedula } from '../support/factories.ts';
import { expectNotice } from '../support/notices.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { giveSession, signInAs } from '../support/sign-in.ts';

const CEDULA = newCedula();
const NAME = 'SISA VALENTINA GUALÁN TENESACA';
/** The child's cedula. */
const DOCUMENT = newCedula();

let server: ServerProcess;
let child: string;
let control: string;

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, CEDULA, 'ROLE_BRIGADA');
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn({ cedula: CEDULA, password: PASSWORD });
  child = (await call('POST', '/api/nino', bodyWith(RECORDS.nino, undefined, { cedula: DOCUMENT }), token)).body._id;
  const body = { ...RECORDS.control.example, ninoId: child };
  control = (await call('POST', '/api/control', body, token)).body._id;
});

const sheet = (page: Page) => page.getByRole('dialog', { name: /^Historial/ });
const entries = (page: Page) => sheet(page).getByRole('heading', { level: 3 });

test.describe('a child', () => {
  test.describe.configure({ mode: 'serial' });

  test('a user with access sees the changes of the child and of one record', async ({ page }) => {
    await giveSession(page, server, CEDULA);
    await page.goto(`${server.url}/ninos/${child}`);
    await page.locator('[name=celular]').fill('0991112223');
    await page.getByRole('button', { name: 'Editar', exact: true }).click();
    await expectNotice(page, '¡Información Actualizada!');
    await page.getByRole('button', { name: 'Historial', exact: true }).click();
    await expect(entries(page)).toHaveText([
      'Editó · Información Personal',
      'Creó · Control',
      'Creó · Información Personal',
    ]);
    const latest = sheet(page).getByRole('listitem').first();
    await expect(latest).toContainText('Rosa Yuquilema');
    await expect(latest.getByRole('term')).toHaveText(['Celular']);
    await expect(latest.getByRole('definition')).toContainText('después: 0991112223');
    await expectAccessible(page, 'the history of a child');
    await page.goBack();
    await expect(sheet(page)).toHaveCount(0);

    await page.goto(`${server.url}/ninos/${child}?seccion=control`);
    await page.getByRole('button', { name: 'Historial de este registro' }).click();
    await expect(entries(page)).toHaveText(['Creó · Control']);
    await expect(page).toHaveURL(new RegExp(`historial=${control}`));
    await page.getByRole('button', { name: 'Cerrar historial' }).click();
    await expect(sheet(page)).toHaveCount(0);

    await page.getByRole('button', { name: 'Opciones' }).click();
    await page.getByRole('menuitem', { name: 'Eliminar' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('No podrás recuperarlos.');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
    await expect(page).toHaveURL(/\/lista\/ninos$/);
  });

  test('an administrator finds the child among the deleted and restores it unchanged', async ({ page }) => {
    await giveSession(page, server);
    await page.goto(`${server.url}/admin`);
    await page.getByRole('link', { name: 'Eliminados' }).click();
    await page.getByRole('textbox', { name: 'Buscar por cédula o nombre' }).fill(DOCUMENT);
    await expect(page.getByText('1 resultado')).toBeVisible();
    await expect(page.getByRole('row', { name: NAME })).toContainText('Rosa Yuquilema');
    // A list is dimmed while it loads.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectAccessible(page, 'the deleted');
    await page.getByRole('button', { name: `Restaurar a ${NAME}` }).click();
    await expect(page.getByRole('alertdialog')).toContainText('con su registro');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restaurar' }).click();
    await page.getByRole('link', { name: `Abrir la libreta de ${NAME}` }).click();
    await expect(page).toHaveURL(new RegExp(`/ninos/${child}$`));
    await expect(page.locator('[name=celular]')).toHaveValue('0991112223');

    await page.getByRole('button', { name: 'Historial', exact: true }).click();
    await expect(entries(page).first()).toHaveText('Restauró · Información Personal');
    await expect(entries(page)).toHaveCount(5);
    await page.getByRole('link', { name: 'Ver en auditoría' }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/auditoria\\?persona=${child}$`));
    await expect(page.getByRole('button', { name: `Quitar filtro Persona: ${NAME}` })).toBeVisible();
    await page.getByRole('button', { name: /^Ver detalle: Eliminó · Niño/ }).click();
    await expect(page.getByRole('dialog')).toContainText('Solicitud');
    await expect(page.getByRole('dialog').getByText(/^Ver los \d+ datos$/)).toBeVisible();
    await expectAccessible(page, 'an entry of the journal');
  });
});

for (const path of ['/admin', '/reportes', '/lista/ninos'])
  test(`Salir on ${path} requests nothing that needs a session`, async ({ page }) => {
    await giveSession(page, server);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 401) refused.push(response.url());
    });
    await page.goto(`${server.url}${path}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Salir' }).click();
    await expect(page.locator('[name=cedula]')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);
  });

test('Salir also ends the session on the server', async ({ page }) => {
  await signInAs(page, server, CEDULA);
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('libreta.session') ?? '').accessToken);
  const { call } = remoteApi(server.url);
  expect((await call('GET', '/api/sesiones', undefined, token)).status).toBe(200);
  await page.getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(async () => (await call('GET', '/api/sesiones', undefined, token)).status).toBe(401);
});
