import { expect, type Page, test } from '@playwright/test';
import { expectNotice } from '../support/notices.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { administratorCalls, giveSession, roleIds, signInOn } from '../support/sign-in.ts';

const PASSWORD = 'Brigada2026';

test.describe.configure({ mode: 'serial' });

let server: ServerProcess;

interface Person {
  nombre: string;
  apellido: string;
  cedula: string;
  role: string;
}

/** The first is registered first and so is the last in the list. */
const PEOPLE: Person[] = [
  { nombre: 'Diego', apellido: 'Paredes', cedula: '0601000001', role: 'ROLE_SUPERVISOR' },
  { nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0601000002', role: 'ROLE_BRIGADA' },
  { nombre: 'Luis', apellido: 'Ortega', cedula: '0601000003', role: 'ROLE_BRIGADA' },
  { nombre: 'Marisol', apellido: 'Chicaiza', cedula: '0601000004', role: 'ROLE_BRIGADA' },
  { nombre: 'Ángel', apellido: 'Ñauñay', cedula: '0601000005', role: 'ROLE_USUARIO' },
  { nombre: 'Blanca', apellido: 'Guamán', cedula: '0601000006', role: 'ROLE_USUARIO' },
];

test.beforeAll(async () => {
  server = await startServer();
  const call = await administratorCalls(server);
  const roles = await roleIds(server);
  for (const { role, ...person } of PEOPLE) {
    const user = { ...person, email: `${person.cedula}@ejemplo.ec`, password: PASSWORD, roles: roles[role] };
    expect((await call('POST', '/api/users', user)).status).toBe(201);
  }
});
test.afterAll(() => server.stop());

async function openUsers(page: Page, search = '') {
  await giveSession(page, server);
  await page.goto(`${server.url}/admin${search}`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

// proves 2.51, 4.11
test('only an administrator opens the page; other users are sent to /login and on from there', async ({ page }) => {
  await page.goto(`${server.url}/admin`);
  await expect(page).toHaveURL(/\/login$/);
  await signInOn(page, server, { cedula: '0601000001', password: PASSWORD });
  await expect(page.getByRole('link', { name: 'Usuarios' })).toHaveCount(0);
  for (const path of ['/admin', '/admin/add', '/admin/edit/x', '/formularios']) {
    await page.goto(server.url + path);
    await expect(page).toHaveURL(/\/registros$/);
  }
});

// proves 2.24-2.32, 2.34, 2.35, 6.14, 9.2, 9.6
test('the list has every other user, newest first, five per page', async ({ page }) => {
  await signInOn(page, server);
  await page.getByRole('link', { name: 'Usuarios' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Usuarios' })).toBeVisible();
  await expect(page.getByText('6 usuarios registrados')).toBeVisible();
  const headings = ['Nombre', 'Apellido', 'Cédula', 'Correo electrónico', 'Rol', 'Fecha registro', 'Acciones'];
  await expect(page.getByRole('columnheader')).toHaveText(headings);
  const today = new Intl.DateTimeFormat('es-EC', {
    timeZone: 'America/Guayaquil',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(new Date());
  const first = row(page, '0601000006').getByRole('cell');
  await expect(first).toHaveText([
    'Blanca',
    'Guamán',
    '0601000006',
    '0601000006@ejemplo.ec',
    'UsuarioPor verificar',
    today,
    'Dar rol…EditarEliminar',
  ]);
  await expect(page.getByRole('row')).toHaveCount(6);
  await expect(page.getByText('1–5 de 6')).toBeVisible();
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await expect(page).toHaveURL(/pagina=2/);
  await expect(row(page, 'Diego')).toBeVisible();
  await expect(page.getByText(server.admin.cedula)).toHaveCount(1); // the link to one's own profile
  await page.reload();
  await expect(page.getByText('6–6 de 6')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1–5 de 6')).toBeVisible();
  await page.goto(`${server.url}/admin?pagina=40`);
  await expect(page.getByText('6–6 de 6')).toBeVisible();
});

test('the search runs on the server and ignores accents and case', async ({ page }) => {
  await openUsers(page);
  const search = page.getByLabel('Buscar por nombre, cédula o correo');
  await search.fill('naunay angel');
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible();
  await expect(row(page, 'Ñauñay')).toBeVisible();
  await search.fill('%');
  await expect(page.getByText('No hay resultados para «%»')).toBeVisible();
  await page.getByRole('button', { name: 'Ver toda la lista' }).click();
  await expect(page.getByText('6 usuarios registrados')).toBeVisible();
});

// The screen's own tests cover failures.
test('an administrator gives a role to a user who waits for verification and deletes the user', async ({ page }) => {
  await openUsers(page);
  await page.getByRole('link', { name: 'Por verificar (2)' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Dar rol… a Blanca Guamán' }).click();
  await page.getByRole('menuitem', { name: 'Brigada' }).click();
  await page.getByRole('button', { name: 'Dar rol', exact: true }).click();
  await expectNotice(page, 'Usuario Actualizado');
  await expect(page.getByRole('link', { name: 'Por verificar (1)' })).toBeVisible();
  await page.getByRole('link', { name: 'Brigada' }).click();
  await page.getByRole('button', { name: 'Eliminar a Blanca Guamán' }).click();
  await page.getByRole('button', { name: 'Sí, eliminar' }).click();
  await expectNotice(page, 'El usuario ha sido eliminado correctamente.');
  await expect(row(page, 'Blanca')).toHaveCount(0);
});
