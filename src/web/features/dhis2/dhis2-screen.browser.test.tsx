import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rehearseMapping, saveMapping } from '#domain/calls/dhis2.ts';
import { AGGREGATE_KEYS } from '#domain/dhis2/aggregates.ts';
import { AppError } from '#domain/errors.ts';
import { NOT_TEXT_FILE } from '#web/lib/decode-text.ts';
import { answering, refusing } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { address, button, expectCount, form, main, readNotice, searchOf } from '../../../../tests/support/on-screen.ts';
import { servedDhis2 } from '../../../../tests/support/served-dhis2.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

const COLTA = { clave: '0603', nombre: 'COLTA', provincia: 'CHIMBORAZO', controles: 1200 };
const GUANO = { clave: '0607', nombre: 'GUANO', provincia: 'CHIMBORAZO', controles: 30 };
const NOWHERE = { clave: '', nombre: '', provincia: '', controles: 4 };
const PLACES = {
  canton: [COLTA, GUANO, NOWHERE],
  establecimiento: [{ clave: 'centro colta', nombre: 'Centro Colta', provincia: '', controles: 1234 }],
};
const EVERY_ELEMENT = Object.fromEntries(AGGREGATE_KEYS.map((key) => [`elemento ${key}`, `LIB_${key}`]));
const ALL = {
  ...EVERY_ELEMENT,
  'canton 0603': 'EC0603',
  'canton 0607': 'EC0607',
  'establecimiento centro colta': 'CC',
};

const figuresAt = (search: string, served: ReturnType<typeof servedDhis2>) =>
  screenAt(`/exportar/dhis2${search}`, 'ROLE_ADMINISTRADOR', ...served.all);
const codesAt = (search: string, served: ReturnType<typeof servedDhis2>, ...more: ReturnType<typeof answering>[]) =>
  screenAt(`/exportar/dhis2/codigos${search}`, 'ROLE_ADMINISTRADOR', ...served.all, ...more);
const text = (words: string | RegExp) => main().getByText(words, { exact: typeof words === 'string' });

test('without codes nothing is sent and nothing can be downloaded', async () => {
  await figuresAt('?periodo=202610', servedDhis2(PLACES));
  await expect.element(text(/^Todavía no se envía nada\./)).toBeVisible();
  await expect.element(text(/no se envían: 19 datos y 3 cantones\./)).toBeVisible();
  for (const name of ['Descargar JSON', 'Descargar CSV']) await expect.element(button(name)).toBeDisabled();
  await expect.element(text('Octubre de 2026').first()).toBeVisible();
});

test('the figures say what is sent, by quarter and by establishment too', async () => {
  const served = servedDhis2(PLACES, ALL);
  await figuresAt('?periodo=202610', served);
  await expect.element(text(/^Se envían 38 valores: 19 datos de 2 cantones\./)).toBeVisible();
  await expect.element(text('1.234')).toBeVisible();
  await expect.element(button('Descargar CSV')).toBeEnabled();
  await page.getById('cada').getByText('Trimestre', { exact: true }).click();
  await page.getById('nivel').getByText('Establecimiento', { exact: true }).click();
  await expect.element(text(/19 datos de 1 establecimiento\./)).toBeVisible();
  expect(searchOf()).toMatchObject({ nivel: 'establecimiento', periodo: expect.stringMatching(/^20\d\dQ[1-4]$/) });
});

test('a place without a code is found, gets one, and is sent', async () => {
  const served = servedDhis2(PLACES, { ...EVERY_ELEMENT, 'canton 0603': 'EC0603' });
  await figuresAt('?periodo=202610', served);
  await page.getById('mostrar').getByText('Sin código', { exact: true }).click();
  await expectCount(text('COLTA'), 0);
  await text('GUANO').click();
  await button('Poner código de GUANO').click();
  const code = page.getByRole('textbox', { name: /^Código de GUANO/ });
  await code.fill('=1+1');
  await button('Guardar', form()).click();
  await expect.element(form().getByText(/El código debe empezar con una letra/)).toBeVisible();
  expect(served.save.requests).toEqual([]);
  await code.fill(' EC-0607 ');
  await button('Guardar', form()).click();
  await readNotice('¡Información Actualizada!', 'Se guardaron 1 códigos.');
  const cambios = [{ tipo: 'canton', clave: '0607', antes: '', codigo: 'EC-0607' }];
  expect(served.save.requests).toMatchObject([{ body: { cambios } }]);
  await expect.element(text(/^Se envían 38 valores/)).toBeVisible();
  await text('Sin cantón').click();
  await expect.element(text(/Estas personas no tienen un lugar/)).toBeVisible();
});

test('a month without figures says so', async () => {
  await figuresAt('?periodo=201601', servedDhis2({}));
  await expect.element(text('No hay cifras en este período')).toBeVisible();
});

test('an address with a period that does not exist shows the last complete month', async () => {
  const served = servedDhis2(PLACES);
  await figuresAt('?periodo=999999&nivel=mundo', served);
  await expect.element(text(/^Todavía no se envía nada\./)).toBeVisible();
  expect(served.figures.requests).toMatchObject([
    { query: { periodo: expect.stringMatching(/^20\d{4}$/), nivel: 'canton' } },
  ]);
});

test('the table of codes is searched by name, province and code', async () => {
  await codesAt('?lista=canton', servedDhis2(PLACES, ALL));
  await expect.element(text(/2 de 3 cantones con código\./)).toBeVisible();
  const search = page.getByRole('textbox', { name: 'Buscar por nombre o código' });
  await search.fill('ec0607');
  await expectCount(text('COLTA'), 0);
  await expect.element(text('GUANO')).toBeVisible();
  await search.fill('nada');
  await expect.element(text('Ninguno se llama así')).toBeVisible();
  await page.getById('lista').getByText('Datos', { exact: true }).click();
  await expect.element(text(/19 de 19 datos con código\./)).toBeVisible();
  expect(address()).toBe('/exportar/dhis2/codigos');
});

test('an empty field is not saved where there was no code, and an existing code can be removed', async () => {
  const served = servedDhis2(PLACES, { 'canton 0603': 'EC0603' });
  await codesAt('?lista=canton', served);
  await button('Poner código de GUANO').click();
  const code = page.getByRole('textbox', { name: /^Código de/ });
  for (const typed of ['', '   ']) {
    await code.fill(typed);
    await userEvent.keyboard('{Enter}');
    await expect.element(code).toHaveAccessibleDescription('Escribe el código');
  }
  expect(served.save.requests).toEqual([]);
  await code.fill('');
  await button('Cancelar', form()).click();
  await button('Cambiar código de COLTA').click();
  await code.fill('');
  await button('Guardar', form()).click();
  await expect.element(button('Poner código de COLTA')).toBeVisible();
  const cambios = [{ tipo: 'canton', clave: '0603', antes: 'EC0603', codigo: '' }];
  expect(served.save.requests).toMatchObject([{ body: { cambios } }]);
});

test('two codes can be edited at once, each in its own field', async () => {
  const served = servedDhis2(PLACES, {});
  await codesAt('?lista=canton', served);
  const field = (place: string) => page.getByRole('textbox', { name: new RegExp(`^Código de ${place}`) });
  await button('Poner código de COLTA').click();
  await expect.element(field('COLTA')).toHaveFocus();
  await button('Poner código de GUANO').click();
  await expect.element(field('GUANO')).toHaveFocus();
  await field('GUANO').fill('=1+1');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('GUANO')).toHaveFocus();
  await expect.element(field('COLTA')).toHaveValue('');
});

test('a search asks before it loses a code that was typed, and keeps the caret otherwise', async () => {
  const served = servedDhis2(PLACES, {});
  await codesAt('?lista=canton', served);
  const search = page.getByRole('textbox', { name: 'Buscar por nombre o código' });
  await search.fill('GANO');
  (search.element() as HTMLInputElement).setSelectionRange(1, 1);
  await userEvent.keyboard('U');
  await expect.element(search).toHaveValue('GUANO');
  expect((search.element() as HTMLInputElement).selectionStart).toBe(2);
  await button('Poner código de GUANO').click();
  await page.getByRole('textbox', { name: /^Código de GUANO/ }).fill('EC');
  await search.fill('COLTA');
  await button('Seguir aquí').click();
  await expect.element(page.getByRole('textbox', { name: /^Código de GUANO/ })).toHaveValue('EC');
});

test('a code that another entry has is named at the field, other failures in a notice', async () => {
  const served = servedDhis2(PLACES, { 'canton 0603': 'EC0603' });
  const msg = 'EC0603 ya es el código de «COLTA (CHIMBORAZO)»';
  const taken = new AppError('conflict', { problems: [{ path: 'cambios.0.codigo', msg }] });
  await screenAt(
    '/exportar/dhis2/codigos?lista=canton',
    'ROLE_ADMINISTRADOR',
    refusing(saveMapping, taken),
    ...served.all,
  );
  await button('Poner código de GUANO').click();
  const code = page.getByRole('textbox', { name: /^Código de GUANO/ });
  await code.fill('EC0603');
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveAccessibleDescription(msg);
  await expect.element(code).toHaveFocus();
  await expectCount(page.getByText(/No se pudo guardar el código/), 0);
  await code.fill('EC0607');
  await expect.element(code).not.toHaveAccessibleDescription(msg);

  const unknown = new AppError('invalid', { problems: [{ path: 'cambios.0.clave', msg: 'No existe: 0607' }] });
  await screenAt(
    '/exportar/dhis2/codigos?lista=canton',
    'ROLE_ADMINISTRADOR',
    refusing(saveMapping, unknown),
    ...served.all,
  );
  await button('Poner código de GUANO').click();
  await code.fill('EC0607');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/No existe: 0607/)).toBeVisible();
});

const csv = () => new File(['tipo;clave;codigo\r\ncanton;0607;NUEVO\r\n'], 'codigos.csv', { type: 'text/csv' });
const choose = (file: File) => page.getBySelector('input[type=file]').upload(file);

test('a table from a file is rehearsed first: the changes are listed, and only then saved', async () => {
  const served = servedDhis2(PLACES, { 'canton 0607': 'VIEJO' });
  const cambios = [{ tipo: 'canton' as const, clave: '0607', nombre: 'GUANO', antes: 'VIEJO', codigo: 'NUEVO' }];
  const rehearsed = answering(rehearseMapping, () => ({ cambios, problemas: [], iguales: 2 }));
  await codesAt('?lista=canton', served, rehearsed);
  await expect.element(text('VIEJO')).toBeVisible();
  await choose(csv());
  await expect.element(text('Cantón GUANO: VIEJO → NUEVO')).toBeVisible();
  expect(rehearsed.requests).toMatchObject([{ body: { csv: 'tipo;clave;codigo\r\ncanton;0607;NUEVO\r\n' } }]);
  expect(served.save.requests).toEqual([]);
  await button('Guardar 1 código').click();
  await readNotice('¡Información Actualizada!', 'Se guardaron 1 códigos.');
  expect(served.save.requests).toMatchObject([
    { body: { cambios: [{ tipo: 'canton', clave: '0607', antes: 'VIEJO', codigo: 'NUEVO' }] } },
  ]);
  await expect.element(text('NUEVO')).toBeVisible();
});

test('a table with problems names them by row and cannot be saved', async () => {
  const served = servedDhis2(PLACES);
  const problemas = [{ fila: 7, msg: 'No existe: 9999' }];
  const cambios = [{ tipo: 'canton' as const, clave: '0607', nombre: 'GUANO', antes: '', codigo: 'A' }];
  await codesAt(
    '',
    served,
    answering(rehearseMapping, () => ({ cambios, problemas, iguales: 0 })),
  );
  await expect.element(text(/0 de 19 datos/)).toBeVisible();
  await choose(csv());
  await expect.element(text('Fila 7: No existe: 9999.')).toBeVisible();
  await expectCount(button(/^Guardar/), 0);
  await button('Cerrar').click();
  await expect.element(button('Subir tabla')).toBeVisible();
});

test('a file that is no text is refused with what to do, until another list is chosen', async () => {
  const rehearsed = answering(rehearseMapping, () => ({ cambios: [], problemas: [], iguales: 0 }));
  const files = [
    new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d])], 'foto.png'),
    new File([new Uint8Array([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0])], 'codigos.xlsx'),
    new File([new Uint8Array(600 * 1024)], 'grande.jpg'),
  ];
  for (const file of files) {
    await codesAt('', servedDhis2(PLACES), rehearsed);
    await expect.element(text(/0 de 19 datos/)).toBeVisible();
    await choose(file);
    const problem = main().getByRole('alert');
    await expect.element(problem).toHaveTextContent(NOT_TEXT_FILE);
    await page.getById('lista').getByText('Cantones', { exact: true }).click();
    await expectCount(problem, 0);
  }
  expect(rehearsed.requests).toEqual([]);
});

test('a rehearsal with problems disappears with another list, one without stays', async () => {
  let problemas = [{ fila: 7, msg: 'No existe: 9999' }];
  const cambios = [{ tipo: 'canton' as const, clave: '0607', nombre: 'GUANO', antes: '', codigo: 'A' }];
  const rehearsed = answering(rehearseMapping, () => ({ cambios, problemas, iguales: 0 }));
  await codesAt('', servedDhis2(PLACES), rehearsed);
  await expect.element(text(/0 de 19 datos/)).toBeVisible();
  await choose(csv());
  await expect.element(text('Fila 7: No existe: 9999.')).toBeVisible();
  await page.getById('lista').getByText('Cantones', { exact: true }).click();
  await expectCount(text('Fila 7: No existe: 9999.'), 0);
  problemas = [];
  await choose(csv());
  await expect.element(button('Guardar 1 código')).toBeVisible();
  await page.getById('lista').getByText('Datos', { exact: true }).click();
  await expect.element(text(/0 de 19 datos/)).toBeVisible();
  await expect.element(button('Guardar 1 código')).toBeVisible();
});

test('both screens are accessible on a phone', async () => {
  await onPhone();
  await figuresAt('?periodo=202610', servedDhis2(PLACES, { 'canton 0603': 'EC0603' }));
  await text('COLTA').click();
  await expectElementAccessible();
  await codesAt('?lista=canton', servedDhis2(PLACES, ALL));
  await expect.element(text('GUANO')).toBeVisible();
  await expectElementAccessible();
});
