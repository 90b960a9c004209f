import { expect, type Page, test } from '@playwright/test';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const CEDULA = '0602948179';
const ids = { nino: crypto.randomUUID(), mujer: crypto.randomUUID() };
const sectionsOf = (patient: string) =>
  Object.fromEntries(
    RECORD_LIST.filter(({ parent }) => parent?.record === patient).map(({ key, titles }) => [key, titles.table]),
  );
const CHILD_SECTIONS = {
  ...sectionsOf('nino'),
  'peso-edad': 'Peso para la edad',
  'longitud-edad': 'Longitud o talla para la edad',
  'imc-edad': 'IMC por edad',
  'perimetro-edad': 'Perímetro cefálico por edad',
};
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const;

let server: ServerProcess;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  server = await startServer();
  await createUser(server, CEDULA, 'ROLE_SUPERVISOR');
  await createUser(server, '0602948187', 'ROLE_USUARIO');
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn({ cedula: CEDULA, password: PASSWORD });
  await call('POST', '/api/nino', { ...RECORDS.nino.example, _id: ids.nino }, token);
  await call('POST', '/api/mujer', { ...RECORDS.mujer.example, _id: ids.mujer }, token);
  for (const { path, parent, example } of RECORD_LIST)
    if (parent)
      await call('POST', `/api/${path}`, { ...example, [parent.field]: ids[parent.record as keyof typeof ids] }, token);
});

test.afterAll(() => server.stop());

async function signIn(page: Page, cedula = CEDULA): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.locator('[name=cedula]').fill(cedula);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('[name=password]').press('Enter');
  await expect(page).not.toHaveURL(/login/);
}

async function settled(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeAttached();
  await page.waitForLoadState('networkidle');
}

for (const viewport of SIZES) {
  // proves 2.20
  test(`every screen is accessible and stays within ${viewport.width} pixels`, async ({ browser }) => {
    const page = await (await browser.newContext({ viewport })).newPage();
    for (const [path, heading] of [
      ['/', /Libreta Integral/],
      ['/login', 'Iniciar sesión'],
      ['/register', 'Registrarse'],
    ] as const) {
      await settled(page, path, heading);
      await expectAccessible(page, path);
    }
    await signIn(page);
    const child = `${RECORDS.nino.example.nombres} ${RECORDS.nino.example.apellidos}`;
    const woman = `${RECORDS.mujer.example.nombres} ${RECORDS.mujer.example.apellidos}`;
    const sections = Object.entries(CHILD_SECTIONS).map(
      ([section, heading]) => [`/ninos/${ids.nino}?seccion=${section}`, heading] as const,
    );
    for (const [path, heading] of [
      ['/registros', 'Registros'],
      ['/reportes', /^Dashboard/],
      ['/profile', /perfil/i],
      ['/lista/ninos', 'Listado de Niños'],
      ['/lista/ninos?q=zzzz', 'Listado de Niños'],
      ['/lista/ninos?estado=Normal&sexo=FEMENINO', 'Listado de Niños'],
      ['/lista/mujer', 'Listado de Mujeres Embarazadas'],
      ['/ninos/add', 'Agregar niño'],
      ['/mujer/add', 'Agregar mujer embarazada'],
      [`/ninos/${ids.nino}`, child],
      ...sections,
      [`/ninos/${ids.nino}?historial=todo`, 'Creó · Información Personal'],
      [`/mujer/${ids.mujer}`, woman],
      ...Object.entries(sectionsOf('mujer')).map(
        ([section, heading]) => [`/mujer/${ids.mujer}?seccion=${section}`, heading] as const,
      ),
      [`/ninos/${crypto.randomUUID()}`, /./],
    ] as const) {
      await settled(page, path, heading);
      await expectAccessible(page, path);
    }
    await page.context().close();
  });

  test(`a long form with its marks, warnings and draft is accessible at ${viewport.width} pixels`, async ({
    browser,
  }) => {
    const page = await (await browser.newContext({ viewport })).newPage();
    page.on('dialog', (dialog) => void dialog.accept());
    await signIn(page);
    await settled(page, `/ninos/${ids.nino}?seccion=rn`, RECORDS.rn.titles.table);
    await page.getByRole('checkbox', { name: 'Enfermedades' }).click();
    await page.getByRole('checkbox', { name: 'Médico, parto' }).click();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Este campo es obligatorio', { exact: true }).first()).toBeVisible();
    await expectAccessible(page, 'newborn form with problems');
    await settled(page, `/ninos/${ids.nino}?seccion=control`, RECORDS.control.titles.table);
    await page.locator('[name=longitud]').fill('45');
    await expect(page.getByRole('button', { name: /^Revisa 1 aviso/ })).toBeVisible();
    await expectAccessible(page, 'control form with a warning');
    await page.reload();
    await expect(page.getByText('Recuperamos lo que habías escrito.')).toBeVisible();
    await expectAccessible(page, 'control form with a draft');
    await page.context().close();
  });
}

// proves 2.1, 2.14, 2.16, 2.57
test('routes guard themselves: no session, no role, an unknown path', async ({ page }) => {
  for (const path of [
    '/registros',
    '/reportes',
    '/profile',
    '/lista/ninos',
    '/mujer/add',
    `/ninos/${ids.nino}`,
    '/bienvenida',
  ]) {
    await page.goto(`${server.url}${path}`);
    await expect(page, path).toHaveURL(/\/login/);
  }
  await page.goto(`${server.url}/no/existe`);
  await expect(page).toHaveURL(`${server.url}/`);
  await signIn(page, '0602948187');
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

// proves 2.53-2.56
test('the four buttons of the hub lead where the specification says', async ({ page }) => {
  await signIn(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: /Consultar Mujer/ })).toHaveAttribute('href', '/lista/mujer');
  await expect(main.getByRole('link', { name: /Consultar Niños/ })).toHaveAttribute('href', '/lista/ninos');
  const add = main.getByRole('link', { name: /Guardar Registros/ });
  await expect(add).toHaveCount(2);
  await expect(add.first()).toHaveAttribute('href', '/mujer/add');
  await expect(add.last()).toHaveAttribute('href', '/ninos/add');
});

test('each screen has its title, and a person her name', async ({ page }) => {
  const SITE = 'Libreta Integral de Salud';
  await page.goto(`${server.url}/login`);
  await expect(page).toHaveTitle(`Iniciar sesión · ${SITE}`);
  await signIn(page);
  await expect(page).toHaveTitle(`Registros · ${SITE}`);
  await page.getByRole('link', { name: /Consultar Niños/ }).click();
  await expect(page).toHaveTitle(`Listado de Niños · ${SITE}`);
  const { nombres, apellidos } = RECORDS.nino.example;
  const name = `${nombres} ${apellidos}`.toLocaleUpperCase('es');
  await page.getByRole('link', { name: String(nombres) }).click();
  await expect(page).toHaveTitle(`${name} · ${SITE}`);
  await page.goBack();
  await expect(page).toHaveTitle(`Listado de Niños · ${SITE}`);
});

test('a search that is still being typed when one leaves calls nobody back', async ({ page }) => {
  await signIn(page);
  await page.goto(`${server.url}/lista/ninos`);
  const child = page.getByRole('link', { name: /SISA VALENTINA/ });
  await expect(child).toBeVisible();
  await page.getByRole('textbox', { name: /Buscar/ }).fill('sisa');
  await child.click();
  await expect(page).toHaveURL(new RegExp(`/ninos/${ids.nino}$`));
  // Longer than a search waits for the next letter.
  await page.waitForTimeout(600);
  await expect(page).toHaveURL(new RegExp(`/ninos/${ids.nino}$`));
});

test('a server that does not answer is said, and it is noticed when it is back', async ({ page }) => {
  await signIn(page);
  await page.route('**/api/**', (route) => route.abort());
  await page.goto(`${server.url}/lista/ninos`);
  await expect(page.getByText(/no responde|Sin conexión|no hay conexión/i).first()).toBeVisible();
  await page.unroute('**/api/**');
  await page
    .getByRole('button', { name: /intentar|Reintentar/i })
    .first()
    .click();
  await expect(page.getByText('SISA VALENTINA').first()).toBeVisible();
});
