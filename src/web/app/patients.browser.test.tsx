import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RECORDS } from '#domain/records/index.ts';
import { recordKeys } from '#web/lib/booklets/record-api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { Row } from '#web/lib/row.ts';
import { getSession } from '#web/lib/session.ts';
import { holding } from '../../../tests/support/answering.ts';
import { breaking, refusal } from '../../../tests/support/breaking.ts';
import { type FakeRecords, fakeBooklet, fakeRecords } from '../../../tests/support/fake-records.ts';
import {
  button,
  confirm,
  dialog,
  expectCount,
  expectTexts,
  goTo,
  isOnTop,
  option,
  pathOf,
} from '../../../tests/support/on-screen.ts';
import { REFUSAL } from '../../../tests/support/refusal.ts';
import { servedOptions } from '../../../tests/support/served-options.ts';
import { leave, screenAt } from '../../../tests/support/shown.tsx';

const PERSON =
  'hcu cedula nombres apellidos discapacidad telfdomicilio celular direccion zona provincia canton parroquia establecimiento';
const KINDS = [
  {
    record: RECORDS.nino,
    list: '/lista/ninos',
    add: '/ninos/add',
    panel: '/ninos/',
    fields: `${PERSON} cedulamadre fechanacimiento sexo nombrePadres`,
    name: 'SISA VALENTINA GUALÁN TENESACA',
    confirms: ['¿Estás seguro de eliminar la información?'],
    failed: 'Error al cargar niños. Por favor, inténtalo de nuevo.',
  },
  {
    record: RECORDS.mujer,
    list: '/lista/mujer',
    add: '/mujer/add',
    panel: '/mujer/',
    fields: PERSON,
    name: 'LUZ MARÍA TENESACA PILCO',
    confirms: ['¿Estás seguro?', 'Una vez eliminada, no podrás recuperar esta información.'],
    failed: 'Error al cargar mujeres. Por favor, inténtalo de nuevo.',
  },
] as const;

const named = (name: string) => page.getByName(name);
const detail = () => page.getByRole('combobox', { name: 'Detalle Discapacidad' });

describe.each(KINDS)('$record.key', ({ record, list, add, panel, fields, name, confirms, failed }) => {
  const { key } = record;
  const adding = (kept: FakeRecords, ...first: FakeRecords['fakes']) =>
    screenAt(add, 'ROLE_BRIGADA', ...first, ...kept.fakes, ...servedOptions());
  const open = async (booklet: ReturnType<typeof fakeBooklet>, section = '', ...first: FakeRecords['fakes']) =>
    screenAt(`${panel}${booklet.id}${section}`, 'ROLE_BRIGADA', ...first, ...booklet.fakes);

  // proves 8.9, 8.10
  test('a list that fails to load shows its message', async () => {
    const kept = fakeRecords(record);
    await screenAt(list, 'ROLE_BRIGADA', breaking(kept.list, refusal()), ...kept.fakes);
    await expect.element(page.getByText(failed)).toBeVisible();
  });

  // proves 2.121-2.136, 2.141, 4.15, 4.18
  test('the form has every field, the detail of a disability and the cantons of a province', async () => {
    await adding(fakeRecords(record));
    for (const id of fields.split(' ')) await expect.element(page.getById(id), { message: id }).toBeVisible();
    await expect.element(button('Guardar')).toBeVisible();
    await expectCount(detail(), 0);
    await page.getByText('Sí', { exact: true }).click();
    await expect.element(page.getById('detalleDiscapacidad')).toBeVisible();
    for (const [province, cantons, first] of [
      ['AZUAY', 15, 'CUENCA'],
      ['CARCHI', 6, 'TULCÁN'],
    ] as const) {
      await page.getById('provincia').fill(province);
      await option(province).click();
      await page.getById('canton').click();
      await expectCount(page.getByRole('option'), cantons);
      await option(first).click();
      await expect.element(page.getById('canton')).toHaveValue(first);
    }
    // Manabí has a canton of this name too.
    await page.getById('canton').click();
    await option('BOLÍVAR').click();
    await page.getById('provincia').fill('MANABÍ');
    await option('MANABÍ').click();
    await expect.element(page.getById('canton'), { message: 'of another province' }).toHaveValue('');
    await page.getById('provincia').fill('');
    await userEvent.tab();
    await expect.element(page.getById('provincia')).toHaveValue('');
    await expect.element(page.getById('canton'), { message: 'of no province' }).toHaveValue('');
  });

  // proves 1.1, 2.76, 2.106, 4.16, 5.24, 8.20, 8.21
  test('the form reports missing values, keeps its input when the server refuses, and clears a hidden detail', async () => {
    const kept = fakeRecords(record);
    const create = breaking(kept.create, refusal());
    await adding(kept, create);
    await button('Guardar').click();
    const required = Object.values(record.fields).filter((field) => 'required' in field && field.required).length;
    await expectCount(page.getByText('Este campo es obligatorio', { exact: true }), required);
    for (const field of ['hcu', 'cedula', 'nombres', 'apellidos'])
      await named(field).fill(`${field.slice(0, 4)} ñandú`);
    if (key === 'nino') await named('cedulamadre').fill('P-1');
    await page.getByText('Sí', { exact: true }).click();
    await detail().click();
    await option('Visual').click();
    await page.getByText('No', { exact: true }).click();
    await expectCount(detail(), 0);
    await button('Guardar').click();
    const alert = page.getByRole('alert').filter({ hasText: 'Hubo un error al guardar la información.' });
    await expect.element(alert).toBeVisible();
    await expect.element(alert.getByRole('listitem')).toHaveTextContent(REFUSAL);
    expect(named('nombres').element()).toHaveProperty('value', expect.stringMatching(/ñandú/i));
    create.mend();
    await button('Guardar').click();
    await expect.poll(pathOf).toBe(list);
    expect(create.requests.at(-1)?.body?.detalleDiscapacidad ?? '').toBe('');
    expect(create.requests.at(-1)?.body).toHaveProperty('createdBy', getSession()?._id);
    await expect.element(page.getByText('NOMB ÑANDÚ').first()).toBeVisible();
  });

  test('leaving with unsaved changes asks first', async () => {
    await adding(fakeRecords(record));
    await named('nombres').fill('A medias');
    await page.getByRole('link', { name: 'Volver' }).click();
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expectCount(dialog(), 0);
    expect(named('nombres').element()).toHaveProperty('value', expect.stringMatching(/a medias/i));
    expect(pathOf()).toBe(add);
  });

  // proves 2.77, 2.78, 2.107, 2.119, 2.120, 2.139, 2.140
  test('the edit form has the name in capitals as heading and is sent with Editar', async () => {
    await open(fakeBooklet(key));
    const form = page.getByRole('form', { name, exact: true });
    await expect.element(form.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect.element(button('Editar', form)).toBeVisible();
    await expectCount(page.getByText('Panel de Mujeres'), key === 'mujer' ? 1 : 0);
    await expect.element(form.getByName('hcu')).toHaveValue(String(record.example.hcu));
    await button('Opciones').click();
    await expectTexts(page.getByRole('menuitem'), ['Generar PDF', 'Eliminar']);
  });

  // proves 2.138, 5.26, 5.27, 8.16, 8.17, 8.19, 8.61, 8.63
  test('editing succeeds, fails and conflicts with another account without losing input', async () => {
    const booklet = fakeBooklet(key);
    const kept = booklet.of(key);
    const replace = breaking(kept.replace, refusal());
    await open(booklet, '', replace);
    await named('celular').fill('0991111111');
    await button('Editar').click();
    const alert = page.getByRole('alert').filter({ hasText: 'Hubo un error al actualizar la información.' });
    await expect.element(alert.getByText('Error', { exact: true })).toBeVisible();
    await expect.element(alert.getByRole('listitem')).toHaveTextContent(REFUSAL);
    replace.mend();
    await button('Editar').click();
    await expect.element(page.getByText('¡Información Actualizada!')).toBeVisible();
    await expect.element(page.getByText(String(record.messages.updated))).toBeVisible();
    await expectCount(page.getByText('Hubo un error al actualizar la información.'), 0);
    // The form continues from the saved row; then another account saves, which must not be loaded before the input.
    const shown = () => queryClient.getQueryData<Row>(recordKeys.one(record, booklet.id))?.version;
    await expect.poll(shown).toBe(kept.rows[0]?.version);
    await named('celular').fill('0992222222');
    const [now] = kept.rows;
    if (now) kept.rows[0] = { ...now, version: now.version + 1, ...{ direccion: 'OTRA PERSONA' } };
    await button('Editar').click();
    await expect.element(page.getByText(/Otra persona cambió esta información/)).toBeVisible();
    await expect.element(named('celular')).toHaveValue('0992222222');
    await button('Cargar los datos actuales').click();
    await expect.element(named('direccion')).toHaveValue('OTRA PERSONA');
    await expect.element(named('celular')).toHaveValue('0992222222');
    expect(kept.rows[0]).toMatchObject({ direccion: 'OTRA PERSONA', celular: '0991111111' });
    await expectCount(page.getByText(/Otra persona guardó/), 0);
    // Both edited the same field: what would be overwritten is shown at the field.
    const [later] = kept.rows;
    if (later) kept.rows[0] = { ...later, version: later.version + 1, ...{ celular: '0993333333' } };
    await button('Editar').click();
    await button('Cargar los datos actuales').click();
    await expect.element(named('celular')).toHaveValue('0992222222');
    await expect.element(page.getByText('Otra persona guardó: 0993333333. Si guardas, queda lo tuyo.')).toBeVisible();
    await button('Editar').click();
    await expect.element(page.getByText('¡Información Actualizada!')).toBeVisible();
    await expectCount(page.getByText(/Otra persona guardó/), 0);
    // The notice of the first edit may still be on the screen.
    await expect.poll(() => kept.rows[0]).toMatchObject({ celular: '0992222222' });
  });

  test('what was typed stays although the booklet was handed over or deleted meanwhile; a page without changes says that it is gone', async () => {
    const booklet = fakeBooklet(key);
    const kept = booklet.of(key);
    const goes = async () => {
      const rows = kept.rows.splice(0);
      await queryClient.refetchQueries({ queryKey: recordKeys.one(record, booklet.id) });
      return () => kept.rows.push(...rows);
    };
    await open(booklet);
    await named('celular').fill('0991111111');
    const comesBack = await goes();
    const notice = page.getByRole('alert').filter({ hasText: 'Lo que escribiste sigue aquí' });
    await expect.element(notice).toBeVisible();
    await expect.element(named('celular')).toHaveValue('0991111111');
    await button('Editar').click();
    await expect.element(page.getByRole('alert').filter({ hasText: 'Error' })).toBeVisible();
    await expect.element(named('celular')).toHaveValue('0991111111');
    comesBack();
    await queryClient.refetchQueries({ queryKey: recordKeys.one(record, booklet.id) });
    await expectCount(notice, 0);
    await button('Editar').click();
    await expect.element(page.getByText('¡Información Actualizada!')).toBeVisible();
    expect(kept.rows[0]).toMatchObject({ celular: '0991111111' });
    await goes();
    await expect.element(page.getByRole('heading', { name: /^No encontramos a esta/ })).toBeVisible();
    await expectCount(named('celular'), 0);
  });

  test('a refused save of a booklet that was handed over shows at once that it is gone', async () => {
    const booklet = fakeBooklet(key);
    await open(booklet);
    await named('celular').fill('0991111111');
    booklet.of(key).rows.splice(0);
    await button('Editar').click();
    await expect.element(page.getByRole('alert').filter({ hasText: 'Lo que escribiste sigue aquí' })).toBeVisible();
    await expect.element(named('celular')).toHaveValue('0991111111');
  });

  test('a saved person whose answer comes after the account signed out is not kept', async () => {
    const booklet = fakeBooklet(key);
    const { replace } = booklet.of(key);
    const { answer } = replace;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await open(booklet, '', { ...replace, answer: (request) => held.then(() => answer(request)) });
    await named('celular').fill('0991111111');
    await button('Editar').click();
    await expect.poll(() => replace.requests.length).toBe(1);
    await leave();
    const refreshing = vi.spyOn(queryClient, 'invalidateQueries');
    release();
    // The last step of a save.
    await expect.poll(() => refreshing.mock.calls.length).toBeGreaterThan(0);
    expect(queryClient.getQueryData(recordKeys.one(record, booklet.id))).toBeUndefined();
  });

  test.each([
    [360, 740],
    [740, 360],
    [1280, 800],
  ])('a refused edit shows the whole message at %d×%d, not under the cover', async (width, height) => {
    await page.viewport(width, height);
    const booklet = fakeBooklet(key);
    await open(booklet, '', breaking(booklet.of(key).replace, refusal()));
    await named('celular').fill('0991111111');
    await button('Editar').click();
    const alert = page.getByRole('alert').filter({ hasText: 'Hubo un error al actualizar la información.' });
    for (const text of ['Error', 'Hubo un error al actualizar la información.', REFUSAL])
      await expect.poll(() => isOnTop(alert.getByText(text).first()), { message: text }).toBe(true);
  });

  // proves 4.14, 8.14, 8.15, 8.59, 8.60, 8.68, 8.69
  test('deleting asks first, may fail, and returns to the list', async () => {
    const booklet = fakeBooklet(key);
    const remove = breaking(booklet.of(key).remove, refusal());
    await open(booklet, '', remove);
    const ask = async () => {
      await button('Opciones').click();
      await page.getByRole('menuitem', { name: /Eliminar/ }).click();
      for (const text of confirms) await expect.element(dialog()).toHaveTextContent(text);
      await expect.element(button('Cancelar', dialog())).toHaveFocus();
    };
    await ask();
    await confirm('Cancelar');
    expect(remove.requests).toHaveLength(0);
    await ask();
    await confirm('Eliminar');
    const alert = page.getByRole('alert').filter({ hasText: 'Hubo un error al eliminar la información.' });
    await expect.element(alert.getByText('Error', { exact: true })).toBeVisible();
    await expect.element(page.getByText(REFUSAL).first()).toBeVisible();
    remove.mend();
    await open(booklet, '', remove);
    await ask();
    await confirm('Eliminar');
    await expect.poll(pathOf).toBe(list);
    await expect.element(page.getByText('¡Información Eliminada!')).toBeVisible();
  });

  test('a deletion that is answered after another screen was opened does not leave it', async () => {
    const booklet = fakeBooklet(key);
    const remove = holding(booklet.of(key).remove);
    await open(booklet, '', remove);
    await button('Opciones').click();
    await page.getByRole('menuitem', { name: /Eliminar/ }).click();
    await confirm('Eliminar');
    await expect.poll(() => remove.requests.length).toBe(1);
    await expect.element(button('Eliminar', dialog())).toHaveAttribute('data-loading');
    goTo('/ayuda');
    await expectCount(dialog(), 0);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Ayuda' })).toBeVisible();
    remove.release();
    await expect.element(page.getByText('¡Información Eliminada!')).toBeVisible();
    expect(pathOf()).toBe('/ayuda');
  });

  test('a person who is deleted while her form is edited leaves no draft', async () => {
    const booklet = fakeBooklet(key);
    await open(booklet);
    await named('celular').fill('0991111111');
    const drafts = () => Object.keys(localStorage).filter((name) => name.includes(booklet.id));
    await expect.poll(() => drafts().length).toBe(1);
    await button('Opciones').click();
    await page.getByRole('menuitem', { name: /Eliminar/ }).click();
    await confirm('Eliminar');
    await expect.poll(pathOf).toBe(list);
    await expectCount(named('celular'), 0);
    await expect.poll(drafts).toEqual([]);
  });
});
