import { expect, type Page, test } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { signInAs } from '../support/sign-in.ts';

const ROSA = '0602948179';
const LUIS = '0601735262';
const RESTORED = 'Recuperamos lo que habías escrito.';

let server: ServerProcess;
let token: string;
let childId: string;

test.beforeAll(async () => {
  server = await startServer();
  for (const cedula of [ROSA, LUIS]) await createUser(server, cedula, 'ROLE_SUPERVISOR');
  const { call, signIn } = remoteApi(server.url);
  token = await signIn({ cedula: ROSA, password: PASSWORD });
  childId = (await call('POST', '/api/nino', RECORDS.nino.example, token)).body._id;
});
test.afterAll(() => server.stop());
test.beforeEach(async ({ page }) => {
  // Leaving the page asks the browser's own question.
  page.on('dialog', (dialog) => void dialog.accept());
  await signInAs(page, server, ROSA);
});

const open = (page: Page, path: string) => page.goto(`${server.url}${path}`);
const control = () => `/ninos/${childId}?seccion=control`;
const weight = (page: Page) => page.locator('[name=peso]');
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('libreta.draft.')));

test('a draft survives a reload and another visit, until it is discarded', async ({ page }) => {
  await open(page, control());
  await weight(page).fill('8,9');
  await page.getByRole('checkbox', { name: 'Micronutrientes' }).click();
  await page.reload();
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect(weight(page)).toHaveValue('8,9');
  await expect(page.getByRole('checkbox', { name: 'Micronutrientes' })).toBeChecked();
  await open(page, '/registros');
  await open(page, control());
  await expect(weight(page)).toHaveValue('8,9');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(weight(page)).toHaveValue('');
  await expect(page.getByText(RESTORED)).toHaveCount(0);
  await page.reload();
  await expect(weight(page)).toHaveValue('');
  expect(await drafts(page)).toEqual([]);
});

test('leaving still asks, says that nothing is lost, and an unchanged form leaves nothing behind', async ({ page }) => {
  await open(page, '/mujer/add');
  await page.waitForTimeout(600);
  expect(await drafts(page)).toEqual([]);
  await page.locator('[name=nombres]').fill('A medias');
  await page.getByRole('link', { name: 'Volver' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Queda en este dispositivo y lo encontrarás al volver a este formulario.');
  await dialog.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page).toHaveURL(/\/registros$/);
  await open(page, '/mujer/add');
  await expect(page.locator('[name=nombres]')).toHaveValue(/a medias/i);
  await page.locator('[name=nombres]').fill('');
  await expect.poll(() => drafts(page)).toEqual([]);
});

test('a draft is for one form of one person of one user', async ({ page, browser }) => {
  await open(page, control());
  await weight(page).fill('8,9');
  await expect.poll(() => drafts(page)).toHaveLength(1);
  await open(page, `/ninos/${childId}?seccion=anemia`);
  await expect(page.getByText(RESTORED)).toHaveCount(0);
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await context.newPage();
  await other.goto(server.url);
  await other.evaluate(() => localStorage.removeItem('libreta.session'));
  await signInAs(other, server, LUIS);
  await open(other, control());
  await expect(weight(other)).toHaveValue('');
  await context.close();
});

test('signing out removes the drafts of that user; a session that merely ended keeps them', async ({ page }) => {
  await open(page, control());
  await weight(page).fill('8,9');
  await expect.poll(() => drafts(page)).toHaveLength(1);
  // The session ends on the server; whoever leaves the dialog finds the draft after signing in again.
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { message: 'Tu sesión terminó.' } }));
  await page.reload();
  const ended = page.getByRole('dialog');
  await expect(ended).toContainText('Tu sesión terminó');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await ended.getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL(/\/login/);
  await signInAs(page, server, ROSA);
  await open(page, control());
  await expect(weight(page)).toHaveValue('8,9');
  await page.getByRole('button', { name: 'Salir' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Lo que escribiste todavía no se ha guardado y se perderá.');
  await dialog.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await drafts(page)).toEqual([]);
});

test('a creation whose answer was lost is sent again under its own id, also after a reload', async ({ page }) => {
  await open(page, control());
  const { fecha, peso, longitud, perimetro } = RECORDS.control.example;
  for (const [name, value] of Object.entries({ fecha, peso, longitud, perimetro }))
    await page.locator(`[name=${name}]`).fill(String(value).replace('.', ','));
  const ids: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/control')) ids.push(request.postDataJSON()._id);
  });
  await page.route('**/api/control', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Hubo un error al guardar la información de control.')).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByText(RESTORED)).toBeVisible();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('¡Información Guardada!')).toBeVisible();
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  expect(await drafts(page)).toEqual([]);
});

test('the draft of an edit remembers its version: what changed meanwhile is not overwritten', async ({ page }) => {
  const { call } = remoteApi(server.url);
  await open(page, `/ninos/${childId}`);
  await page.locator('[name=celular]').fill('0991111111');
  await expect.poll(() => drafts(page)).toHaveLength(1);
  await open(page, '/registros');
  const { body } = await call('GET', `/api/nino/${childId}`, undefined, token);
  await call('PUT', `/api/nino/${childId}`, { ...body, direccion: 'OTRA PERSONA' }, token);
  await open(page, `/ninos/${childId}`);
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect(page.locator('[name=celular]')).toHaveValue('0991111111');
  await page.getByRole('button', { name: 'Editar' }).click();
  await expect(page.getByText(/Otra persona cambió esta información/)).toBeVisible();
  await page.getByRole('button', { name: 'Cargar los datos actuales' }).click();
  await expect(page.locator('[name=direccion]')).toHaveValue('OTRA PERSONA');
  expect(await drafts(page)).toEqual([]);
});

test('without storage on the device the form works as ever', async ({ page }) => {
  await page.addInitScript(() => {
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key: string, value: string) {
      if (key.startsWith('libreta.draft.')) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  });
  await open(page, '/mujer/add');
  await page.locator('[name=nombres]').fill('Sin sitio');
  await page.getByRole('link', { name: 'Volver' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('se perderá');
  await page.keyboard.press('Escape');
  await expect(page.locator('[name=nombres]')).toHaveValue(/sin sitio/i);
});

test.describe('a draft does not last for ever', () => {
  const DAY_MS = 24 * 60 * 60 * 1_000;
  /** Makes every draft on the device so much older. */
  const age = (page: Page, days: number) =>
    page.evaluate((by) => {
      for (const key of Object.keys(localStorage).filter((name) => name.startsWith('libreta.draft.'))) {
        const draft = JSON.parse(localStorage.getItem(key) ?? '');
        localStorage.setItem(key, JSON.stringify({ ...draft, at: draft.at - by }));
      }
    }, days * DAY_MS);
  const lastChange = (page: Page) =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('libreta.draft.')) ?? '';
      return JSON.parse(localStorage.getItem(key) ?? '{}').at;
    });
  const foreign = (page: Page, at: number) =>
    page.evaluate(
      (when) =>
        localStorage.setItem('libreta.draft.otra.nino.nuevo', JSON.stringify({ values: { hcu: '1' }, at: when })),
      at,
    );

  test('it is gone seven days after the last change; opening the form is no change', async ({ page }) => {
    await open(page, control());
    await weight(page).fill('8,9');
    await expect.poll(() => drafts(page)).toHaveLength(1);
    await open(page, '/registros');
    await age(page, 6.9);
    const before = await lastChange(page);
    await open(page, control());
    await expect(page.getByText(RESTORED)).toBeVisible();
    await page.waitForTimeout(800);
    await open(page, '/registros');
    expect(await lastChange(page)).toBe(before);
    await age(page, 0.2);
    await open(page, control());
    await expect(weight(page)).toHaveValue('');
    await expect(page.getByText(RESTORED)).toHaveCount(0);
    expect(await drafts(page)).toEqual([]);
  });

  test('expired ones go when the application starts and when somebody signs in, whoever they are of', async ({
    page,
  }) => {
    await open(page, '/registros');
    await foreign(page, Date.now() - 7 * DAY_MS);
    await open(page, '/');
    await expect.poll(() => drafts(page)).toEqual([]);
    await page.getByRole('button', { name: 'Salir' }).click();
    await expect(page).toHaveURL(/\/login/);
    await foreign(page, Date.now() - 7 * DAY_MS);
    await page.locator('[name=cedula]').fill(LUIS);
    await page.locator('[name=password]').fill(PASSWORD);
    await page.locator('[name=password]').press('Enter');
    await expect(page).toHaveURL(/\/registros$/);
    expect(await drafts(page)).toEqual([]);
  });

  test('one that has not expired waits for its own person', async ({ page }) => {
    await foreign(page, Date.now() - 6 * DAY_MS);
    await open(page, '/ninos/add');
    await expect(page.locator('[name=hcu]')).toHaveValue('');
    expect(await drafts(page)).toEqual(['libreta.draft.otra.nino.nuevo']);
  });
});

test('whoever takes over on a shared device finds nothing of what the one before was typing', async ({ page }) => {
  await open(page, control());
  await weight(page).fill('8,9');
  await expect.poll(() => drafts(page)).toHaveLength(1);
  const [mine = ''] = await drafts(page);
  // In another tab the session is over, and somebody else signs in.
  const other = await page.context().newPage();
  await other.goto(`${server.url}/`);
  await other.evaluate(() => localStorage.removeItem('libreta.session'));
  await expect(page.getByRole('dialog')).toContainText('Tu sesión terminó');
  await signInAs(other, server, LUIS);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: LUIS })).toBeVisible();
  await expect(weight(page)).toHaveValue('');
  await page.waitForTimeout(800);
  expect(await drafts(page)).toEqual([mine]);
  await other.reload();
  await expect(other.getByRole('banner').getByRole('link', { name: LUIS })).toBeVisible();
});
