import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectNotice, recordNotices } from '../support/notices.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const PASSWORD = 'Brigada2026';

const CHILD = 'SISA VALENTINA GUALÁN TENESACA';

/** A user with a separate browser, in which an unexpected console message fails the test. */
async function openBrowser(browser: Browser, server: ServerProcess): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'no-preference' });
  await recordNotices(context);
  const page = await context.newPage();
  page.on('pageerror', (error) => expect(error, 'uncaught error in the page').toBeUndefined());
  return page;
}

async function signIn(page: Page, cedula: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Cédula').fill(cedula);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('main').getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  await expect(page).toHaveURL(/\/registros$/);
}

async function register(page: Page, person: { nombre: string; apellido: string; cedula: string }): Promise<void> {
  await page.goto('/register');
  await page.locator('[name=nombre]').fill(person.nombre);
  await page.locator('[name=apellido]').fill(person.apellido);
  await page.getByLabel('Cédula').fill(person.cedula);
  await page.getByLabel(/Correo/).fill(`${person.cedula}@ejemplo.ec`);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('main').getByRole('button', { name: 'REGISTRARSE' }).click();
  await expect(page.getByText('Tu registro se realizó correctamente.')).toBeVisible();
  await expect(page.getByLabel('Nombre')).toHaveCount(0);
}

/** Gives a role to a user who waits for verification. */
async function giveRole(server: ServerProcess, cedula: string, role: string): Promise<void> {
  const { call, signIn: apiSignIn } = remoteApi(server.url);
  const token = await apiSignIn(server.admin);
  const { body: roles } = await call('GET', '/api/roles', undefined, token);
  const { body: users } = await call('GET', `/api/users?q=${cedula}`, undefined, token);
  const { name: _, ...wanted } = roles.find(({ name }: { name: string }) => name === role);
  const answer = await call('PUT', `/api/users/${users[0]._id}`, { ...users[0], roles: wanted._id }, token);
  expect(answer.status).toBe(200);
}

async function addControl(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByRole('textbox', { name: label }).fill(value);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expectNotice(page, 'Éxito');
  await expect(page.getByRole('textbox', { name: 'Peso' })).toHaveValue('');
}

async function journey(browser: Browser, server: ServerProcess): Promise<void> {
  const brigade = await openBrowser(browser, server);
  await register(brigade, { nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0602948179' });
  await giveRole(server, '0602948179', 'ROLE_BRIGADA');
  await signIn(brigade, '0602948179');

  await brigade.getByRole('link', { name: /Guardar Registros.*niño/s }).click();
  await expect(brigade).toHaveURL(/\/ninos\/add$/);
  const person = {
    HCU: '50177',
    Cédula: '0650128831',
    'Cédula Madre': '0603714026',
    Nombres: 'Sisa Valentina',
    Apellidos: 'Gualán Tenesaca',
  };
  for (const [label, value] of Object.entries(person))
    await brigade.getByRole('textbox', { name: label, exact: true }).fill(value);
  await brigade.getByRole('textbox', { name: 'Fecha Nacimiento' }).fill('17/09/2025');
  await brigade.getByText('FEMENINO', { exact: true }).click();
  await brigade.getByRole('combobox', { name: 'Provincia' }).fill('chimbo');
  await brigade.getByRole('option', { name: 'CHIMBORAZO' }).click();
  await brigade.getByRole('combobox', { name: 'Cantón' }).click();
  await brigade.getByRole('option', { name: 'COLTA' }).click();
  await brigade.getByRole('button', { name: 'Guardar' }).click();
  await expect(brigade).toHaveURL(/\/lista\/ninos/);

  await brigade.getByRole('link', { name: 'SISA VALENTINA' }).click();
  await expect(brigade.getByRole('heading', { level: 1, name: CHILD })).toBeVisible();
  const childUrl = new URL(brigade.url()).pathname;
  const cover = brigade.getByRole('region', { name: 'Portada de la libreta' });
  await expect(cover.getByText('No evaluado')).toHaveCSS('color', 'rgb(26, 79, 163)');
  await brigade.getByRole('tab', { name: /^Control/ }).click();
  await addControl(brigade, { Fecha: '17/11/2025', Peso: '5,00', Longitud: '57,5', 'Perímetro cefálico': '38' });
  await addControl(brigade, { Fecha: '18/03/2026', Peso: '7.1', Longitud: '65,4', 'Perímetro cefálico': '42,8' });
  await expect(cover.getByText('Normal', { exact: true })).toBeVisible();
  await addControl(brigade, { Fecha: '22/09/2026', Peso: '7,80', Longitud: '72', 'Perímetro cefálico': '45,1' });
  await expect(cover.getByText('Desnutrición')).toBeVisible();
  await expect(brigade.getByRole('table', { name: 'Registros de Control del RN' }).getByRole('row')).toHaveCount(4);

  for (const [chart, last] of [
    ['Peso para la edad', '7,80'],
    ['Longitud o talla para la edad', '72,00'],
    ['IMC por edad', '15,0'],
    ['Perímetro cefálico por edad', '45,10'],
  ] as const) {
    await brigade.getByRole('tab', { name: chart }).click();
    await expect(brigade.getByRole('heading', { name: chart })).toBeVisible();
    const panel = brigade.getByRole('tabpanel');
    await expect(panel.locator('svg title')).toHaveText([
      /: 3 controles/,
      /^2 meses: /,
      /^6 meses: /,
      new RegExp(`^12 meses: ${last}`),
    ]);
    await expect(panel.getByRole('cell', { name: last, exact: true })).toBeVisible();
  }

  await brigade.getByRole('tab', { name: 'Información Personal' }).click();
  await brigade.getByLabel('Celular').fill('0991234567');
  await brigade.getByRole('button', { name: 'Editar' }).click();
  await expectNotice(brigade, '¡Información Actualizada!');
  await brigade.reload();
  await expect(brigade.getByLabel('Celular')).toHaveValue('0991234567');

  await server.restart();
  await brigade.reload();
  await expect(cover.getByText('Desnutrición')).toBeVisible();
  await expect(brigade.getByLabel('Celular')).toHaveValue('0991234567');

  const other = await openBrowser(browser, server);
  await register(other, { nombre: 'Luis', apellido: 'Ortega', cedula: '0601735262' });
  await giveRole(server, '0601735262', 'ROLE_BRIGADA');
  await signIn(other, '0601735262');
  await other.goto('/lista/ninos?q=sisa');
  await expect(other.getByText('SISA VALENTINA')).toHaveCount(0);
  const refused = other.waitForResponse((response) => response.url().includes('/api/nino/'));
  await other.goto(childUrl);
  expect((await refused).status()).toBe(404);
  await expect(other.getByText(CHILD)).toHaveCount(0);

  await giveRole(server, '0601735262', 'ROLE_SUPERVISOR');
  // The change of role ended the session: the page asks for the password and continues.
  await other.goto(childUrl);
  const ended = other.getByRole('dialog');
  await ended.locator('[name=password]').fill(PASSWORD);
  await ended.locator('[name=password]').press('Enter');
  await expect(other.getByRole('heading', { level: 1, name: CHILD })).toBeVisible();
  await brigade.context().close();
  await other.context().close();
}

// proves 1.2, 2.181, 2.220, 7.60
test('a brigade registers a child and follows its growth, on the embedded database', async ({ browser }) => {
  const server = await startServer();
  try {
    await journey(browser, server);
  } finally {
    await server.stop();
  }
});

test('a brigade registers a child and follows its growth, on PostgreSQL', { tag: '@long' }, async ({ browser }) => {
  const cluster = await startCluster({ durable: false });
  const server = await startServer({ databaseUrl: cluster.url });
  try {
    await journey(browser, server);
  } finally {
    await server.stop();
    await cluster.stop();
  }
});
