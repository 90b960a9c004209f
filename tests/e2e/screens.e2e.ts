import { expect, type Page } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { bodyWith, newCedula } from '../support/factories.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { settle } from '../support/settled.ts';
import { test } from '../support/shared-server.ts';
import { giveSession } from '../support/sign-in.ts';

const CEDULA = newCedula();
const WAITING = newCedula();
const child = crypto.randomUUID();

let server: ServerProcess;

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, CEDULA, 'ROLE_BRIGADA');
  await createUser(server, WAITING, 'ROLE_USUARIO');
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn({ cedula: CEDULA, password: PASSWORD });
  await call('POST', '/api/nino', { ...bodyWith(RECORDS.nino, undefined), _id: child }, token);
});

async function signIn(page: Page, cedula = CEDULA): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.locator('[name=cedula]').fill(cedula);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('[name=password]').press('Enter');
  await expect(page).not.toHaveURL(/login/);
}

// proves 2.1, 2.14, 2.16, 2.57
test('routes redirect without a session, without the role and for an unknown path', async ({ page }) => {
  for (const path of [
    '/registros',
    '/reportes',
    '/profile',
    '/lista/ninos',
    '/mujer/add',
    `/ninos/${child}`,
    '/bienvenida',
  ]) {
    await page.goto(`${server.url}${path}`);
    await expect(page, path).toHaveURL(/\/login/);
  }
  await page.goto(`${server.url}/no/existe`);
  await expect(page).toHaveURL(`${server.url}/`);
  await signIn(page, WAITING);
  await expect(page).toHaveURL(/\/bienvenida$/);
  await page.goto(`${server.url}/registros`);
  await expect(page).toHaveURL(`${server.url}/`);
  await page.getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page);
  await expect(page).toHaveURL(/\/registros$/);
  await page.goto(`${server.url}/login`);
  await expect(page).toHaveURL(/\/registros$/);
  await page.goto(`${server.url}/register`);
  await expect(page).toHaveURL(/\/profile$/);
  await page.goto(`${server.url}/bienvenida`);
  await expect(page).toHaveURL(/\/(login|registros)/);
});

for (const [path, chunk] of [
  ['/registros', 'start'],
  ['/lista/mujer', 'lists'],
  ['/ninos/no-existe', 'booklet'],
])
  test(`with a session the page of ${path} requests its code before the application's own has run`, async ({
    page,
  }) => {
    await giveSession(page, server, CEDULA);
    await page.route('**/assets/index-*.js', () => {});
    const [code, styles] = ['js', 'css'].map((ending) =>
      page.waitForRequest((request) => new RegExp(`/${chunk}-[^/]+\\.${ending}$`).test(request.url())),
    );
    await page.goto(`${server.url}${path}`, { waitUntil: 'commit' });
    await Promise.all([code, styles]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

test('with a session the page of a booklet requests it once, before the application has loaded', async ({ page }) => {
  await giveSession(page, server, CEDULA);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  let load = () => {};
  const held = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route('**/assets/index-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const whole = page.waitForResponse(`${server.url}/api/nino/${child}/libreta`);
  await page.goto(`${server.url}/ninos/${child}`, { waitUntil: 'commit' });
  expect((await whole).status()).toBe(200);
  load();
  await expect(page.locator('[name=nombres]')).toBeVisible();
  expect(requested.filter((path) => path.startsWith(`/api/nino/${child}`))).toEqual([`/api/nino/${child}/libreta`]);
});

// proves 2.53-2.56
test('the four buttons of the hub lead where the specification says', async ({ page }) => {
  await giveSession(page, server, CEDULA);
  await page.goto(`${server.url}/registros`);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: /Consultar Mujer/ })).toHaveAttribute('href', '/lista/mujer');
  await expect(main.getByRole('link', { name: /Consultar Niños/ })).toHaveAttribute('href', '/lista/ninos');
  const add = main.getByRole('link', { name: /Guardar Registros/ });
  await expect(add).toHaveCount(2);
  await expect(add.first()).toHaveAttribute('href', '/mujer/add');
  await expect(add.last()).toHaveAttribute('href', '/ninos/add');
});

test('each screen has its title, and no title names a person, because browsers keep titles', async ({ page }) => {
  const SITE = 'Libreta Integral de Salud';
  await page.goto(`${server.url}/login`);
  await expect(page).toHaveTitle(`Iniciar sesión · ${SITE}`);
  await signIn(page);
  await expect(page).toHaveTitle(`Registros · ${SITE}`);
  await page.getByRole('link', { name: /Consultar Niños/ }).click();
  await expect(page).toHaveTitle(`Listado de Niños · ${SITE}`);
  const { nombres } = RECORDS.nino.example;
  await page.getByRole('link', { name: String(nombres) }).click();
  await expect(page.getByRole('heading', { name: String(nombres) }).first()).toBeVisible();
  await expect(page).toHaveTitle(`Libreta del niño · ${SITE}`);
  await page.goBack();
  await expect(page).toHaveTitle(`Listado de Niños · ${SITE}`);
});

test('leaving a page during a search does not bring the user back', async ({ page }) => {
  await giveSession(page, server, CEDULA);
  await page.clock.install();
  await page.goto(`${server.url}/lista/ninos`);
  const sisa = page.getByRole('link', { name: /SISA VALENTINA/ });
  await expect(sisa).toBeVisible();
  await page.getByRole('textbox', { name: /Buscar/ }).fill('sisa');
  await sisa.click();
  await expect(page).toHaveURL(new RegExp(`/ninos/${child}$`));
  // Longer than a search waits for the next letter.
  await page.clock.fastForward(5_000);
  await settle(page);
  await expect(page).toHaveURL(new RegExp(`/ninos/${child}$`));
});

test('an unreachable server is reported, and the page continues when it is back', async ({ page }) => {
  await giveSession(page, server, CEDULA);
  await page.route('**/api/**', (route) => route.abort());
  await page.goto(`${server.url}/lista/ninos`);
  await expect(page.getByText(/no responde|Sin conexión|no hay conexión/i).first()).toBeVisible();
  await page.unroute('**/api/**');
  // The page retries automatically; "Volver a intentar" is only faster.
  await expect(page.getByText('SISA VALENTINA').first()).toBeVisible();
});
