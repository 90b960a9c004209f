import { expect, type Page } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { drafts } from '../support/drafts-on-device.ts';
import { bodyWith, newCedula } from '../support/factories.ts';
import { expectNotice } from '../support/notices.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { giveSession, signInAs } from '../support/sign-in.ts';

const ROSA = newCedula();
const LUIS = newCedula();
const RESTORED = 'Recuperamos lo que habías escrito.';

let server: ServerProcess;
let token: string;
let childId: string;

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  for (const cedula of [ROSA, LUIS]) await createUser(server, cedula, 'ROLE_SUPERVISOR');
  const { call, signIn } = remoteApi(server.url);
  token = await signIn({ cedula: ROSA, password: PASSWORD });
  childId = (await call('POST', '/api/nino', bodyWith(RECORDS.nino, undefined), token)).body._id;
});
test.beforeEach(async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  // No vault on this device; with one, drafts are sealed and survive signing out (vault.e2e.ts).
  await page.context().route('**/api/equipos/**', (route) => route.abort());
  await giveSession(page, server, ROSA);
});

const open = (page: Page, path: string) => page.goto(`${server.url}${path}`);
const control = () => `/ninos/${childId}?seccion=control`;
const weight = (page: Page) => page.locator('[name=peso]');

// proves D1
test('a draft survives a reload and a later visit', async ({ page }) => {
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
});

// proves D12
test('signing out removes the drafts of that user, and an expired session keeps them', async ({ page }) => {
  await open(page, control());
  await weight(page).fill('8,9');
  await expect.poll(() => drafts(page)).toHaveLength(1);
  // The session has ended on the server; after leaving the dialog and signing in the draft is there.
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

// proves D3, D10
test('a creation whose answer was lost is sent again with the same id, even after a reload', async ({ page }) => {
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
  await expectNotice(page, 'Éxito');
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect.poll(() => drafts(page)).toEqual([]);
});

test.describe('draft expiry', () => {
  const DAY_MS = 24 * 60 * 60 * 1_000;
  const foreign = (page: Page, at: number) =>
    page.evaluate(
      (when) =>
        localStorage.setItem('libreta.draft.otra.nino.nuevo', JSON.stringify({ values: { hcu: '1' }, at: when })),
      at,
    );

  // proves D14
  test('starting the application and signing in delete the expired drafts of every user', async ({ page }) => {
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
});

// proves D2
test('the next user of a shared device does not get the drafts of the previous one', async ({ page }) => {
  await page.clock.install();
  await open(page, control());
  await weight(page).fill('8,9');
  await expect.poll(() => drafts(page)).toHaveLength(1);
  const [mine = ''] = await drafts(page);
  // The session ends in another tab, where another user signs in.
  const other = await page.context().newPage();
  await other.goto(`${server.url}/`);
  await other.evaluate(() => localStorage.removeItem('libreta.session'));
  await expect(page.getByRole('dialog')).toContainText('Tu sesión terminó');
  await signInAs(other, server, LUIS);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: LUIS })).toBeVisible();
  await expect(weight(page)).toHaveValue('');
  // Longer than the delay before a form stores its draft.
  await page.clock.fastForward(5_000);
  expect(await drafts(page)).toEqual([mine]);
  await other.reload();
  await expect(other.getByRole('banner').getByRole('link', { name: LUIS })).toBeVisible();
});
