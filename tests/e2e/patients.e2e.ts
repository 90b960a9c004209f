import { expect, type Page, test } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const CEDULA = '0602948179';
const REFUSAL = 'Razón del servidor <b>en negrita</b>';

const KINDS = [
  {
    record: RECORDS.nino,
    child: RECORDS.control,
    list: '/lista/ninos',
    add: '/ninos/add',
    panel: '/ninos/',
    confirm: ['¿Estás seguro de eliminar la información?'],
  },
  {
    record: RECORDS.mujer,
    child: RECORDS.controlmujer,
    list: '/lista/mujer',
    add: '/mujer/add',
    panel: '/mujer/',
    confirm: ['¿Estás seguro?', 'Una vez eliminada, no podrás recuperar esta información.'],
  },
] as const;

let server: ServerProcess;
let token: string;

test.beforeAll(async () => {
  server = await startServer();
  await createUser(server, CEDULA, 'ROLE_BRIGADA');
  token = await remoteApi(server.url).signIn({ cedula: CEDULA, password: PASSWORD });
});
test.afterAll(() => server.stop());

test.beforeEach(async ({ page }) => {
  await page.goto(`${server.url}/login`);
  await page.locator('[name=cedula]').fill(CEDULA);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('[name=password]').press('Enter');
  await expect(page).toHaveURL(/\/registros$/);
});

/** A woman or child of her own for each test. */
async function createPerson(kind: (typeof KINDS)[number], cedula: string): Promise<string> {
  const { body } = await remoteApi(server.url).call(
    'POST',
    `/api/${kind.record.path}`,
    { ...kind.record.example, cedula },
    token,
  );
  return body._id;
}

/** Makes one kind of call fail as a server would. */
const refuse = (page: Page, method: string, path: string) =>
  page.route(`**/api/${path}*/**`, fail(method)).then(() => page.route(`**/api/${path}`, fail(method)));

const fail = (method: string) => (route: import('@playwright/test').Route) =>
  route.request().method() === method
    ? route.fulfill({ status: 400, json: { message: [{ msg: REFUSAL, path: 'cedula' }] } })
    : route.fallback();

const dialog = (page: Page) => page.getByRole('alertdialog');

for (const kind of KINDS) {
  const { record, child } = kind;
  test.describe(record.titles.table, () => {
    // proves 2.71, 2.73, 2.74, 2.99, 2.101, 2.102, 9.1
    test('the list pages, searches and opens a record; an empty answer says what to do', async ({ page }) => {
      for (let n = 0; n < 6; n += 1) await createPerson(kind, `9${record.key.length}0000000${n}`);
      await page.goto(server.url + kind.list);
      await expect(page.getByRole('heading', { name: record.titles.table })).toBeVisible();
      await expect(page.getByText('Haz clic en un registro para editar o agregar información.')).toBeVisible();
      await expect(page.locator('tbody tr')).toHaveCount(5);
      await page.getByRole('textbox', { name: /Buscar/ }).fill(`9${record.key.length}00000003`);
      await expect(page.locator('tbody tr')).toHaveCount(1);
      await expect(page).toHaveURL(/q=/);
      await page.locator('tbody tr').first().click();
      await expect(page).toHaveURL(new RegExp(`${kind.panel}[0-9a-f-]{36}`));
      await page.goBack();
      await expect(page.locator('tbody tr')).toHaveCount(1);
      await page.getByRole('textbox', { name: /Buscar/ }).fill('nadie se llama así');
      await expect(page.locator('tbody tr a')).toHaveCount(0);
      await page.getByRole('link', { name: 'Volver' }).click();
      await expect(page).toHaveURL(/\/registros$/);
    });

    // proves 1.1, 2.76, 2.106, 4.16, 5.24, 8.20, 8.21
    test('the form names what is missing, keeps what was typed when the server refuses, and clears a detail', async ({
      page,
    }) => {
      await page.goto(server.url + kind.add);
      await page.getByRole('button', { name: 'Guardar' }).click();
      const required = Object.values(record.fields).filter((field) => 'required' in field && field.required).length;
      await expect(page.getByText('Este campo es obligatorio', { exact: true })).toHaveCount(required);
      for (const name of ['hcu', 'cedula', 'nombres', 'apellidos'])
        await page.locator(`[name=${name}]`).fill(`${name.slice(0, 4)} ñandú`);
      if (record.key === 'nino') await page.locator('[name=cedulamadre]').fill('P-1');
      await page.getByText('Sí', { exact: true }).click();
      await page.getByRole('combobox', { name: 'Detalle Discapacidad' }).click();
      await page.getByRole('option', { name: 'Visual' }).click();
      await page.getByText('No', { exact: true }).click();
      await expect(page.getByRole('combobox', { name: 'Detalle Discapacidad' })).toHaveCount(0);
      await refuse(page, 'POST', record.path);
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByText('Hubo un error al guardar la información.')).toBeVisible();
      await expect(page.getByText(REFUSAL).first()).toBeVisible();
      await expect(page.locator('[name=nombres]')).toHaveValue(/ñandú/i);
      await page.unrouteAll();
      const saved = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith(record.path),
      );
      await page.getByRole('button', { name: 'Guardar' }).click();
      expect((await saved).postDataJSON().detalleDiscapacidad ?? '').toBe('');
      await expect(page).toHaveURL(new RegExp(kind.list));
      await expect(page.getByText('NOMB ÑANDÚ').first()).toBeVisible();
    });

    test('leaving with unsaved changes asks first', async ({ page }) => {
      await page.goto(server.url + kind.add);
      await page.locator('[name=nombres]').fill('A medias');
      await page.getByRole('link', { name: 'Volver' }).click();
      await expect(dialog(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.locator('[name=nombres]')).toHaveValue(/a medias/i);
    });

    // proves 2.138, 5.26, 5.27, 8.16, 8.17, 8.19, 8.61, 8.63
    test('editing succeeds, fails and meets another editor without losing what was typed', async ({ page }) => {
      const id = await createPerson(kind, `E-${record.key}`);
      await page.goto(`${server.url}${kind.panel}${id}`);
      await refuse(page, 'PUT', record.path);
      await page.locator('[name=celular]').fill('0991111111');
      await page.getByRole('button', { name: 'Editar' }).click();
      await expect(page.getByText('Error. Hubo un error al actualizar la información.')).toBeVisible();
      await expect(page.getByText(REFUSAL).first()).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Editar' }).click();
      await expect(page.getByText('¡Información Actualizada!')).toBeVisible();
      await expect(page.getByText(String(record.messages.updated))).toBeVisible();
      await expect(page.getByText('Hubo un error al actualizar la información.')).toHaveCount(0);
      const { call } = remoteApi(server.url);
      const { body } = await call('GET', `/api/${record.path}/${id}`, undefined, token);
      await call('PUT', `/api/${record.path}/${id}`, { ...body, direccion: 'OTRA PERSONA' }, token);
      await page.locator('[name=celular]').fill('0992222222');
      await page.getByRole('button', { name: 'Editar' }).click();
      await expect(page.getByText(/Otra persona cambió esta información/)).toBeVisible();
      await expect(page.locator('[name=celular]')).toHaveValue('0992222222');
      await page.getByRole('button', { name: 'Cargar los datos actuales' }).click();
      await expect(page.locator('[name=direccion]')).toHaveValue('OTRA PERSONA');
      await expect(page.locator('[name=celular]')).toHaveValue('0992222222');
      const after = await call('GET', `/api/${record.path}/${id}`, undefined, token);
      expect(after.body.direccion).toBe('OTRA PERSONA');
    });

    // proves 4.14, 8.14, 8.15, 8.59, 8.60, 8.68, 8.69
    test('deleting asks, can fail, and returns to the list', async ({ page }) => {
      const id = await createPerson(kind, `D-${record.key}`);
      await page.goto(`${server.url}${kind.panel}${id}`);
      const ask = async () => {
        await page.getByRole('button', { name: 'Opciones' }).click();
        await page.getByRole('menuitem', { name: /Eliminar/ }).click();
        for (const text of kind.confirm) await expect(dialog(page)).toContainText(text);
        await expect(dialog(page).getByRole('button', { name: 'Cancelar' })).toBeFocused();
      };
      await ask();
      await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
      await refuse(page, 'DELETE', record.path);
      await ask();
      await dialog(page).getByRole('button', { name: 'Eliminar' }).click();
      const refusal = page.getByRole('alert').filter({ hasText: 'Hubo un error al eliminar la información.' });
      await expect(refusal.getByText('Error', { exact: true })).toBeVisible();
      await expect(page.getByText(REFUSAL).first()).toBeVisible();
      await page.unrouteAll();
      await page.reload();
      await ask();
      await dialog(page).getByRole('button', { name: 'Eliminar' }).click();
      await expect(page).toHaveURL(new RegExp(kind.list));
      await expect(page.getByText('¡Información Eliminada!')).toBeVisible();
    });

    test('records of a person are saved and deleted with the messages of the specification', async ({ page }) => {
      const id = await createPerson(kind, `R-${record.key}`);
      await page.goto(`${server.url}${kind.panel}${id}?seccion=${child.key}`);
      await expect(page.getByRole('heading', { name: child.titles.table })).toBeVisible();
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByText('Este campo es obligatorio', { exact: true }).first()).toBeVisible();
      for (const [name, value] of Object.entries(child.example)) {
        const kindOf = (child.fields as Record<string, { kind: string }>)[name]?.kind;
        if (kindOf === 'date') await page.locator(`[name=${name}]`).fill(String(value));
        else if (kindOf !== 'flag') await page.locator(`[name=${name}]`).fill(String(value).replace('.', ','));
      }
      await refuse(page, 'POST', child.path);
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByText(child.messages.saveFailed)).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByText('¡Información Guardada!')).toBeVisible();
      await expect(page.locator('tbody tr')).toHaveCount(1);
      const ask = async () => {
        await page
          .locator('tbody')
          .getByRole('button', { name: /Eliminar/ })
          .click();
        await expect(dialog(page)).toContainText('¿Estás seguro?');
        await expect(dialog(page)).toContainText('Una vez eliminado, no podrás recuperar este registro.');
        await dialog(page).getByRole('button', { name: 'Eliminar' }).click();
      };
      await refuse(page, 'DELETE', child.path);
      await ask();
      await expect(page.getByText(child.messages.deleteFailed)).toBeVisible();
      await page.unrouteAll();
      await page.reload();
      await ask();
      await expect(page.getByText('Éxito')).toBeVisible();
      await expect(page.getByText(child.messages.deleted)).toBeVisible();
      await expect(page.locator('tbody tr button')).toHaveCount(0);
    });
  });
}
