import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { newCedula } from '../support/factories.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { giveSession } from '../support/sign-in.ts';

const CEDULA = newCedula();
const CODE = '**/assets/index-*.js';
let server: ServerProcess;

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, CEDULA, 'ROLE_BRIGADA');
});

test.use({ viewport: { width: 360, height: 740 } });

/** Holds back what is requested at these addresses. @returns what lets it arrive */
async function holdBack(page: Page, addresses: string): Promise<() => void> {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(addresses, async (route) => {
    await arrived;
    await route.continue();
  });
  return () => arrive();
}

/** Opens /login while the application's code is under way. @returns what lets the code arrive */
async function openWithoutCode(page: Page): Promise<() => void> {
  const arrive = await holdBack(page, CODE);
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
  return arrive;
}

const cedula = (page: Page) => page.locator('[name=cedula]');
const password = (page: Page) => page.locator('[name=password]');
const button = (page: Page) => page.getByRole('button', { name: 'INICIAR SESIÓN' });
const ownForm = (page: Page) => page.locator('#root form');

const places = (page: Page) =>
  page.locator('h1, input, button[type=submit]').evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    }),
  );

for (const width of [360, 1280])
  test(`the form can be filled in before the application has loaded, and nothing moves when it has, at ${width}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    const arrive = await openWithoutCode(page);
    await expect(cedula(page)).toBeFocused();
    await page.keyboard.type(CEDULA);
    await password(page).focus();
    await page.keyboard.type(PASSWORD.slice(0, 4));
    await page.keyboard.press('ArrowLeft');
    await expectAccessible(page, 'the sign-in page');
    const before = await places(page);
    arrive();
    await expect(ownForm(page)).toBeVisible();
    expect(await places(page)).toEqual(before);
    await expect(cedula(page)).toHaveValue(CEDULA);
    await expect(password(page)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type(PASSWORD.slice(4));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${server.url}/registros`);
  });

test('a press before the application has loaded signs in when it has, and the password gets into no address', async ({
  page,
}) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const arrive = await openWithoutCode(page);
  await cedula(page).fill(CEDULA);
  await password(page).fill(PASSWORD);
  await button(page).click();
  await expect(button(page)).toHaveAttribute('data-loading', '');
  await password(page).press('Enter');
  expect(page.url()).toBe(`${server.url}/login`);
  arrive();
  await expect(page).toHaveURL(`${server.url}/registros`);
  expect(addresses.filter((address) => address.includes(PASSWORD) || address.includes(CEDULA))).toEqual([]);
});

/** Notes every frame in which the button of the sign-in is not busy or shows neither its text nor its loader. */
const watchButton = (page: Page) =>
  page.evaluate(() => {
    const idle: string[] = [];
    const look = () => {
      const [shown] = [...document.querySelectorAll<HTMLElement>('[type=submit]')];
      const opaque = (part: string) =>
        [...document.querySelectorAll(`form ${part}`)].some((one) => one.checkVisibility({ checkOpacity: true }));
      if (shown?.ariaBusy === 'false' || (shown && !opaque('.mantine-Loader-root') && !opaque('.mantine-Button-inner')))
        idle.push(shown.outerHTML);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { idle });
  });
const idleFrames = (page: Page) => page.evaluate(() => (window as unknown as { idle: string[] }).idle);

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`from a press before the application has loaded, the button is busy until the answer, with motion: ${reducedMotion}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/signin')) requests += 1;
    });
    const arrive = await openWithoutCode(page);
    const loader = page.locator('form .mantine-Loader-root');
    await expect(loader).toBeHidden();
    await cedula(page).fill(CEDULA);
    await password(page).fill(PASSWORD);
    await button(page).click();
    await expect(button(page)).toHaveAttribute('aria-busy', 'true');
    await expect(loader).toBeVisible();
    const before = await loader.boundingBox();
    await watchButton(page);
    const rulesArrive = await holdBack(page, '**/assets/rules-*.js');
    const answerArrives = await holdBack(page, '**/api/auth/signin');
    arrive();
    await expect(ownForm(page)).toBeVisible();
    await expect(loader).toBeVisible();
    await expect.poll(() => loader.boundingBox()).toEqual(before);
    await button(page).click({ force: true });
    await password(page).press('Enter');
    expect(requests, 'the rules are still under way').toBe(0);
    rulesArrive();
    await expect.poll(() => requests).toBe(1);
    await expect(loader).toBeVisible();
    expect(await idleFrames(page)).toEqual([]);
    answerArrives();
    await expect(page).toHaveURL(`${server.url}/registros`);
    expect(requests).toBe(1);
  });

test('a sentence says that the application could not be loaded, and what was typed stays', async ({ page }) => {
  await page.route(CODE, (route) => route.abort());
  await page.goto(`${server.url}/login`);
  await cedula(page).fill(CEDULA);
  await expect(page.getByRole('alert')).toHaveText(
    'No se pudo cargar la aplicación. Revisa tu conexión y vuelve a cargar la página.',
  );
  await expectAccessible(page, 'the sign-in page');
  await expect(cedula(page)).toHaveValue(CEDULA);
});

test('a screen whose own code could not be loaded says so', async ({ page }) => {
  await page.route('**/assets/visitor-*.js', (route) => route.abort());
  await page.goto(`${server.url}/login`);
  await expect(page.getByRole('button', { name: 'Volver a cargar' })).toBeVisible();
});

test('a person with a session does not see the form', async ({ page }) => {
  await giveSession(page, server, CEDULA);
  const arrive = await openWithoutCode(page);
  await expect(page.locator('#root')).toBeAttached();
  await expect(cedula(page)).toHaveCount(0);
  arrive();
  await expect(page).toHaveURL(`${server.url}/registros`);
});
