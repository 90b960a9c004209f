import { type Browser, expect, type Page } from '@playwright/test';
import { showInstantDay } from '#domain/calendar.ts';
import { RECORDS } from '#domain/records/index.ts';
import { newCedula } from '../support/factories.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { signInOn } from '../support/sign-in.ts';

/** What the specification says about screens and no other test covers; texts are copied from it. */
const BRIGADA = { cedula: newCedula(), password: PASSWORD };
const SUPERVISOR = { cedula: newCedula(), password: PASSWORD };
const USUARIO = { cedula: newCedula(), password: PASSWORD };
/** Registers in a test. */
const NEW = newCedula();

const KINDS = [
  {
    record: RECORDS.mujer,
    title: 'Listado de Mujeres Embarazadas',
    list: '/lista/mujer',
    add: { label: 'Agregar mujer embarazada', path: '/mujer/add' },
    columns: ['Cédula', 'Nombres', 'Apellidos', 'Provincia', 'Cantón', 'Celular'],
    cells: [newCedula(), 'LUZ MARÍA', 'TENESACA PILCO', 'CHIMBORAZO', 'COLTA', '0900000000'],
  },
  {
    record: RECORDS.nino,
    title: 'Listado de Niños',
    list: '/lista/ninos',
    add: { label: 'Agregar niño', path: '/ninos/add' },
    columns: ['Cédula', 'Nombres', 'Apellidos', 'Provincia', 'Cantón', 'Sexo', 'Fecha Nacimiento'],
    cells: [newCedula(), 'SISA VALENTINA', 'GUALÁN TENESACA', 'CHIMBORAZO', 'COLTA', 'FEMENINO', '17/09/2025'],
  },
] as const;

let server: ServerProcess;

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, BRIGADA.cedula, 'ROLE_BRIGADA');
  await createUser(server, SUPERVISOR.cedula, 'ROLE_SUPERVISOR');
  await createUser(server, USUARIO.cedula, 'ROLE_USUARIO');
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn(BRIGADA);
  for (const { record, cells } of KINDS) {
    await call('POST', `/api/${record.path}`, { ...record.example, cedula: `ANTES-${newCedula()}` }, token);
    await call('POST', `/api/${record.path}`, { ...record.example, cedula: cells[0] }, token);
  }
});

const session = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('libreta.session') ?? 'null'));
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Principal' }).getByRole('link');
const openAs = async (browser: Browser, account: { cedula: string; password: string }) => {
  const page = await (await browser.newContext()).newPage();
  await signInOn(page, server, account);
  return page;
};

// proves 1.16-1.19, 2.8, 2.9
test('the landing page has a title, a slogan and the logo, and buttons to sign in and register', async ({ page }) => {
  await page.goto(server.url);
  await expect(page.getByRole('heading', { level: 1, name: 'Libreta Integral de Salud' })).toBeVisible();
  await expect(page.getByText('Los primeros mil días cuidan toda la vida.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Logo del ministerio' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/);
  await expect(navigation(page)).toHaveText(['INICIO']);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'REGISTRARSE' })).toHaveAttribute('href', '/register');
  await expect(header.getByRole('link', { name: 'INICIAR SESIÓN' })).toHaveAttribute('href', '/login');
});

// proves 2.2-2.7, 2.10
test('the navigation shows each role its screens, and its profile under its cedula', async ({ browser }) => {
  const ways = {
    INICIO: '/',
    Bienvenido: '/bienvenida',
    Usuarios: '/admin',
    'Opciones formulario': '/formularios',
    Registros: '/registros',
    Reportes: '/reportes',
  };
  for (const [account, labels] of [
    [server.admin, ['INICIO', 'Usuarios', 'Opciones formulario', 'Registros', 'Reportes']],
    [SUPERVISOR, ['INICIO', 'Registros', 'Reportes']],
    [BRIGADA, ['INICIO', 'Registros']],
    [USUARIO, ['INICIO', 'Bienvenido']],
  ] as const) {
    const page = await openAs(browser, account);
    for (const [label, path] of Object.entries(ways)) {
      const link = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: label, exact: true });
      if (labels.some((shown) => shown === label)) await expect(link, account.cedula).toHaveAttribute('href', path);
      else await expect(link, account.cedula).toHaveCount(0);
    }
    await expect(page.getByRole('link', { name: account.cedula })).toHaveAttribute('href', '/profile');
    await page.context().close();
  }
});

// proves 2.11-2.13, 3.9, 4.1-4.5, 5.1, 5.2, 7.6, 8.1
test('sign-in requires cedula and password, shows a refusal, survives a reload and ends with Salir', async ({
  page,
}) => {
  await page.goto(`${server.url}/login`);
  const enter = page.getByRole('main').getByRole('button', { name: 'INICIAR SESIÓN' });
  await enter.click();
  await expect(page.getByText('Cédula es requerida!').first()).toBeVisible();
  await expect(page.getByText('Contraseña is requerida').first()).toBeVisible();
  await page.locator('[name=cedula]').fill(BRIGADA.cedula);
  await page.locator('[name=password]').fill('Equivocada1');
  await enter.click();
  await expect(page.getByText('Cédula o contraseña incorrecta.').first()).toBeVisible();
  expect(await session(page)).toBeNull();
  await page.locator('[name=password]').fill(PASSWORD);
  await enter.click();
  await expect(page).toHaveURL(/\/registros$/);
  await page.reload();
  await expect(page).toHaveURL(/\/registros$/);
  const { cedula } = BRIGADA;
  expect(await session(page)).toEqual({
    _id: expect.any(String),
    nombre: 'Rosa',
    apellido: 'Yuquilema',
    cedula,
    email: `${cedula}@ejemplo.ec`,
    roles: ['ROLE_BRIGADA'],
    accessToken: expect.any(String),
    message: expect.any(String),
  });
  await page.getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await session(page)).toBeNull();
});

// proves 2.15, 2.17-2.19, 4.6, 5.3, 5.7-5.11, 5.13, 8.2
test('registration marks errors after the submit, shows a refusal and does not sign in', async ({ page }) => {
  const messages = [
    'Nombre requerido y no debe contener números',
    'Apellido requerido y no debe contener números',
    'Cédula requerida y debe tener una longitud de 10 dígitos númericos',
    'Formato de correo inválido',
    'Contraseña debe tener mínimo 8 dígitos,al menos una letra minúscula,una letra mayúscula y un número',
  ];
  const fill = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
  };
  const submit = page.getByRole('main').getByRole('button', { name: 'REGISTRARSE' });
  await page.goto(`${server.url}/register`);
  await expect(page.getByText('Ejemplo: 0602948179')).toBeVisible();
  await fill({ nombre: 'A1', apellido: 'B2', cedula: '123', email: 'x', password: 'corta' });
  for (const message of messages) await expect(page.getByText(message)).toHaveCount(0);
  await submit.click();
  for (const message of messages) await expect(page.getByText(message).first()).toBeVisible();
  await fill({ nombre: 'Marisol', apellido: 'Chicaiza', email: `${NEW}@ejemplo.ec`, password: PASSWORD });
  await fill({ cedula: BRIGADA.cedula });
  await submit.click();
  await expect(page.getByText('Ya existe un usuario registrado con esta cédula').first()).toBeVisible();
  await fill({ cedula: NEW });
  await submit.click();
  await expect(page.getByRole('status').getByText('Tu registro se realizó correctamente.')).toBeVisible();
  await expect(page.locator('form')).toHaveCount(0);
  expect(await session(page)).toBeNull();
});

// proves 1.14, 2.22, 6.10
test('a user who waits for verification sees a message and no other screen', async ({ page }) => {
  await signInOn(page, server, USUARIO);
  await expect(page).toHaveURL(/\/bienvenida$/);
  await expect(page.getByText('El sistema está verificando tu información antes de que puedas acceder')).toBeVisible();
  for (const [path, where] of [
    ['/lista/ninos', `${server.url}/`],
    ['/admin', /\/(login|bienvenida)$/],
    ['/formularios', /\/(login|bienvenida)$/],
  ] as const) {
    await page.goto(server.url + path);
    await expect(page).toHaveURL(where);
  }
});

for (const { record, title, list, add, columns, cells } of KINDS) {
  // proves 2.58-2.68, 2.70, 2.72, 2.75, 2.85-2.96, 2.98, 2.100, 2.103, 2.105
  test(`${record.key}: the list has its columns, newest first, and links to the next screens`, async ({ page }) => {
    await signInOn(page, server, BRIGADA);
    await page.goto(server.url + list);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const headings = [...columns, 'Fecha de registro', 'Responsable del registro', 'PDF'];
    await expect(page.getByRole('columnheader')).toHaveText(headings);
    const today = showInstantDay(new Date().toISOString());
    await expect(page.getByRole('row').nth(1).getByRole('cell')).toHaveText([
      ...cells,
      today,
      'Rosa Yuquilema',
      'Generar PDF',
    ]);
    await expect(page.getByRole('row').nth(2)).toContainText('ANTES-');
    await expect(page.getByRole('link', { name: 'Volver' })).toHaveAttribute('href', '/registros');
    await page.getByRole('link', { name: add.label }).click();
    await expect(page).toHaveURL(new RegExp(`${add.path}$`));
    await expect(page.getByRole('link', { name: 'Volver' })).toHaveAttribute('href', '/registros');
  });
}
