import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showInstantDay } from '#domain/calendar.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking, DETAIL, withoutPauses } from '../../../../tests/support/breaking.ts';
import { controlTimers } from '../../../../tests/support/controlled-timers.ts';
import {
  address,
  button,
  confirm,
  dialog,
  expectCount,
  expectTexts,
  goBack,
} from '../../../../tests/support/on-screen.ts';
import { fakeUsers, storedUser } from '../../../../tests/support/served-users.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

/** The first user is the oldest and therefore the last in the list. */
const people = () =>
  fakeUsers(
    storedUser({ nombre: 'Diego', apellido: 'Paredes', cedula: '0601000001' }, 'ROLE_SUPERVISOR'),
    storedUser({ nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0601000002' }),
    storedUser({ nombre: 'Luis', apellido: 'Ortega', cedula: '0601000003' }),
    storedUser({ nombre: 'Marisol', apellido: 'Chicaiza', cedula: '0601000004' }),
    storedUser({ nombre: 'Ángel', apellido: 'Ñauñay', cedula: '0601000005' }, 'ROLE_USUARIO'),
    storedUser({ nombre: 'Blanca', apellido: 'Guamán', cedula: '0601000006' }, 'ROLE_USUARIO'),
  );
const open = (users: ReturnType<typeof fakeUsers>, search = '', ...first: Parameters<typeof breaking>[0][]) =>
  screenAt(`/admin${search}`, 'ROLE_ADMINISTRADOR', ...first, ...users.all);
const rows = () => page.getByRole('row');
const row = (text: string) => rows().filter({ hasText: text });

beforeEach(withoutPauses);

// proves 2.24-2.32, 2.34, 2.35, 9.2
test('users are listed newest first, five per page, and the address contains the page', async () => {
  const users = people();
  await open(users);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Usuarios' })).toBeVisible();
  await expect.element(page.getByText('6 usuarios registrados')).toBeVisible();
  const headings = ['Nombre', 'Apellido', 'Cédula', 'Correo electrónico', 'Rol', 'Fecha registro', 'Acciones'];
  await expectTexts(rows().first().getBySelector('th'), headings);
  await expectTexts(row('0601000006').getByRole('cell'), [
    'Blanca',
    'Guamán',
    '0601000006',
    '0601000006@ejemplo.ec',
    'UsuarioPor verificar',
    showInstantDay(new Date().toISOString()),
    'Dar rol…EditarEliminar',
  ]);
  await expectCount(rows(), 6);
  // The server leaves out the current user.
  expect(users.list.requests.map(({ query }) => query?.sin)).toContain('0190a000-0000-7000-8000-000000000001');
  await expect.element(page.getByText('1–5 de 6')).toBeVisible();
  await button('Siguiente').click();
  await expect.poll(address).toMatch(/pagina=2/);
  await expect.element(row('Diego')).toBeVisible();
  await expect.element(page.getByText('6–6 de 6')).toBeVisible();
  goBack();
  await expect.element(page.getByText('1–5 de 6')).toBeVisible();
  await open(users, '?pagina=2');
  await expect.element(page.getByText('6–6 de 6')).toBeVisible();
  await open(users, '?pagina=40');
  await expect.element(page.getByText('6–6 de 6')).toBeVisible();
});

test('a search filters the list, and an empty result leads back to all users', async () => {
  await open(people());
  const search = page.getByLabelText('Buscar por nombre, cédula o correo');
  await search.fill('naunay angel');
  await expect.element(page.getByText('1 resultado', { exact: true })).toBeVisible();
  await expect.element(row('Ñauñay')).toBeVisible();
  await search.fill('%');
  await expect.element(page.getByText('No hay resultados para «%»')).toBeVisible();
  await button('Ver toda la lista').click();
  await expect.element(page.getByText('6 usuarios registrados')).toBeVisible();
});

test('a search that is cleared right after the last key leaves the list unfiltered', async () => {
  const users = people();
  await open(users);
  await expect.element(row('Blanca')).toBeVisible();
  const search = page.getByLabelText('Buscar por nombre, cédula o correo');
  const pass = controlTimers({ alone: true });
  await search.fill('naunay');
  await button('Borrar la búsqueda').click();
  await expect.element(search).toHaveValue('');
  // Longer than the pause after the last key.
  await pass(1_000);
  controlTimers();
  // The answer to a later search shows that the earlier one was not sent.
  await search.fill('luis');
  await expect.element(page.getByText('1 resultado', { exact: true })).toBeVisible();
  expect(users.list.requests.map(({ query }) => query?.q)).not.toContain('naunay');
});

// proves 8.7
test('a failed list shows an error and can be retried', async () => {
  const users = people();
  const list = breaking(users.list);
  await open(users, '', list);
  await expect.element(page.getByText('Error al cargar usuarios. Por favor, inténtalo de nuevo.')).toBeVisible();
  await expect.element(page.getByRole('alert')).toHaveTextContent(DETAIL);
  list.mend();
  await button('Volver a intentar').click();
  await expect.element(page.getByText('6 usuarios registrados')).toBeVisible();
});

test('accounts that wait for verification are found and given a role', async () => {
  const users = people();
  const save = breaking(users.save);
  await open(users, '', save);
  await page.getByRole('link', { name: 'Por verificar (2)' }).click();
  await expect.poll(address).toMatch(/rol=ROLE_USUARIO/);
  await expectCount(rows(), 3);
  await open(users, '?rol=ROLE_USUARIO', save);
  await expect.element(page.getByText('2 resultados')).toBeVisible();
  const give = async () => {
    await button('Dar rol… a Blanca Guamán').click();
    await page.getByRole('menuitem', { name: 'Brigada' }).click();
    await expect.element(dialog()).toHaveTextContent('¿Dar el rol Brigada?');
  };
  await give();
  await confirm('Cancelar');
  await expectCount(rows(), 3);
  expect(save.requests).toHaveLength(0);
  await give();
  await confirm('Dar rol');
  await expect.element(page.getByText('No se pudo dar el rol Brigada.')).toBeVisible();
  save.mend();
  await give();
  await confirm('Dar rol');
  await expect.element(page.getByText('Usuario Actualizado')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Por verificar (1)' })).toBeVisible();
  await expectCount(row('Blanca'), 0);
  await page.getByRole('link', { name: 'Brigada' }).click();
  await expect.element(row('Blanca')).toHaveTextContent('Brigada');
  await expectCount(row('Blanca').getByText('Por verificar'), 0);
});

// proves 4.13, 8.8, 8.54, 8.55, 8.64-8.67
test('a user is deleted after a confirmation', async () => {
  const users = people();
  const remove = breaking(users.remove);
  await open(users, '?q=guaman', remove);
  const deletion = button('Eliminar a Blanca Guamán');
  const ask = async () => {
    await deletion.click();
    await expect.element(dialog()).toHaveTextContent('Confirmar Eliminación');
    await expect.element(dialog()).toHaveTextContent('¿Estás seguro de que quieres eliminar a Blanca Guamán?');
  };
  await ask();
  await confirm('Cancelar');
  await expect.element(deletion).toHaveFocus();
  await ask();
  await confirm('Sí, eliminar');
  await expect.element(page.getByText('Error al eliminar usuario. Por favor, inténtalo de nuevo.')).toBeVisible();
  remove.mend();
  await ask();
  await confirm('Sí, eliminar');
  await expect.element(page.getByText('Eliminado', { exact: true })).toBeVisible();
  await expect.element(page.getByText('El usuario ha sido eliminado correctamente.')).toBeVisible();
  await expect.element(page.getByText('No hay resultados para «guaman»')).toBeVisible();
});

test.each([1280, 360])('the list is accessible and fits at %i px, also with the menu of roles open', async (width) => {
  await page.viewport(width, 740);
  await open(people());
  await expect.element(page.getByText('Por verificar', { exact: true }).first()).toBeVisible();
  await expectElementAccessible();
  await button(/^Dar rol/)
    .first()
    .click();
  await expectCount(page.getByRole('menuitem'), 3);
  await expectElementAccessible();
});
