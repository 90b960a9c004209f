import { expect } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { newCedula } from '../support/factories.ts';
import { expectNotice, recordNotices } from '../support/notices.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';

const CEDULA = newCedula();

const KINDS = [
  {
    record: RECORDS.nino,
    list: '/lista/ninos',
    add: '/ninos/add',
    panel: '/ninos/',
  },
  {
    record: RECORDS.mujer,
    list: '/lista/mujer',
    add: '/mujer/add',
    panel: '/mujer/',
  },
] as const;

let server: ServerProcess;
let token: string;

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, CEDULA, 'ROLE_BRIGADA');
  token = await remoteApi(server.url).signIn({ cedula: CEDULA, password: PASSWORD });
});

test.beforeEach(async ({ page }) => {
  await recordNotices(page);
  await page.goto(`${server.url}/login`);
  await page.locator('[name=cedula]').fill(CEDULA);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('[name=password]').press('Enter');
  await expect(page).toHaveURL(/\/registros$/);
});

/** Creates a woman or child for one test. */
async function createPerson(kind: (typeof KINDS)[number], cedula: string): Promise<string> {
  const { body } = await remoteApi(server.url).call(
    'POST',
    `/api/${kind.record.path}`,
    { ...kind.record.example, cedula },
    token,
  );
  return body._id;
}

for (const kind of KINDS) {
  const { record, list, panel } = kind;
  // proves 2.71, 2.73, 2.74, 2.99, 2.101, 2.102, 9.1
  test(`${record.key}: the list pages, searches and opens a record, and an empty result says what to do`, async ({
    page,
  }) => {
    for (let n = 0; n < 6; n += 1) await createPerson(kind, `9${record.key.length}0000000${n}`);
    await page.goto(server.url + list);
    await expect(page.getByRole('heading', { name: record.titles.table })).toBeVisible();
    await expect(page.getByText('Haz clic en un registro para editar o agregar información.')).toBeVisible();
    await expect(page.locator('tbody tr')).toHaveCount(5);
    const searched = `9${record.key.length}00000003`;
    await page.getByRole('textbox', { name: /Buscar/ }).fill(searched);
    await expect(page.locator('tbody tr')).toHaveCount(1);
    // Browsers keep addresses, so the address shows that there is a search and not its text.
    await expect(page).toHaveURL(/[?]q=_\d{20,40}$/);
    await page.locator('tbody tr').first().click();
    await expect(page).toHaveURL(new RegExp(`${panel}[0-9a-f-]{36}`));
    await page.goBack();
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await expect(page.getByRole('textbox', { name: /Buscar/ })).toHaveValue(searched);
    await page.getByRole('textbox', { name: /Buscar/ }).fill('nadie se llama así');
    await expect(page.locator('tbody tr a')).toHaveCount(0);
    await page.getByRole('link', { name: 'Volver' }).click();
    await expect(page).toHaveURL(/\/registros$/);
  });

  test(`${record.key}: the arrow of a booklet leads back to the list, its search and its scroll position`, async ({
    page,
  }) => {
    for (let n = 0; n < 6; n += 1) await createPerson(kind, `8${record.key.length}0000000${n}`);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(server.url + list);
    const searched = `8${record.key.length}0000000`;
    await page.getByRole('textbox', { name: /Buscar/ }).fill(searched);
    await expect(page).toHaveURL(/[?]q=_/);
    const booklets = page.locator(`main a[href^="${panel}"]`).filter({ hasText: String(record.example.nombres) });
    await expect(booklets).toHaveCount(5);
    const address = page.url();
    const place = () => page.evaluate(() => Math.round(window.scrollY));
    await booklets.nth(3).evaluate((link) => link.scrollIntoView({ block: 'center' }));
    const before = await place();
    expect(before).toBeGreaterThan(100);
    await booklets.nth(3).click();
    await expect(page).toHaveURL(new RegExp(`${panel}[0-9a-f-]{36}`));
    // A section is an entry of the history too.
    await page.getByRole('tab').nth(1).click();
    await page.getByRole('link', { name: record.titles.table, exact: true }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('textbox', { name: /Buscar/ })).toHaveValue(searched);
    await expect.poll(place).toBe(before);
  });
}

// The screen's own tests cover refusals.
test('a child is added, edited in conflict with another user, and deleted', async ({ page }) => {
  const [{ record, list, add, panel }] = KINDS;
  await page.goto(server.url + add);
  const person = { hcu: '1', cedula: 'P-9', nombres: 'Nombre Ñandú', apellidos: 'Cují', cedulamadre: 'P-1' };
  for (const [name, value] of Object.entries(person)) await page.locator(`[name=${name}]`).fill(value);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page).toHaveURL(new RegExp(list));
  await page.getByRole('link', { name: 'NOMBRE ÑANDÚ' }).click();
  await expect(page).toHaveURL(new RegExp(`${panel}[0-9a-f-]{36}`));

  // The booklet is shown from the list's row at first, and its own answer could hold what follows already.
  await page.reload();
  await expect(page.locator('[name=celular]')).toBeVisible();
  const { call } = remoteApi(server.url);
  const path = `/api/${record.path}/${new URL(page.url()).pathname.split('/').at(-1)}`;
  const { body } = await call('GET', path, undefined, token);
  await call('PUT', path, { ...body, direccion: 'OTRA PERSONA' }, token);
  await page.locator('[name=celular]').fill('0992222222');
  await page.getByRole('button', { name: 'Editar' }).click();
  await expect(page.getByText(/Otra persona cambió esta información/)).toBeVisible();
  await page.getByRole('button', { name: 'Cargar los datos actuales' }).click();
  await expect(page.locator('[name=direccion]')).toHaveValue('OTRA PERSONA');
  await expect(page.locator('[name=celular]')).toHaveValue('0992222222');
  expect((await call('GET', path, undefined, token)).body.direccion).toBe('OTRA PERSONA');
  await page.getByRole('button', { name: 'Editar' }).click();
  await expectNotice(page, '¡Información Actualizada!');

  await page.getByRole('button', { name: 'Opciones' }).click();
  await page.getByRole('menuitem', { name: /Eliminar/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page).toHaveURL(new RegExp(list));
  await expectNotice(page, '¡Información Eliminada!');
});
