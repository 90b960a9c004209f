import { expect, type Page } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { breakCalls, expectNoFailureOnPage, PATIENCE } from '../support/broken-calls.ts';
import { bodyWith, newCedula } from '../support/factories.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { openSettled, settle } from '../support/settled.ts';
import { test } from '../support/shared-server.ts';
import { giveSession } from '../support/sign-in.ts';

const CEDULA = newCedula();
const ADMIN = newCedula();
let server: ServerProcess;

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, CEDULA, 'ROLE_BRIGADA');
  await createUser(server, ADMIN, 'ROLE_ADMINISTRADOR');
});

/** @returns the id of a child with a control */
async function createMeasuredChild(cedula: string): Promise<string> {
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn({ cedula, password: PASSWORD });
  const child = (await call('POST', '/api/nino', bodyWith(RECORDS.nino, undefined), token)).body._id;
  await call('POST', '/api/control', { ...RECORDS.control.example, ninoId: child }, token);
  return child;
}

test.use({ viewport: { width: 360, height: 740 } });

test('without signal the open form stays whatever is clicked', async ({ page, context }) => {
  await giveSession(page, server, CEDULA);
  const fetched = ['menu-drawer', 'date-calendar', 'confirm-dialog-view'].map((part) =>
    page.waitForResponse((response) => new RegExp(`/${part}-[^/]*\\.js$`).test(response.url()), { timeout: 60_000 }),
  );
  await openSettled(page, `${server.url}/ninos/add`);
  await page.locator('[name=hcu]').fill('50177');
  await Promise.all(fetched);
  // Their style sheets too, and each file as a whole.
  await settle(page);
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

test('a code chunk that failed to load leaves the form intact and loads when the signal is back', async ({ page }) => {
  await page.route('**/assets/menu-drawer-*.js', (route) => route.abort());
  await giveSession(page, server, CEDULA);
  await page.goto(`${server.url}/ninos/add`);
  await page.locator('[name=hcu]').fill('50177');
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await expect(page.locator('[name=hcu]')).toHaveValue('50177');
  await page.unroute('**/assets/menu-drawer-*.js');
  await expect(page.getByRole('dialog')).toBeVisible();
});

/** The files that the page does not link itself. */
const LATE_FILES = /\/assets\/(?!(index|visitor|start)-)[^/]+\.(js|css)$/;

const FILES_OF_PAGE = /\/assets\/(index|visitor|landing)-[^/]+\.(js|css)$/;

/** Aborts the first request of each file. @returns the type of each aborted request by its address */
async function failEachFileOnce(page: Page, files = LATE_FILES) {
  const failed = new Map<string, string>();
  await page.route(files, (route) => {
    const request = route.request();
    if (failed.has(request.url())) return route.fallback();
    failed.set(request.url(), request.resourceType());
    return route.abort();
  });
  return failed;
}

test('each script and style sheet may fail once, and no script is imported before it is downloaded', async ({
  page,
}) => {
  await giveSession(page, server, CEDULA);
  const failed = await failEachFileOnce(page);
  await page.goto(`${server.url}/registros`);
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await expect(page.getByRole('dialog')).toBeVisible(PATIENCE);
  const unstyled = () =>
    page.evaluate(
      (addresses) => {
        const applied = [...document.styleSheets].map(({ href }) => href);
        return addresses.filter((address) => !applied.includes(address));
      },
      [...failed.keys()].filter((address) => /\/menu-drawer-.*css$/.test(address)),
    );
  expect([...failed.keys()].filter((address) => address.includes('/menu-drawer-'))).toHaveLength(2);
  await expect.poll(unstyled).toEqual([]);
  expect([...failed.values()], 'older browsers never import a script again').not.toContain('script');
});

for (const [path, heading] of [
  ['/registros', 'Registros'],
  ['/login', 'Iniciar sesión'],
  ['/', /.+/],
] as const)
  test(`each file that the page of ${path} links itself may be lost once`, async ({ page }) => {
    if (path === '/registros') await giveSession(page, server, CEDULA);
    const failed = await failEachFileOnce(page, FILES_OF_PAGE);
    await page.goto(`${server.url}${path}`);
    await expect(page.locator('#root').getByRole('heading', { name: heading }).first()).toBeVisible(PATIENCE);
    const lost = [...failed.keys()];
    expect(lost.filter((address) => /index-.*js$/.test(address))).toHaveLength(1);
    const styles = lost.filter((address) => address.endsWith('.css'));
    expect(styles.length).toBeGreaterThan(1);
    const applied = () => page.evaluate(() => [...document.styleSheets].map(({ href }) => href));
    await expect.poll(applied).toEqual(expect.arrayContaining(styles));
  });

test('a page whose script cannot be downloaded says so, and appears when the signal is back', async ({ page }) => {
  await giveSession(page, server, CEDULA);
  await page.route(FILES_OF_PAGE, (route) => route.abort());
  await page.goto(`${server.url}/registros`);
  await expect(page.getByText('No se pudo cargar la aplicación.')).toBeVisible(PATIENCE);
  await page.unroute(FILES_OF_PAGE);
  await expect(page.getByRole('heading', { name: 'Registros' })).toBeVisible(PATIENCE);
});

test('on a wide page each screen and table appears, although each of its files fails once', { tag: '@long' }, async ({
  page,
}) => {
  const child = await createMeasuredChild(ADMIN);
  await giveSession(page, server, ADMIN);
  await page.setViewportSize({ width: 1280, height: 800 });
  const failed = await failEachFileOnce(page);
  const main = page.getByRole('main');
  const places = [
    ['/lista/ninos', main.getByRole('table')],
    [`/ninos/${child}?seccion=control`, main.getByRole('table', { name: RECORDS.control.titles.table })],
    ['/formularios?lista=discapacidad', main.getByRole('table')],
    ['/reportes', main.getByRole('region', { name: 'Total de niños ingresados' })],
    ['/importar', main.getByRole('heading', { name: 'Importar', level: 1 })],
  ] as const;
  for (const [path, content] of places) {
    failed.clear();
    await page.goto(`${server.url}${path}`);
    await expect(content, path).toBeVisible(PATIENCE);
    expect([...failed.values()], path).toContain('fetch');
    await expect(page.getByRole('button', { name: 'Volver a cargar' }), path).toHaveCount(0);
  }
});

for (const width of [360, 1280])
  test(`«Mi día» is on the hub before its code and its numbers, and nothing moves when they come, at ${width}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await giveSession(page, server, ADMIN);
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/\/assets\/plan-[^/]+\.js$/, async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto(`${server.url}/registros`);
    const card = page.getByRole('region', { name: 'Mi día' });
    await expect(card).toBeVisible();
    await expect(card.getByRole('link', { name: /Mi día/ })).toHaveAttribute('href', '/seguimiento');
    await expect(page.getByRole('heading', { name: 'Niños y niñas' })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const places = () =>
      page.locator('main section').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    const before = await places();
    await expect(card.getByText('…').first()).toBeVisible();
    arrive();
    await expect(card.getByText('…')).toHaveCount(0);
    expect(await places()).toEqual(before);
  });

test('a screen whose code cannot be downloaded says so, and appears without a reload when the signal is back', async ({
  page,
}) => {
  await giveSession(page, server, CEDULA);
  await page.route(LATE_FILES, (route) => route.abort());
  await page.goto(`${server.url}/seguimiento`);
  const opened = await page.evaluate(() => performance.timeOrigin);
  await expect(page.getByRole('button', { name: 'Volver a cargar' })).toBeVisible(PATIENCE);
  await page.unroute(LATE_FILES);
  await expect(page.getByRole('heading', { name: 'Seguimiento', level: 1 })).toBeVisible(PATIENCE);
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened);
});

test('growth standards that could not be downloaded can be requested again while the rest works', async ({ page }) => {
  const child = await createMeasuredChild(CEDULA);
  await giveSession(page, server, CEDULA);
  const { mend, logLinesAbout } = await breakCalls(page, /\/assets\/figures-femenino-/, 'abort');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${server.url}/ninos/${child}?seccion=peso-edad`);
  const main = page.getByRole('main');
  const again = main.getByRole('button', { name: /^Volver a intentar/ }).last();
  await expect(again).toBeVisible(PATIENCE);
  await expect(again).not.toHaveAttribute('aria-disabled', 'true');
  await expectNoFailureOnPage(page);
  await expect.poll(() => logLinesAbout('estándares de la OMS').length).toBeGreaterThan(0);
  await expect(page.getByRole('table', { name: 'Peso para la edad: las mismas cifras' })).toBeVisible();
  expect((await again.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectAccessible(page, 'a curve without standards');
  mend();
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Estándares OMS' }).getByText('Talla/edad')).toBeVisible(PATIENCE);
  await expect(main.getByRole('button', { name: /^Volver a intentar/ })).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.tagName), 'the focus is not lost').not.toBe('BODY');
});
