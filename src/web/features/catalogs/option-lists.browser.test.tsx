import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CATALOGS, type CatalogDefinition } from '#domain/catalogs.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking, DETAIL } from '../../../../tests/support/breaking.ts';
import { allOptions, fakeOptions } from '../../../../tests/support/fake-options.ts';
import {
  address,
  button,
  confirm,
  dialog,
  expectCount,
  form,
  goTo,
  pressTwice,
  readNotice,
} from '../../../../tests/support/on-screen.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

const LISTS: readonly CatalogDefinition[] = Object.values(CATALOGS);

const optionRow = (value: string) => page.getByRole('row').filter({ has: button(`Editar ${value}`) });
const addButton = () => button('Agregar opción');

const CASES = {
  text: ['Ñandú «prueba»', 'Ábaco de prueba'],
  number: ['9', '10'],
} as const;

async function listOf(catalog: CatalogDefinition) {
  const kept = fakeOptions(catalog);
  const [create, replace, remove] = [breaking(kept.create), breaking(kept.replace), breaking(kept.remove)];
  const path = `/formularios?lista=${catalog.key}`;
  await screenAt(path, 'ROLE_ADMINISTRADOR', create, replace, remove, kept.list, ...allOptions());
  await expect.element(addButton()).toBeVisible();
  return { create, replace, remove, path, input: form().getByRole('textbox', { name: catalog.label }) };
}

// proves 1.12, 2.189-2.192, 4.25-4.33, 8.44-8.52, 8.73-8.75
test.each(LISTS)('$key: an option is added, edited and deleted, with every message', async (catalog) => {
  const { entity, field, kind } = catalog;
  const [first, second] = CASES[kind === 'number' ? 'number' : 'text'];
  const { create, replace, remove, path, input } = await listOf(catalog);

  await addButton().click();
  await input.fill(first);
  const submit = button('Agregar', form());
  await submit.click();
  await readNotice('Error', `Hubo un error al guardar la información de ${entity}.`, DETAIL);
  await expect.element(input).toHaveValue(first);
  create.mend();
  create.requests.length = 0;
  await pressTwice(submit);
  await readNotice('¡Información Guardada!', `La información de ${entity} ha sido guardada correctamente.`);
  const sent = { [field]: kind === 'number' ? 9 : first, _id: expect.stringMatching(/^[0-9a-f-]{36}$/) };
  expect(create.requests.map(({ body }) => body)).toEqual([sent]);
  await expectCount(form(), 0);

  goTo(`${path}&q=${encodeURIComponent(first)}`);
  await button(`Editar ${first}`).click();
  await input.fill(second);
  await button('Guardar Cambios', form()).click();
  await readNotice('Error', `Hubo un error al editar la información de ${entity}.`, DETAIL);
  replace.mend();
  await button('Guardar Cambios', form()).click();
  await readNotice('¡Información Actualizada!', `La información de ${entity} ha sido actualizada correctamente.`);
  await expectCount(form(), 0);

  const deletion = button(`Eliminar ${second}`);
  await deletion.click();
  await expect.element(dialog()).toHaveTextContent('¿Estás seguro?');
  await expect.element(dialog()).toHaveTextContent('Una vez eliminado, no podrás recuperar este registro.');
  await confirm('Eliminar');
  await readNotice('Error', `Hubo un error al eliminar la información de ${entity}.`, DETAIL);
  remove.mend();
  await deletion.click();
  await confirm('Eliminar');
  await readNotice('¡Información Eliminada!', `La información de ${entity} ha sido eliminada correctamente.`);
  await expectCount(deletion, 0);
});

/** All lists share a screen, so bounds and cancelling are tested on one list of each kind. */
const ONE_OF_EACH_KIND = [...new Map(LISTS.map((catalog) => [catalog.kind, catalog])).values()];

test.each(ONE_OF_EACH_KIND)(
  '$key: an invalid value is not sent, and after cancelling the focus returns',
  async (catalog) => {
    const number = catalog.kind === 'number';
    const [first, second] = CASES[number ? 'number' : 'text'];
    const { create, replace, path, input } = await listOf(catalog);
    const submit = button('Agregar', form());
    await expectCount(form(), 0);

    // Nothing is saved without a value; Cancelar hides the form.
    await addButton().click();
    await expect.element(input).toHaveFocus();
    await submit.click();
    await expect.element(form().getByText('Este campo es obligatorio')).toBeVisible();
    await input.fill(number ? '11' : 'x'.repeat(201));
    const refusal = number ? 'Debe estar entre 1 y 10' : 'No debe tener más de 200 caracteres';
    await expect.element(form().getByText(refusal)).toBeVisible();
    if (number) {
      // A comma is a number too.
      await input.fill('1,5');
      await expect.element(form().getByText('Debe ser un número entero')).toBeVisible();
    }
    await button('Cancelar', form()).click();
    await expectCount(form(), 0);
    await expect.element(addButton()).toHaveFocus();
    expect(create.requests).toEqual([]);

    // A duplicate is refused.
    create.mend();
    await addButton().click();
    await expect.element(input).toHaveValue('');
    await input.fill(first);
    await submit.click();
    await readNotice('¡Información Guardada!');
    await expectCount(form(), 0);
    await addButton().click();
    await input.fill(number ? first : first.toUpperCase());
    await submit.click();
    await expect.element(form().getByText('Esta opción ya existe en la lista')).toBeVisible();
    await readNotice('Error', 'Esta opción ya existe en la lista');
    await button('Cancelar', form()).click();

    // A failed edit can be cancelled.
    goTo(`${path}&q=${encodeURIComponent(first)}`);
    await button(`Editar ${first}`).click();
    await expect.element(input).toHaveValue(first);
    await expect.element(optionRow(first)).toHaveTextContent('en edición');
    await input.fill(second);
    await button('Guardar Cambios', form()).click();
    await readNotice('Error', DETAIL);
    replace.mend();
    await button('Cancelar', form()).click();
    await expectCount(form(), 0);
    await expect.element(optionRow(first)).not.toHaveTextContent('en edición');
    await button(`Editar ${first}`).click();
    await expect.element(input).toHaveValue(first);
    await input.fill(second);
    await button('Guardar Cambios', form()).click();
    // The search no longer matches it, so the list shows its own page.
    await expect.element(optionRow(second)).toBeVisible();
    expect(address()).not.toMatch(/[?&]q=/);

    const deletion = button(`Eliminar ${second}`);
    await deletion.click();
    await confirm('Cancelar');
    await expect.element(deletion).toHaveFocus();
  },
);

test('unsaved input is not lost without a question', async () => {
  await screenAt('/formularios?lista=discapacidad', 'ROLE_ADMINISTRADOR', ...allOptions());
  const input = form().getByRole('textbox');
  const other = page.getByRole('link', { name: /Trimestres de ETMI/ });
  await addButton().click();
  await input.fill('A medias');
  await other.click();
  await button('Seguir aquí').click();
  await button('Editar Auditiva').click();
  await button('Seguir aquí').click();
  await expect.element(input).toHaveValue('A medias');
  await other.click();
  await button('Salir sin guardar').click();
  await expect.element(page.getByRole('heading', { level: 2, name: CATALOGS.etmitrimestre.title })).toBeVisible();
  await expectCount(form(), 0);
});

test('deleting another option leaves the form as it is', async () => {
  const { remove } = await listOf(CATALOGS.discapacidad);
  remove.mend();
  const input = form().getByRole('textbox');
  await addButton().click();
  await input.fill('A medias');
  await button('Eliminar Auditiva').click();
  await confirm('Eliminar');
  await readNotice('¡Información Eliminada!');
  await expectCount(button('Eliminar Auditiva'), 0);
  await expect.element(input).toHaveValue('A medias');
});

test.each([1280, 360])('the list is accessible and fits at %i px, also while an option is edited', async (width) => {
  await page.viewport(width, 740);
  await listOf(CATALOGS.vacunaclasificacionninio);
  await expect.element(button('Editar 2 meses')).toBeVisible();
  await expectElementAccessible();
  await button('Editar 2 meses').click();
  await expect.element(form()).toBeVisible();
  await expectElementAccessible();
});

test('on a phone another list can be chosen, and the form for many options is accessible', async () => {
  await page.viewport(360, 740);
  await listOf(CATALOGS.vacunaclasificacionninio);
  await page.getByLabelText('Lista', { exact: true }).selectOptions('establecimiento');
  await expect
    .element(page.getByRole('heading', { level: 2, name: 'Establecimientos de Salud', exact: true }))
    .toBeVisible();
  await button('Agregar varios').click();
  await expect.element(page.getById('lineas')).toBeVisible();
  await expectElementAccessible();
});
