import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showInstantMinute } from '#domain/calendar.ts';
import type { RoleName } from '#domain/roles.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking, inHealth, withoutPauses } from '../../../../tests/support/breaking.ts';
import { fakeHistory, journalEntry } from '../../../../tests/support/fake-history.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import {
  address,
  button,
  confirm,
  expectCount,
  expectTexts,
  goBack,
  pathOf,
} from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

beforeEach(withoutPauses);

const CONTROL = '0190e000-0000-7000-8000-000000000001';
const OTHER = '0190e000-0000-7000-8000-000000000002';
const sheet = () => page.getByRole('dialog');
const titles = () => sheet().getByRole('heading', { level: 3 });
const entryAt = (index: number) => sheet().getByRole('list').getByRole('listitem').nth(index);

const created = () => journalEntry({ accion: 'crear', cambios: [{ campo: 'hcu', antes: null, despues: '48213' }] });
const edited = () =>
  journalEntry({
    cambios: [
      { campo: 'celular', antes: '', despues: '0991112223' },
      { campo: 'discapacidad', antes: 'No', despues: 'Si' },
    ],
  });
const measured = (registro = CONTROL) =>
  journalEntry({
    accion: 'crear',
    tipo: 'control',
    registro,
    quien: null,
    cambios: [
      { campo: 'peso', antes: null, despues: 8.5 },
      { campo: 'fecha', antes: null, despues: '2026-11-20' },
    ],
  });

async function open(history: ReturnType<typeof fakeHistory>, search = '', role: RoleName = 'ROLE_BRIGADA') {
  const booklet = fakeBooklet('nino', {}, { control: [{ ...{}, _id: CONTROL, fecha: '2026-11-20', peso: 8.5 }] });
  await screenAt(`/ninos/${booklet.id}${search}`, role, inHealth(), history.fake, ...booklet.fakes);
  return booklet;
}

test('the history shows every change, newest first, field by field with the labels of the forms, and back closes it', async () => {
  const last = edited();
  const booklet = await open(fakeHistory('nino', created(), measured(), last));
  await button('Historial').click();
  await expectTexts(titles(), ['Editó · Información Personal', 'Creó · Control', 'Creó · Información Personal']);
  await expect.poll(address).toBe(`/ninos/${booklet.id}?historial=todo`);
  await expect.element(entryAt(0)).toHaveTextContent(`Rosa Yuquilema · ${showInstantMinute(last.cuando)}`);
  await expectTexts(entryAt(0).getByRole('term'), ['Discapacidad', 'Celular']);
  await expectTexts(entryAt(0).getByRole('definition'), ['antes: No, después: Sí', 'antes: N/A, después: 0991112223']);
  await expect.element(entryAt(1)).toHaveTextContent('El sistema');
  await expectTexts(entryAt(1).getByRole('definition'), ['20/11/2026', '8,50 kg']);
  await expectCount(page.getByRole('link', { name: 'Ver en auditoría' }), 0);
  await expectElementAccessible();
  goBack();
  await expectCount(sheet(), 0);
  expect(address()).toBe(`/ninos/${booklet.id}`);
  await expect.element(button('Historial')).toHaveFocus();
});

test("closing the history goes back in the browser's history, and after a reload it is open", async () => {
  const history = fakeHistory('nino', created());
  const booklet = await open(history);
  await button('Historial').click();
  await expect.element(sheet()).toBeVisible();
  await button('Cerrar historial').click();
  await expectCount(sheet(), 0);
  await expect.poll(address).toBe(`/ninos/${booklet.id}`);
  await open(history, '?historial=todo');
  await expectTexts(titles(), ['Creó · Información Personal']);
  await userEvent.keyboard('{Escape}');
  await expectCount(sheet(), 0);
  expect(pathOf()).toMatch(/^\/ninos\//);
});

test('the history loads twenty entries at a time and can be filtered by kind', async () => {
  const many = Array.from({ length: 25 }, () => edited());
  const history = fakeHistory('nino', measured(), ...many);
  await open(history, '?historial=todo');
  await expectCount(titles(), 20);
  await button('Ver más').click();
  await expectCount(titles(), 26);
  await expectCount(button('Ver más'), 0);
  await page.getByLabelText('Tipo de registro').selectOptions('Control');
  await expectTexts(titles(), ['Creó · Control']);
  expect(history.fake.requests.at(-1)?.query).toMatchObject({ tipo: 'control', limit: '20', offset: '0' });
});

test('the history of one record opens from its row and leads to the whole history', async () => {
  await open(fakeHistory('nino', created(), measured(OTHER), measured()), '?seccion=control');
  await button('Historial de este registro').click();
  await expect.element(sheet().getByRole('heading', { name: 'Historial de este registro' })).toBeVisible();
  await expectTexts(titles(), ['Creó · Control']);
  await expect.poll(address).toContain(`historial=${CONTROL}`);
  await button('Ver todo el historial').click();
  await expectCount(titles(), 3);
  goBack();
  await expectCount(sheet(), 0);
  await expect.poll(address).toMatch(/\?seccion=control$/);
});

test('the history works on a phone', async () => {
  await onPhone();
  await open(fakeHistory('nino', created(), measured()), '?seccion=control');
  await button('Historial de este registro').click();
  await expectTexts(titles(), ['Creó · Control']);
  await expectElementAccessible();
  await button('Cerrar historial').click();
  await expectCount(sheet(), 0);
  await button('Historial').click();
  await expectCount(titles(), 2);
});

describe('the open history is updated', () => {
  test('after an edit of the person', async () => {
    const history = fakeHistory('nino', created());
    await open(history);
    await button('Historial').click();
    await expectCount(titles(), 1);
    await button('Cerrar historial').click();
    await expectCount(sheet(), 0);
    await page.getByName('celular').fill('0991112223');
    history.add(edited());
    await button('Editar').click();
    await expect.element(page.getByText('¡Información Actualizada!')).toBeVisible();
    await button('Historial').click();
    await expectCount(titles(), 2);
  });

  test('after the deletion of a record', async () => {
    const history = fakeHistory('nino', measured());
    await open(history, '?seccion=control');
    await button('Historial').click();
    await expectCount(titles(), 1);
    await button('Cerrar historial').click();
    await expectCount(sheet(), 0);
    history.add(journalEntry({ accion: 'eliminar', tipo: 'control', registro: CONTROL }));
    await button(/^Eliminar registro/).click();
    await confirm('Eliminar');
    await expect.element(page.getByText('Éxito')).toBeVisible();
    await button('Historial').click();
    await expectTexts(titles(), ['Eliminó · Control', 'Creó · Control']);
  });
});

test('an edit without changes says so, long entries are collapsed, and an unknown field has a generic label', async () => {
  const cambios = Array.from({ length: 9 }, (_, index) => ({ campo: `columna${index}`, antes: null, despues: 'x' }));
  await open(fakeHistory('nino', journalEntry({ accion: 'crear', cambios }), journalEntry()), '?historial=todo');
  await expect.element(entryAt(0)).toHaveTextContent('Guardó sin cambios.');
  await page.getByText('Ver los 9 datos').click();
  await expectTexts(
    entryAt(1).getByRole('term'),
    Array.from({ length: 9 }, () => 'Otro dato'),
  );
});

test('an empty history shows a message, and a failed one only a retry button', async () => {
  await open(fakeHistory('nino'), '?historial=todo');
  await expect.element(sheet().getByText('Todavía no hay cambios')).toBeVisible();
  const history = fakeHistory('nino', created());
  const broken = breaking(history.fake);
  const booklet = fakeBooklet('nino');
  await screenAt(`/ninos/${booklet.id}?historial=todo`, 'ROLE_BRIGADA', inHealth(), broken, ...booklet.fakes);
  await expect.element(button(/^Volver a intentar/)).toBeVisible();
  await expectCount(titles(), 0);
  broken.mend();
  await button(/^Volver a intentar/).click();
  await expectTexts(titles(), ['Creó · Información Personal']);
});

test('an administrator gets a link to the journal of the person', async () => {
  const booklet = await open(fakeHistory('nino', created()), '?historial=todo', 'ROLE_ADMINISTRADOR');
  await page.getByRole('link', { name: 'Ver en auditoría' }).click();
  await expect.poll(address).toBe(`/admin/auditoria?persona=${booklet.id}`);
});
