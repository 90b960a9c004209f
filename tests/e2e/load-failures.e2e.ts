import { expect, type Locator, type Page, test } from '@playwright/test';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { breakCalls, expectDiscreet, expectSilence, type Failure, PATIENCE } from '../support/broken-calls.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { signInOn } from '../support/sign-in.ts';

/** What the specification only logs when it cannot be loaded: records, option lists, user details; each says nothing and can be asked for again. */
const RETRY = 'Volver a intentar';

let server: ServerProcess;
let child: string;
let woman: string;
let user: string;

test.beforeAll(async () => {
  server = await startServer();
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn(server.admin);
  const create = async (path: string, body: unknown) => {
    const answer = await call('POST', `/api/${path}`, body, token);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return String(answer.body._id);
  };
  woman = await create('mujer', RECORDS.mujer.example);
  child = await create('nino', RECORDS.nino.example);
  for (const { parent, path, example } of RECORD_LIST)
    if (parent) await create(path, { ...example, [parent.field]: parent.record === RECORDS.mujer.key ? woman : child });
  const roles = (await call('GET', '/api/roles', undefined, token)).body;
  const person = { nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0602948179', email: 'rosa@ejemplo.ec' };
  user = await create('users', { ...person, password: 'Libreta2026', roles: roles[0]._id });
});
test.afterAll(() => server.stop());
test.beforeEach(({ page }) => signInOn(page, server));

const main = (page: Page) => page.getByRole('main');
/** The banner of the connection has one of its own. */
const retry = (page: Page, place: Locator = main(page)) =>
  place.getByRole('button', { name: new RegExp(`^${RETRY}`) }).and(page.locator('.mantine-Button-root'));

interface Place {
  name: string;
  path: () => string;
  calls: string | RegExp;
  what: string;
  way: Failure;
  /** What stands there once it could be loaded. */
  comes: (page: Page) => Locator;
  /** What can be used meanwhile. */
  usable?: (page: Page) => Locator;
}

const recordPlaces = Object.values(RECORDS)
  .filter(({ parent }) => parent !== undefined)
  .map((record, index): Place => {
    const table = (page: Page) => page.getByRole('region', { name: record.titles.table });
    return {
      name: record.titles.table,
      path: () => `${record.parent?.record === 'nino' ? `/ninos/${child}` : `/mujer/${woman}`}?seccion=${record.key}`,
      calls: `**/api/${record.path}?*`,
      what: record.titles.table,
      way: ([500, 'slow', 503, 'abort'] as const)[index % 4] ?? 500,
      comes: (page) => table(page).getByRole('table'),
      usable: (page) => page.getByRole('button', { name: 'Guardar' }),
    };
  });

const PLACES: Place[] = [
  ...recordPlaces,
  {
    name: "a child's own data",
    path: () => `/ninos/${child}`,
    calls: /\/api\/nino\/[^/?]+$/,
    what: 'niños',
    way: 500,
    comes: (page) => page.getByRole('heading', { level: 1, name: 'SISA VALENTINA GUALÁN TENESACA' }),
  },
  {
    name: "a woman's own data",
    path: () => `/mujer/${woman}`,
    calls: /\/api\/mujer\/[^/?]+$/,
    what: 'mujeres',
    way: 503,
    comes: (page) => page.getByRole('heading', { level: 1, name: 'LUZ MARÍA TENESACA PILCO' }),
  },
  {
    name: 'a user to edit',
    path: () => `/admin/edit/${user}`,
    calls: '**/api/users/*',
    what: 'usuarios',
    way: 500,
    comes: (page) => page.getByRole('button', { name: 'Guardar Cambios' }),
  },
  {
    name: 'the own profile',
    path: () => '/profile',
    calls: '**/api/perfil',
    what: 'el perfil',
    way: 'slow',
    comes: (page) => page.getByText('Fecha de registro'),
    usable: (page) => page.getByRole('button', { name: 'Cambiar contraseña' }),
  },
  {
    name: 'an option list',
    path: () => '/formularios?lista=discapacidad',
    calls: '**/api/discapacidad?*',
    what: 'Discapacidades',
    way: 500,
    comes: (page) => page.getByRole('button', { name: 'Editar Auditiva' }),
    usable: (page) => page.getByRole('button', { name: 'Agregar opción' }),
  },
  {
    name: 'the altitudes',
    path: () => '/formularios/altitudes',
    calls: '**/api/altitudes',
    what: 'altitudes',
    way: 'abort',
    comes: (page) => page.getByRole('button', { name: /^Editar la altitud/ }).first(),
  },
  {
    name: 'the altitude of a canton, for the anemia form',
    path: () => `/ninos/${child}?seccion=anemia`,
    calls: '**/api/altitudes',
    what: 'altitudes',
    way: 500,
    comes: (page) => page.getByLabel(/^Altitud donde vive/),
    usable: (page) => page.getByRole('button', { name: 'Guardar' }),
  },
  {
    name: 'the controls, for a curve',
    path: () => `/ninos/${child}?seccion=peso-edad`,
    calls: '**/api/control?*',
    what: 'Registros de Control del RN',
    way: 500,
    comes: (page) => page.getByRole('table', { name: 'Peso para la edad: las mismas cifras' }),
  },
  {
    name: "the standards of the child's sex",
    path: () => `/ninos/${child}?seccion=peso-edad`,
    calls: /\/assets\/figures-femenino-/,
    what: 'estándares de la OMS',
    way: 'abort',
    comes: (page) => page.getByRole('region', { name: 'Estándares OMS' }).getByText('Talla/edad'),
    usable: (page) => page.getByRole('table', { name: 'Peso para la edad: las mismas cifras' }),
  },
  {
    name: 'the mother of a child',
    path: () => `/ninos/${child}`,
    calls: '**/api/mujer?cedula=*',
    what: 'mujeres',
    way: 500,
    comes: (page) => page.getByRole('link', { name: 'LUZ MARÍA TENESACA PILCO' }),
  },
];

// proves 8.78-8.80
for (const { name, path, calls, what, way, comes, usable } of PLACES)
  test(`${name} (${way}): no sentence, no alert, and it can be asked for again`, async ({ page }) => {
    const { mend, toldOf, logged } = await breakCalls(page, calls, way);
    await page.goto(`${server.url}${path()}`);
    const button = retry(page).last();
    await expect(button).toBeVisible(PATIENCE);
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    await expectSilence(page);
    await expect.poll(() => toldOf(what).length).toBeGreaterThan(0);
    if (what !== 'estándares de la OMS') expectDiscreet(logged, way);
    if (usable) await expect(usable(page).first()).toBeEnabled();
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page, name);
    mend();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(comes(page)).toBeVisible(PATIENCE);
    await expect(retry(page)).toHaveCount(0);
    expect(await page.evaluate(() => document.activeElement?.tagName), 'the focus is not lost').not.toBe('BODY');
  });

test('one failure is told once, however many parts of the screen wait for it, and each new one again', async ({
  page,
}) => {
  const { toldOf } = await breakCalls(page, '**/api/control?*');
  await page.goto(`${server.url}/ninos/${child}?seccion=control`);
  await expect(retry(page)).toHaveCount(2, PATIENCE);
  expect(toldOf('Registros de Control del RN')).toHaveLength(1);
  await retry(page).last().click();
  await expect(retry(page).last()).toHaveAttribute('aria-disabled', 'true');
  await expect(retry(page).last()).toBeFocused();
  await expect.poll(() => toldOf('Registros de Control del RN').length, PATIENCE).toBe(2);
  await expect(retry(page).last()).toHaveAttribute('aria-disabled', 'false');
  await expect(retry(page).last()).toBeFocused();
  await expectSilence(page);
});

test('rows that are there stay when they cannot be renewed', async ({ page }) => {
  await page.goto(`${server.url}/mujer/${woman}?seccion=vacunamujer`);
  const table = page.getByRole('region', { name: RECORDS.vacunamujer.titles.table });
  await expect(table.getByRole('row')).toHaveCount(2);
  const { mend } = await breakCalls(page, '**/api/vacunamujer?*');
  await table.getByRole('button', { name: /^Eliminar/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  const again = table.getByRole('button', { name: RETRY });
  await expect(again).toHaveAttribute('aria-disabled', 'false', PATIENCE);
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  mend();
  await again.click();
  await expect(table.getByText('Todavía no hay registros')).toBeVisible(PATIENCE);
  await expect(again).toHaveCount(0);
  await expect(table.getByRole('heading')).toBeFocused();
});

test('somebody who is not there is said kindly, and is no failure', async ({ page }) => {
  const { logged } = await breakCalls(page, '**/nothing');
  await page.goto(`${server.url}/ninos/00000000-0000-4000-8000-000000000000`);
  await expect(page.getByRole('heading', { level: 1, name: 'No encontramos a esta niña o niño' })).toBeVisible();
  await expect(retry(page)).toHaveCount(0);
  expect(logged.filter((line) => line.includes('Error al cargar niños'))).toEqual([]);
});

test.describe('options of a dropdown that could not be loaded', () => {
  const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });

  // proves 8.77
  test('are asked for again where they would stand, by keyboard', async ({ page }) => {
    const { mend, toldOf, logged } = await breakCalls(page, '**/api/etmivacuna');
    await page.goto(`${server.url}/mujer/${woman}?seccion=etmi`);
    await expect.poll(() => toldOf('Nombres de enfermedad de ETMI').length, PATIENCE).toBe(1);
    expectDiscreet(logged, 500);
    const list = page.getByRole('combobox', { name: /^Enfermedad/ });
    await list.focus();
    await expect(option(page, RETRY)).toBeVisible();
    await expectSilence(page);
    await expectAccessible(page, 'lista sin opciones');
    await page.keyboard.type('vi');
    await expect(option(page, RETRY)).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => toldOf('Nombres de enfermedad de ETMI').length, PATIENCE).toBe(2);
    await expect(option(page, RETRY)).toBeVisible();
    await expect(list).toBeFocused();
    mend();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(option(page, 'VIH')).toBeVisible(PATIENCE);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(list).toHaveValue('VIH');
  });

  test('are asked for again by mouse, and what was chosen before stays', async ({ page }) => {
    const { mend } = await breakCalls(page, /\/api\/(discapacidad|establecimiento)$/, 503);
    await page.goto(`${server.url}/mujer/${woman}`);
    const list = page.getByRole('combobox', { name: /discapacidad/i }).last();
    await expect(list).toHaveValue('Visual');
    await page.waitForTimeout(4_000);
    await list.click();
    await expect(option(page, RETRY)).toBeVisible(PATIENCE);
    await expect(option(page, 'Visual')).toBeVisible();
    mend();
    await option(page, RETRY).click();
    await expect(option(page, 'Auditiva')).toBeVisible(PATIENCE);
    await expect(list).toHaveValue('Visual');
    await option(page, 'Auditiva').click();
    await expect(list).toHaveValue('Auditiva');
  });

  test('the roles of a user likewise', async ({ page }) => {
    const { mend, toldOf } = await breakCalls(page, '**/api/roles');
    await page.goto(`${server.url}/admin/add`);
    await expect.poll(() => toldOf('roles').length, PATIENCE).toBe(1);
    await page.getByRole('combobox', { name: 'Rol' }).or(page.locator('#roles')).first().click();
    await expect(option(page, RETRY)).toBeVisible();
    await expectSilence(page);
    mend();
    await option(page, RETRY).click();
    await option(page, 'Supervisor').click();
    await expect(page.locator('input[name=roles]')).toHaveValue(/^[^,]{30,}$/);
  });

  test('whom the follow-up list can be narrowed to likewise', async ({ page }) => {
    const { mend, toldOf } = await breakCalls(page, '**/api/reportes/responsables');
    await page.goto(`${server.url}/seguimiento`);
    await page.getByRole('combobox', { name: 'Responsable del registro' }).click();
    await expect(option(page, RETRY)).toBeVisible(PATIENCE);
    expect(toldOf('el seguimiento')).toHaveLength(1);
    await expectSilence(page);
    mend();
    await option(page, RETRY).click();
    await expect(page.getByRole('option').first()).not.toHaveText(RETRY);
  });
});

for (const width of [1280, 360])
  test(`at ${width} px the vaccines, their calendar and the standards each ask again in their place`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: width > 1000 ? 800 : 740 });
    const { mend } = await breakCalls(page, /\/api\/(vacuna|control)\?/);
    await page.goto(`${server.url}/ninos/${child}?seccion=vacuna`);
    for (const place of ['Estándares OMS', 'Calendario de vacunas', RECORDS.vacuna.titles.table])
      await expect(retry(page, page.getByRole('region', { name: place }))).toBeVisible(PATIENCE);
    await expectSilence(page);
    await expectAccessible(page, `vacunas, ${width} px`);
    mend();
    await retry(page, page.getByRole('region', { name: 'Calendario de vacunas' })).click();
    await expect(page.getByText('Todas las dosis por edad')).toBeVisible(PATIENCE);
    await expect(page.getByRole('heading', { name: 'Calendario de vacunas' })).toBeFocused();
    await retry(page, page.getByRole('region', { name: 'Estándares OMS' })).click();
    await expect(retry(page)).toHaveCount(0, PATIENCE);
  });
