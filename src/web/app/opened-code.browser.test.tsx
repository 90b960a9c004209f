import { deleteDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CODE_RENEWALS, openCode } from '#domain/calls/codes.ts';
import { signin } from '#domain/calls/session.ts';
import { AppError } from '#domain/errors.ts';
import { DEVICE } from '#web/device/store/steps.ts';
import { answering, refusing } from '../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../tests/support/axe.ts';
import { breaking, inHealth, withoutPauses } from '../../../tests/support/breaking.ts';
import { fakeBooklet } from '../../../tests/support/fake-records.ts';
import { button, confirm, dialog, expectCount, pathOf, readNotice } from '../../../tests/support/on-screen.ts';
import { screenAt } from '../../../tests/support/shown.tsx';

const CODE = 'q1W_e2R-t3Y4u5I6o7P8a9';
const ADDRESS = `/q/${CODE}`;
const heading = (name: string) => page.getByRole('heading', { level: 1, name });

beforeEach(async () => {
  await deleteDB(DEVICE);
  withoutPauses();
  return () => vi.restoreAllMocks();
});

const opening = (_id: string, tipo: 'nino' | 'mujer' = 'nino') => answering(openCode, () => ({ tipo, _id }));

test('a visitor signs in at the address of the code and reaches the booklet', async () => {
  const booklet = fakeBooklet('nino');
  const rosa = answering(signin, () => ({
    ...{ _id: '0190a000-0000-7000-8000-000000000001', nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0602948179' },
    ...{ email: 'rosa@example.ec', roles: ['ROLE_BRIGADA'], accessToken: 'a token', message: 'Hola, Rosa.' },
  }));
  await screenAt(ADDRESS, null, inHealth(), rosa, opening(booklet.id), ...booklet.fakes);
  await expect.element(heading('Iniciar sesión')).toBeVisible();
  expect(pathOf()).toBe(ADDRESS);
  await page.getByLabelText('Cédula').fill('0602948179');
  await page.getByRole('textbox', { name: 'Contraseña' }).fill('Libreta2026');
  await button('INICIAR SESIÓN').click();
  await expect.poll(pathOf).toBe(`/ninos/${booklet.id}`);
});

test('the code of a woman leads to her booklet', async () => {
  const booklet = fakeBooklet('mujer');
  await screenAt(ADDRESS, 'ROLE_SUPERVISOR', inHealth(), opening(booklet.id, 'mujer'), ...booklet.fakes);
  await expect.poll(pathOf).toBe(`/mujer/${booklet.id}`);
});

test('a code that opens nothing for this account is a page that says so', async () => {
  await screenAt(ADDRESS, 'ROLE_BRIGADA', inHealth(), refusing(openCode, new AppError('notFound')));
  await expect.element(heading('Este código no abre ninguna libreta')).toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Ir a Registros' })).toBeVisible();
  await expectElementAccessible();
});

test('a failure can be repeated, and then the booklet opens', async () => {
  const booklet = fakeBooklet('nino');
  const broken = breaking(opening(booklet.id), 503);
  await screenAt(ADDRESS, 'ROLE_BRIGADA', inHealth(), broken, ...booklet.fakes);
  await expect.element(button('Volver a intentar')).toBeVisible();
  broken.mend();
  await button('Volver a intentar').click();
  await expect.poll(pathOf).toBe(`/ninos/${booklet.id}`);
});

test('an account that may see no booklets does not stay at the address', async () => {
  const opened = opening('0190a000-0000-7000-8000-000000000009');
  await screenAt(ADDRESS, 'ROLE_USUARIO', inHealth(), opened);
  await expect.poll(pathOf).toBe('/');
  expect(opened.requests).toEqual([]);
});

test('supervision renews a code after a confirmation, and a failure is reported', async () => {
  const booklet = fakeBooklet('nino');
  const message = 'La libreta tiene un código nuevo.';
  const renewed = answering(CODE_RENEWALS.nino, () => ({ codigo: CODE, message }));
  const broken = breaking(renewed, new AppError('unavailable'));
  await screenAt(`/ninos/${booklet.id}`, 'ROLE_SUPERVISOR', inHealth(), broken, ...booklet.fakes);
  const choose = async () => {
    await button('Opciones').click();
    await page.getByRole('menuitem', { name: 'Renovar código' }).click();
    await expect.element(dialog()).toHaveTextContent('El código de las libretas ya impresas dejará de abrir');
  };
  await choose();
  await confirm('Cancelar');
  await expectCount(dialog(), 0);
  expect(broken.requests).toEqual([]);
  await choose();
  await confirm('Renovar código');
  await readNotice('No se pudo renovar el código', 'No se puede acceder a la información en este momento.');
  broken.mend();
  await choose();
  await confirm('Renovar código');
  await readNotice('Código renovado', message);
});

test('a brigade renews no code', async () => {
  const booklet = fakeBooklet('nino');
  await screenAt(`/ninos/${booklet.id}`, 'ROLE_BRIGADA', inHealth(), ...booklet.fakes);
  await button('Opciones').click();
  await expect.element(page.getByRole('menuitem', { name: 'Eliminar' })).toBeVisible();
  await expectCount(page.getByRole('menuitem', { name: 'Renovar código' }), 0);
});
