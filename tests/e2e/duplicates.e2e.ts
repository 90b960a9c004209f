import { expect, type Page, test } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { beSignedIn } from '../support/sign-in.ts';

const ROSA = '0602948179';
const LUIS = '0601735262';
const { mujer, nino } = RECORDS;
const CHILD = nino.example as unknown as Record<'cedula' | 'cedulamadre' | 'nombres' | 'apellidos', string>;
const WOMAN = mujer.example as unknown as Record<'cedula', string>;

let server: ServerProcess;
const ids: Record<string, string> = {};

test.beforeAll(async () => {
  server = await startServer();
  for (const cedula of [ROSA, LUIS]) await createUser(server, cedula, 'ROLE_BRIGADA');
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn({ cedula: ROSA, password: PASSWORD });
  for (const { key, path, example } of [mujer, nino])
    ids[key] = (await call('POST', `/api/${path}`, example, token)).body._id;
});
test.afterAll(() => server.stop());

const fill = async (page: Page, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
};
const match = (page: Page) => page.getByText('Hay un registro parecido. ¿Es la misma persona?');
const dialog = (page: Page) => page.getByRole('alertdialog');

test('a child with nearly the same names and the same mother is shown, and the person decides', async ({ page }) => {
  await beSignedIn(page, server, ROSA);
  await page.goto(`${server.url}/ninos/add`);
  await fill(page, { hcu: '1', cedula: 'P-77', nombres: 'Sisa Balentina', apellidos: 'Gualan Tenesaca' });
  await page.waitForTimeout(900);
  await expect(match(page)).toHaveCount(0);
  await fill(page, { cedulamadre: CHILD.cedulamadre });
  await expect(match(page)).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText(CHILD.cedula)).toBeVisible();
  await expect(main.getByText('Fecha Nacimiento 17/09/2025')).toBeVisible();
  await expect(main.getByText('Responsable del registro: Rosa Yuquilema')).toBeVisible();
  const link = page.getByRole('link', { name: 'SISA VALENTINA GUALÁN TENESACA' });
  await expect(link).toHaveAttribute('href', `/ninos/${ids.nino}`);
  await expect(link).toHaveAttribute('target', '_blank');
  await expectAccessible(page, 'a likely match');

  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(dialog(page)).toContainText('Ya existe un registro parecido');
  const opened = page.waitForEvent('popup');
  await dialog(page).getByRole('link', { name: 'Ver registro' }).click();
  await expect(await opened).toHaveURL(new RegExp(`/ninos/${ids.nino}$`));
  await expect(page.locator('[name=cedula]')).toHaveValue('P-77');

  await page.route('**/api/nino', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Guardar de todas formas' }).click();
  await expect(page.getByText('Hubo un error al guardar la información.')).toBeVisible();
  await page.unrouteAll();
  // Decided once, it is not asked again.
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page).toHaveURL(/\/lista\/ninos/);
  await expect(dialog(page)).toHaveCount(0);
});

test('a woman with the same cedula is shown; the server keeps it unique all the same', async ({ page }) => {
  await beSignedIn(page, server, ROSA);
  await page.goto(`${server.url}/mujer/add`);
  await fill(page, { hcu: '1', cedula: WOMAN.cedula, nombres: 'Otra', apellidos: 'Persona' });
  await expect(match(page)).toBeVisible();
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.locator('[id="cedula-error"]')).toHaveText('Ya existe una mujer registrada con esta cédula');
  await expect(dialog(page)).toHaveCount(0);
});

test('a cedula of a record that is not yours to see answers the uniqueness message and nothing more', async ({
  page,
}) => {
  await beSignedIn(page, server, LUIS);
  await page.goto(`${server.url}/ninos/add`);
  const { cedula, cedulamadre, nombres, apellidos } = CHILD;
  await fill(page, { hcu: '1', cedula, cedulamadre, nombres, apellidos });
  await page.waitForTimeout(900);
  await expect(match(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.locator('[id="cedula-error"]')).toHaveText('Ya existe un niño registrado con esta cédula');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('Rosa Yuquilema')).toHaveCount(0);
});
