import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showInstantMinute } from '#domain/calendar.ts';
import { restorePerson } from '#domain/calls/journal.ts';
import { AppError } from '#domain/errors.ts';
import { refusing } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking, inHealth, withoutPauses } from '../../../../tests/support/breaking.ts';
import { catchDownloads } from '../../../../tests/support/downloads.ts';
import { deletedPerson, fakeDeleted, servedExport } from '../../../../tests/support/fake-deleted.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import {
  address,
  button,
  confirm,
  dialog,
  expectCount,
  expectTexts,
  pathOf,
  readNotice,
} from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

beforeEach(withoutPauses);

const SISA = 'SISA VALENTINA GUALÁN';
const luz = () =>
  deletedPerson({ tipo: 'mujer', cedula: '0603714026', nombres: 'Luz', apellidos: 'Pilco', registros: 0 });
const rows = () => page.getByRole('row');
const open = (kept: ReturnType<typeof fakeDeleted>, search = '', ...first: Parameters<typeof screenAt>[2][]) =>
  screenAt(`/admin/eliminados${search}`, 'ROLE_ADMINISTRADOR', inHealth(), ...first, ...kept.all);

test('deleted people are listed with account, time and number of records, and can be searched and filtered', async () => {
  const kept = fakeDeleted(deletedPerson(), luz());
  await open(kept);
  await expect.element(page.getByText('2 personas eliminadas')).toBeVisible();
  const when = showInstantMinute('2026-11-20T14:05:00.000Z');
  await expectTexts(rows().nth(1).getByRole('cell'), [
    SISA,
    '0650128831',
    'Niño',
    '3',
    when,
    'Luis Ortega',
    'Restaurar',
  ]);
  await expectElementAccessible();
  await page.getByRole('link', { name: 'Mujeres', exact: true }).click();
  await expect.poll(address).toBe('/admin/eliminados?tipo=mujer');
  await expectCount(rows(), 2);
  await expect.element(rows().nth(1)).toHaveTextContent('LUZ PILCO');
  await page.getByLabelText('Buscar por cédula o nombre').fill('sisa');
  await expect.element(page.getByText('No hay resultados para «sisa»')).toBeVisible();
  await button('Ver toda la lista').click();
  await expectCount(rows(), 3);
});

test('restoring asks first, links to the booklet and removes the row', async () => {
  const person = deletedPerson();
  const booklet = fakeBooklet('nino', { _id: person._id });
  const kept = fakeDeleted(person, luz());
  await open(kept, '', ...booklet.fakes);
  await button(`Restaurar a ${SISA}`).click();
  await expect.element(dialog()).toHaveTextContent(`${SISA} Volverá como estaba, con sus 3 registros.`);
  await confirm('Cancelar');
  expect(kept.restore.requests).toEqual([]);
  await button(`Restaurar a ${SISA}`).click();
  await confirm('Restaurar');
  await expect.element(page.getByText('Se restauró con todos sus registros.')).toBeVisible();
  await expectCount(rows(), 2);
  await expectElementAccessible();
  await page.getByRole('link', { name: `Abrir la libreta de ${SISA}` }).click();
  await expect.poll(pathOf).toBe(`/ninos/${person._id}`);
  await expectCount(page.getByText('Se restauró con todos sus registros.'), 0);
});

test('a restoration is refused if another person has the cedula', async () => {
  const msg = 'Ya existe un niño registrado con esta cédula';
  const taken = refusing(restorePerson, new AppError('conflict', { problems: [{ msg, path: 'cedula' }] }));
  await open(fakeDeleted(deletedPerson()), '', taken);
  await button(`Restaurar a ${SISA}`).click();
  await confirm('Restaurar');
  const next = 'Corrige esa cédula (0650128831) en la otra libreta y vuelve a restaurar.';
  await readNotice(`No se pudo restaurar a ${SISA}`, `${msg}. ${next}`);
  await expectCount(rows(), 2);
});

test('all data can be exported, and erased after a reason and a confirmation', async () => {
  const files = catchDownloads();
  const kept = fakeDeleted(deletedPerson());
  await open(kept, '', servedExport());
  await button(`Más acciones para ${SISA}`).click();
  await page.getByRole('menuitem', { name: 'Descargar todos sus datos' }).click();
  await readNotice('Datos descargados', 'Se descargó datos-0650128831.json.');
  expect([...files.keys()]).toEqual(['datos-0650128831.json']);

  await button(`Más acciones para ${SISA}`).click();
  await page.getByRole('menuitem', { name: 'Borrar para siempre' }).click();
  await page.getByLabelText('Motivo').fill('Lo pidió su madre');
  await button('Continuar').click();
  await expect.element(dialog()).toHaveTextContent('No se puede deshacer.');
  await confirm('Borrar para siempre');
  await expect.element(page.getByText('Se borró para siempre.')).toBeVisible();
  await expect.element(page.getByText('No hay nadie eliminado')).toBeVisible();
  expect(kept.erase.requests.map(({ body }) => body)).toEqual([{ motivo: 'Lo pidió su madre' }]);
});

test('on a phone the rows are cards, and a failed list can be retried', async () => {
  await onPhone();
  const kept = fakeDeleted(deletedPerson(), luz());
  const broken = breaking(kept.list);
  await open(kept, '', broken);
  await expect.element(page.getByText('Error al cargar los eliminados. Por favor, inténtalo de nuevo.')).toBeVisible();
  broken.mend();
  await button('Volver a intentar').click();
  await expectTexts(page.getByRole('heading', { level: 2 }), [SISA, 'LUZ PILCO']);
  await expectElementAccessible();
});
