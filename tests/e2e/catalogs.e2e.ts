import { expect, type Page, test } from '@playwright/test';
import { CATALOGS, type CatalogDefinition } from '#domain/catalogs.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { administratorCalls, signInOn } from '../support/sign-in.ts';

const LISTS: readonly CatalogDefinition[] = Object.values(CATALOGS);
const FAILURE = { status: 500, json: { message: 'Algo falló.' } };

test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

async function openList(page: Page, key: string) {
  await signInOn(page, server);
  await page.goto(`${server.url}/formularios?lista=${key}`);
}

const option = (page: Page, value: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Editar ${value}`, exact: true }) });
const addButton = (page: Page) => page.getByRole('button', { name: 'Agregar opción' });
const form = (page: Page) => page.getByRole('form');

/** A notice, closed once it was read, so that the next one is not taken for it. */
async function readNotice(page: Page, title: string, ...lines: string[]) {
  const notice = page.locator('.mantine-Notification-root').filter({ hasText: title }).last();
  for (const line of lines) await expect(notice).toContainText(line);
  await notice.getByRole('button', { name: 'Cerrar aviso' }).click();
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
}

// proves 2.52, 2.188
test('the eleven lists are found from the navigation, and in the address', async ({ page }) => {
  await signInOn(page, server);
  await page.getByRole('link', { name: 'Opciones formulario' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Opciones formulario' })).toBeVisible();
  const index = page.getByRole('navigation', { name: 'Listas' });
  await expect(index.getByRole('link')).toHaveCount(11);
  for (const [place, { title, note, key }] of LISTS.entries()) {
    await index.getByRole('link').nth(place).click();
    await expect(page).toHaveURL(new RegExp(`lista=${key}$`));
    await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible();
    await expect(page.getByText(note)).toBeVisible();
  }
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: LISTS[10]?.title ?? '' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: LISTS[9]?.title ?? '' })).toBeVisible();
  await page.goto(`${server.url}/formularios?lista=otra`);
  await expect(page.getByRole('heading', { level: 2, name: 'Discapacidades' })).toBeVisible();
});

for (const { key, entity, field, kind, label } of LISTS) {
  // proves 1.12, 2.189-2.192, 4.25-4.33, 8.44-8.52, 8.73-8.75
  test(`${key}: add, edit and delete, with every message`, async ({ page }) => {
    const number = kind === 'number';
    const [first, second] = number ? ['9', '10'] : ['Ñandú «prueba»', 'Ábaco de prueba'];
    await openList(page, key);
    await expect(addButton(page)).toBeVisible();
    await expect(form(page)).toHaveCount(0);
    const input = form(page).getByRole('textbox', { name: label });

    // Nothing is saved without a value; Cancelar hides the form.
    await addButton(page).click();
    await expect(input).toBeFocused();
    await form(page).getByRole('button', { name: 'Agregar', exact: true }).click();
    await expect(form(page).getByText('Este campo es obligatorio')).toBeVisible();
    await input.fill(number ? '11' : 'x'.repeat(201));
    const refusal = number ? 'Debe estar entre 1 y 10' : 'No debe tener más de 200 caracteres';
    await expect(form(page).getByText(refusal)).toBeVisible();
    await form(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(form(page)).toHaveCount(0);
    await expect(addButton(page)).toBeFocused();

    // A failure keeps what was typed.
    await addButton(page).click();
    await expect(input).toHaveValue('');
    await input.fill(first);
    await page.route(`**/api/${key}`, (route) => route.fulfill(FAILURE));
    await form(page).getByRole('button', { name: 'Agregar', exact: true }).click();
    await readNotice(page, 'Error', `Hubo un error al guardar la información de ${entity}.`, 'Algo falló.');
    await page.unroute(`**/api/${key}`);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await form(page).getByRole('button', { name: 'Agregar', exact: true }).dblclick();
    expect((await sent).postDataJSON()).toEqual({
      [field]: number ? 9 : first,
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await readNotice(page, '¡Información Guardada!', `La información de ${entity} ha sido guardada correctamente.`);
    await expect(form(page)).toHaveCount(0);

    // Twice the same is refused.
    await addButton(page).click();
    await input.fill(number ? first : first.toUpperCase());
    await input.press('Enter');
    await expect(form(page).getByText('Esta opción ya existe en la lista')).toBeVisible();
    await readNotice(page, 'Error', 'Esta opción ya existe en la lista');
    await form(page).getByRole('button', { name: 'Cancelar' }).click();

    await page.goto(`${server.url}/formularios?lista=${key}&q=${encodeURIComponent(first)}`);
    await page.getByRole('button', { name: `Editar ${first}` }).click();
    await expect(input).toHaveValue(first);
    await expect(option(page, first)).toContainText('en edición');
    await input.fill(second);
    await page.route(`**/api/${key}/*`, (route) => route.fulfill(FAILURE));
    await form(page).getByRole('button', { name: 'Guardar Cambios' }).click();
    await readNotice(page, 'Error', `Hubo un error al editar la información de ${entity}.`, 'Algo falló.');
    await page.unroute(`**/api/${key}/*`);
    await form(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(form(page)).toHaveCount(0);
    await expect(option(page, first)).not.toContainText('en edición');
    await page.getByRole('button', { name: `Editar ${first}` }).click();
    await expect(input).toHaveValue(first);
    await input.fill(second);
    await form(page).getByRole('button', { name: 'Guardar Cambios' }).click();
    const updated = `La información de ${entity} ha sido actualizada correctamente.`;
    await readNotice(page, '¡Información Actualizada!', updated);
    await expect(form(page)).toHaveCount(0);
    // What was searched no longer finds it: the list shows where it stands.
    await expect(option(page, second)).toBeVisible();
    await expect(page).not.toHaveURL(/[?&]q=/);

    await page.goto(`${server.url}/formularios?lista=${key}&q=${encodeURIComponent(second)}`);
    const remove = page.getByRole('button', { name: `Eliminar ${second}` });
    const dialog = page.getByRole('alertdialog');
    await remove.click();
    await expect(dialog).toContainText('¿Estás seguro?');
    await expect(dialog).toContainText('Una vez eliminado, no podrás recuperar este registro.');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(remove).toBeFocused();
    await page.route(`**/api/${key}/*`, (route) => route.fulfill(FAILURE));
    await remove.click();
    await dialog.getByRole('button', { name: 'Eliminar' }).click();
    await readNotice(page, 'Error', `Hubo un error al eliminar la información de ${entity}.`, 'Algo falló.');
    await page.unroute(`**/api/${key}/*`);
    await remove.click();
    await dialog.getByRole('button', { name: 'Eliminar' }).click();
    await readNotice(page, '¡Información Eliminada!', `La información de ${entity} ha sido eliminada correctamente.`);
    await expect(remove).toHaveCount(0);
  });
}

test('what is typed is not lost unseen', async ({ page }) => {
  await openList(page, 'discapacidad');
  await addButton(page).click();
  await form(page).getByRole('textbox').fill('A medias');
  await page.getByRole('link', { name: /Trimestres de ETMI/ }).click();
  await page.getByRole('button', { name: 'Seguir aquí' }).click();
  await page.getByRole('button', { name: 'Editar Auditiva' }).click();
  await page.getByRole('button', { name: 'Seguir aquí' }).click();
  await expect(form(page).getByRole('textbox')).toHaveValue('A medias');
  await page.getByRole('link', { name: /Trimestres de ETMI/ }).click();
  await page.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page.getByRole('heading', { level: 2, name: CATALOGS.etmitrimestre.title })).toBeVisible();
  await expect(form(page)).toHaveCount(0);
});

test.describe('after an option is added or changed its list shows the page where it stands', () => {
  const names = Array.from({ length: 12 }, (_, place) => `Centro ${String(place + 1).padStart(2, '0')}`);
  const search = (page: Page) => page.getByLabel('Buscar en la lista');
  const status = (page: Page) => page.getByRole('main').getByText(/^\d+–\d+ de \d+$/);
  const marked = (page: Page) => page.locator('[data-revealed]');

  test.beforeAll(async () => {
    const call = await administratorCalls(server);
    await call('POST', '/api/establecimiento/varios', { lineas: names });
  });
  test.afterAll(async () => {
    const call = await administratorCalls(server);
    for (const { _id } of (await call('GET', '/api/establecimiento')).body)
      await call('DELETE', `/api/establecimiento/${_id}`);
  });

  const add = async (page: Page, text: string) => {
    await addButton(page).click();
    await form(page).getByRole('textbox').fill(text);
    await form(page).getByRole('textbox').press('Enter');
    await expect(form(page)).toHaveCount(0);
  };

  test('added at the end, in the middle, and while something else is searched', async ({ page }) => {
    await openList(page, 'establecimiento');
    await add(page, 'Ñucanchi');
    await expect(option(page, 'Ñucanchi')).toBeInViewport();
    await expect(status(page)).toHaveText('11–13 de 13');
    await expect(marked(page)).toHaveText('Ñucanchi');
    await expect(page).toHaveURL(/pagina=3/);
    await add(page, 'Centro 7 bis');
    await expect(option(page, 'Centro 7 bis')).toBeInViewport();
    await expect(status(page)).toHaveText('6–10 de 14');
    await search(page).fill('Ñucanchi');
    await expect(status(page)).toHaveText('1–1 de 1');
    await add(page, 'Centro 08 bis');
    await expect(search(page)).toHaveValue('');
    await expect(option(page, 'Centro 08 bis')).toBeInViewport();
    await expect(status(page)).toHaveText('6–10 de 15');
    // The mark goes by itself.
    await expect(marked(page)).toHaveCount(0, { timeout: 12_000 });
  });

  test('changed, also where the search still finds it, and one that is deleted leaves a page that is there', async ({
    page,
  }) => {
    await openList(page, 'establecimiento');
    const rename = async (before: string, after: string) => {
      await page.getByRole('button', { name: `Editar ${before}`, exact: true }).click();
      await form(page).getByRole('textbox').fill(after);
      await form(page).getByRole('button', { name: 'Guardar Cambios' }).click();
      await expect(form(page)).toHaveCount(0);
    };
    await rename('Centro 01', 'Zumbahua');
    await expect(option(page, 'Zumbahua')).toBeInViewport();
    await expect(status(page)).toHaveText('11–15 de 15');
    await search(page).fill('centro');
    await expect(status(page)).toHaveText('1–5 de 13');
    await rename('Centro 02', 'Centro 99');
    await expect(option(page, 'Centro 99')).toBeInViewport();
    await expect(search(page)).toHaveValue('centro');
    await expect(status(page)).toHaveText('11–13 de 13');
    for (const name of ['Centro 11', 'Centro 12', 'Centro 99']) {
      const remove = page.getByRole('button', { name: `Eliminar ${name}`, exact: true });
      await remove.click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
      await expect(remove).toHaveCount(0);
    }
    await expect(status(page)).toHaveText('6–10 de 10');
  });

  test('on a phone it is brought into sight; doses stand by number; of many, the first', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openList(page, 'vacunadosisnino');
    await add(page, '10');
    const ten = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Editar 10', exact: true }) });
    await expect(ten).toBeInViewport({ ratio: 0.9 });
    await expect(status(page)).toHaveText('6–6 de 6');
    await expectAccessible(page, 'opción agregada, 360 px');
    await ten.getByRole('button', { name: 'Eliminar 10' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
    await expect(status(page)).toHaveText('1–5 de 5');
    await page.goto(`${server.url}/formularios?lista=establecimiento`);
    await page.getByRole('button', { name: 'Agregar varios' }).click();
    await page.locator('#lineas').fill('Yaruquí\nAlausí');
    await form(page).getByRole('button', { name: 'Agregar', exact: true }).click();
    await expect(marked(page)).toHaveText('Yaruquí');
  });

  test('who went on meanwhile is not called back', async ({ page }) => {
    await openList(page, 'establecimiento');
    await expect(status(page)).toBeVisible();
    let release = () => {};
    const waiting = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api/establecimiento', async (route) => {
      if (route.request().method() === 'GET') await waiting;
      await route.fallback();
    });
    await add(page, 'Zaruma');
    await page.getByRole('link', { name: /^Discapacidades/ }).click();
    await expect(option(page, 'Auditiva')).toBeVisible();
    const answered = page.waitForResponse('**/api/establecimiento');
    release();
    await answered;
    await page.waitForTimeout(500);
    await expect(page).toHaveURL(/lista=discapacidad$/);
  });
});

test.describe('many establishments', () => {
  const open = async (page: Page) => {
    await openList(page, 'establecimiento');
    await page.getByRole('button', { name: 'Agregar varios' }).click();
  };
  const submit = (page: Page) => form(page).getByRole('button', { name: 'Agregar', exact: true }).click();
  const report = (page: Page) => page.getByRole('region', { name: 'Resultado' });

  test('are pasted, counted, sent and reported', async ({ page }) => {
    await (await administratorCalls(server))('POST', '/api/establecimiento', { nombre: 'Centro Colta' });
    await open(page);
    await expect(page.locator('#lineas')).toBeFocused();
    await submit(page);
    await expect(form(page).getByText('Este campo es obligatorio')).toBeVisible();
    await page.locator('#lineas').fill(`Puesto\n${'x'.repeat(201)}`);
    await submit(page);
    await expect(form(page).getByText(/«x+…»: No debe tener más de 200 caracteres/)).toBeVisible();
    await page.locator('#lineas').fill('Puesto Ñamarín, Loja\n\nCENTRO COLTA\n  puesto namarin, loja');
    await expect(page.getByText('Se enviarán 2 líneas; 1 repetida se omite.')).toBeVisible();
    await page.route('**/api/establecimiento/varios', (route) => route.fulfill(FAILURE));
    await submit(page);
    const failed = 'Hubo un error al guardar la información de Establecimiento.';
    await readNotice(page, 'Error', failed, 'Algo falló.');
    await page.unroute('**/api/establecimiento/varios');
    await submit(page);
    await expect(report(page)).toContainText('¡Información Guardada!');
    await expect(report(page)).toContainText('Se agregaron 1 y 1 ya estaban en la lista.');
    await report(page).getByText('Agregados (1)').click();
    await expect(report(page).getByText('Puesto Ñamarín, Loja')).toBeVisible();
    await report(page).getByText('Ya estaban en la lista (1)').click();
    await expect(report(page).getByText('CENTRO COLTA')).toBeVisible();
    await expectAccessible(page, 'informe de varios');
    await expect(option(page, 'Puesto Ñamarín, Loja')).toBeVisible();
    await report(page).getByRole('button', { name: 'Cerrar' }).click();
    await expect(report(page)).toHaveCount(0);
  });

  test('come from a CSV file, more than one request takes', async ({ page }) => {
    await open(page);
    const names = Array.from({ length: 2500 }, (_, place) => `"Puesto ""${place}"", Guamote";06${place};Chimborazo`);
    const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    const choose = page.locator('input[type=file]');
    await choose.setInputFiles(file('libro.csv', 'PK\u0003\u0000'));
    await expect(form(page).getByText('El archivo no es de texto.')).toBeVisible();
    await choose.setInputFiles(file('lista.csv', `\ufeffNombre;Código;Provincia\r\n${names.join('\r\n')}`));
    await expect(page.getByText(/^Se enviarán 2.500 líneas\.$/)).toBeVisible();
    await submit(page);
    await expect(report(page)).toContainText('Se agregaron 2.500 y 0 ya estaban en la lista.', { timeout: 30_000 });
    await page.getByLabel('Buscar en la lista').fill('2499');
    await expect(option(page, 'Puesto "2499", Guamote')).toBeVisible();
  });
});

for (const width of [1280, 360]) {
  test(`is accessible and fits at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await openList(page, 'vacunaclasificacionninio');
    await expect(page.getByRole('button', { name: 'Editar 2 meses' })).toBeVisible();
    await expectAccessible(page, `lista, ${width} px`);
    await page.getByRole('button', { name: 'Editar 2 meses' }).click();
    await expectAccessible(page, `edición, ${width} px`);
    if (width > 1000) return;
    await page.getByLabel('Lista', { exact: true }).selectOption('establecimiento');
    await expect(page.getByRole('heading', { level: 2, name: 'Establecimientos de Salud' })).toBeVisible();
    await page.getByRole('button', { name: 'Agregar varios' }).click();
    await expectAccessible(page, `varios, ${width} px`);
  });
}
