import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CATALOGS } from '#domain/catalogs.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking, DETAIL } from '../../../../tests/support/breaking.ts';
import { allOptions, fakeOptions } from '../../../../tests/support/fake-options.ts';
import { button, expectCount, form, readNotice } from '../../../../tests/support/on-screen.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

const lines = () => page.getById('lineas');
const submit = () => button('Agregar', form()).click();
const report = () => page.getByRole('region', { name: 'Resultado' });
const option = (value: string) => page.getByRole('row').filter({ has: button(`Editar ${value}`) });

async function open(values: readonly string[]) {
  const kept = fakeOptions(CATALOGS.establecimiento, values);
  const createMany = breaking(kept.createMany, 500, false);
  const path = '/formularios?lista=establecimiento';
  await screenAt(path, 'ROLE_ADMINISTRADOR', createMany, ...kept.all, ...allOptions());
  await button('Agregar varios').click();
  return createMany;
}

test('pasted lines are counted, sent and reported', async () => {
  const createMany = await open(['Centro Colta']);
  await expect.element(lines()).toHaveFocus();
  await submit();
  await expect.element(form().getByText('Este campo es obligatorio')).toBeVisible();
  await lines().fill(`Puesto\n${'x'.repeat(201)}`);
  await submit();
  await expect.element(form().getByText(/«x+…»: No debe tener más de 200 caracteres/)).toBeVisible();
  expect(createMany.requests).toEqual([]);
  await lines().fill('Puesto Ñamarín, Loja\n\nCENTRO COLTA\n  puesto namarin, loja');
  await expect.element(page.getByText('Se enviarán 2 líneas; 1 repetida se omite.')).toBeVisible();
  createMany.break();
  await submit();
  await readNotice('Error', 'Hubo un error al guardar la información de Establecimiento.', DETAIL);
  createMany.mend();
  await submit();
  await expect.element(report()).toHaveTextContent('¡Información Guardada!');
  await expect.element(report()).toHaveTextContent('Se agregaron 1 y 1 ya estaban en la lista.');
  await report().getByText('Agregados (1)').click();
  await expect.element(report().getByText('Puesto Ñamarín, Loja')).toBeVisible();
  await report().getByText('Ya estaban en la lista (1)').click();
  await expect.element(report().getByText('CENTRO COLTA')).toBeVisible();
  await expectElementAccessible();
  await expect.element(option('Puesto Ñamarín, Loja')).toBeVisible();
  await button('Cerrar', report()).click();
  await expectCount(report(), 0);
});

test('a CSV file is sent in several requests', async () => {
  const createMany = await open([]);
  const names = Array.from({ length: 2500 }, (_, place) => `"Puesto ""${place}"", Guamote";06${place};Chimborazo`);
  const choose = page.getBySelector('input[type=file]');
  await choose.upload(new File(['PK\u0003\u0000'], 'libro.csv', { type: 'text/csv' }));
  await expect.element(form().getByText('El archivo no es de texto.')).toBeVisible();
  const text = `\ufeffNombre;Código;Provincia\r\n${names.join('\r\n')}`;
  await choose.upload(new File([text], 'lista.csv', { type: 'text/csv' }));
  await expect.element(page.getByText(/^Se enviarán 2.500 líneas\.$/)).toBeVisible();
  await submit();
  await expect.element(report()).toHaveTextContent('Se agregaron 2.500 y 0 ya estaban en la lista.');
  expect(createMany.requests.map(({ body }) => body.lineas)).toHaveLength(2);
  await page.getByLabelText('Buscar en la lista').fill('2499');
  await expect.element(option('Puesto "2499", Guamote')).toBeVisible();
});
