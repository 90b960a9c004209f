import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { erasePerson } from '#domain/calls/journal.ts';
import { AppError } from '#domain/errors.ts';
import { refusing } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking, inHealth, withoutPauses } from '../../../../tests/support/breaking.ts';
import { catchDownloads } from '../../../../tests/support/downloads.ts';
import { fakeDeleted, servedExport } from '../../../../tests/support/fake-deleted.ts';
import { fakeCustody } from '../../../../tests/support/fake-handovers.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import {
  button,
  confirm,
  dialog,
  expectCount,
  expectTexts,
  goTo,
  pathOf,
  readNotice,
} from '../../../../tests/support/on-screen.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

beforeEach(withoutPauses);

const NAME = 'LUZ MARÍA TENESACA PILCO';
const item = (name: string) => page.getByRole('menuitem', { name });
const reason = () => page.getByLabelText('Motivo');

async function open(...first: Parameters<typeof screenAt>[2][]) {
  const booklet = fakeBooklet('mujer');
  await screenAt(`/mujer/${booklet.id}`, 'ROLE_ADMINISTRADOR', inHealth(), ...first, ...booklet.fakes);
  return booklet;
}

test('only an administrator sees the actions beyond the specification', async () => {
  const booklet = await open();
  await button('Opciones').click();
  await expectTexts(page.getByRole('menuitem'), [
    'Generar PDF',
    'Traspasar',
    'Renovar código',
    'Eliminar',
    'Descargar todos sus datos',
    'Borrar para siempre',
  ]);
  await expectElementAccessible();
  await screenAt(`/mujer/${booklet.id}`, 'ROLE_SUPERVISOR', ...booklet.fakes);
  await button('Opciones').click();
  await expectTexts(page.getByRole('menuitem'), ['Generar PDF', 'Traspasar', 'Renovar código', 'Eliminar']);
});

test('the export becomes a file, or a notice reports the failure', async () => {
  const files = catchDownloads();
  const broken = breaking(servedExport(), new AppError('unavailable'));
  const booklet = await open(broken);
  await button('Opciones').click();
  await item('Descargar todos sus datos').click();
  await readNotice('No se pudieron descargar los datos', 'No se puede acceder a la información en este momento.');
  broken.mend();
  await button('Opciones').click();
  await item('Descargar todos sus datos').click();
  await readNotice('Datos descargados', 'Se descargó datos-0603714026.json.');
  const content = JSON.parse((await files.get('datos-0603714026.json')) ?? '');
  expect(content).toMatchObject({ _id: booklet.id, registros: { control: [{ peso: 8.5 }] } });
});

test('erasing asks for a reason and a confirmation, may fail, and leads to the list', async () => {
  const { erase } = fakeDeleted();
  const booklet = await open(erase);
  await button('Opciones').click();
  await item('Borrar para siempre').click();
  await expect.element(reason()).toHaveFocus();
  await expect.element(page.getByRole('dialog')).toHaveTextContent(NAME);
  await expectElementAccessible();
  await button('Continuar').click();
  await expect.element(page.getByText('Escribe el motivo')).toBeVisible();
  await reason().fill('Lo pidió ella');
  await button('Continuar').click();
  await expect.element(dialog()).toHaveTextContent(`${NAME} Se borrarán sus datos, todos sus registros`);
  await expect.element(dialog()).toHaveTextContent('No se puede deshacer.');
  await expect.element(button('Cancelar', dialog())).toHaveFocus();
  await confirm('Cancelar');
  expect(erase.requests).toEqual([]);
  // The reason is still there after a cancelled confirmation.
  await expect.element(reason()).toHaveValue('Lo pidió ella');
  await button('Continuar').click();
  await confirm('Borrar para siempre');
  await expect.poll(pathOf).toBe('/lista/mujer');
  await expect.element(page.getByText('Se borró para siempre.')).toBeVisible();
  expect(erase.requests).toEqual([
    expect.objectContaining({ params: { id: booklet.id }, body: { motivo: 'Lo pidió ella' } }),
  ]);
});

test('a refusal is shown in the dialog, and nothing is lost', async () => {
  const booklet = await open(refusing(erasePerson, new AppError('unavailable')));
  await button('Opciones').click();
  await item('Borrar para siempre').click();
  await reason().fill('Lo pidió ella');
  await button('Continuar').click();
  await confirm('Borrar para siempre');
  await expect.element(page.getByRole('dialog').getByRole('alert')).toHaveTextContent('No se puede acceder');
  await expect.element(reason()).toHaveValue('Lo pidió ella');
  // Escape in a question leaves the form below it open.
  await button('Continuar').click();
  await expect.element(dialog()).toHaveTextContent('¿Borrar para siempre?');
  await userEvent.keyboard('{Escape}');
  await expectCount(dialog(), 0);
  await userEvent.keyboard('{Escape}');
  await confirm('Salir sin guardar');
  await expectCount(page.getByRole('dialog'), 0);
  expect(pathOf()).toBe(`/mujer/${booklet.id}`);
});

test.each(['Traspasar', 'Borrar para siempre'])(
  'the dialog «%s» asks only about what was typed in it, and a form below it keeps its own warning',
  async (name) => {
    const booklet = await open(...fakeCustody([]).all);
    await page.getByName('celular').fill('0991111111');
    const openDialog = async () => {
      await button('Opciones').click();
      await item(name).click();
      await expect.element(reason()).toBeVisible();
    };
    await openDialog();
    await userEvent.keyboard('{Escape}');
    await expectCount(page.getByRole('dialog'), 0);
    expect(dialog().elements()).toEqual([]);

    await openDialog();
    await reason().fill('Lo pidió ella');
    await userEvent.keyboard('{Escape}');
    await confirm('Salir sin guardar');
    await expectCount(page.getByRole('dialog'), 0);
    goTo('/registros');
    await expect.element(dialog()).toHaveTextContent('¿Salir sin guardar?');
    await confirm('Seguir aquí');
    expect(pathOf()).toBe(`/mujer/${booklet.id}`);
  },
);
