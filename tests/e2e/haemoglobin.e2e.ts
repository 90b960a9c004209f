import { expect, type Page, test } from '@playwright/test';
import { addDays, today } from '#domain/calendar.ts';
import { RECORDS } from '#domain/records/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { signInAs, signInOn } from '../support/sign-in.ts';

const CEDULA = '0602948179';
const YEAR_OLD = addDays(today(), -380);
const PHONE = { width: 360, height: 740 };

let server: ServerProcess;
let token: string;
let child: string;

test.beforeAll(async () => {
  server = await startServer();
  await createUser(server, CEDULA, 'ROLE_BRIGADA');
  token = await remoteApi(server.url).signIn({ cedula: CEDULA, password: PASSWORD });
  child = await createChild('H-1', { provincia: 'CHIMBORAZO', canton: 'RIOBAMBA' });
});
test.afterAll(() => server.stop());

async function createChild(cedula: string, change: object): Promise<string> {
  const body = { ...RECORDS.nino.example, cedula, fechanacimiento: YEAR_OLD, ...change };
  return (await remoteApi(server.url).call('POST', '/api/nino', body, token)).body._id;
}

const measured = (page: Page) => page.locator('[name=valorhemoglobina]');
const corrected = (page: Page) => page.locator('[name=valorcorregido]');
const altitude = (page: Page) => page.getByRole('textbox', { name: 'Altitud donde vive (m)' });
const open = async (page: Page, id = child) => {
  await page.goto(`${server.url}/ninos/${id}?seccion=anemia`);
  await expect(altitude(page)).toBeVisible();
};

test('the corrected value is proposed from the altitude of the canton and never overwrites what was typed', async ({
  page,
}) => {
  await signInAs(page, server, CEDULA);
  await open(page);
  await expect(altitude(page)).toHaveValue('2750');
  await measured(page).fill('12');
  await expect(corrected(page)).toHaveValue('10,2');
  await expect(page.getByText('Propuesto: 10,2 (Hb 12,0 − 1,8 por 2.750 m, tabla OMS 2024)')).toBeVisible();
  await expect(page.getByText('Anemia leve', { exact: true })).toBeVisible();
  const called = page.getByText('La OMS lo clasifica como anemia leve: revisa si el resultado es normal.');
  await expect(called).toBeVisible();
  const answers = page.getByRole('radiogroup', { name: 'Resultado normal' });
  await answers.getByText('No', { exact: true }).click();
  await expect(called).toHaveCount(0);
  await answers.getByText('Sí', { exact: true }).click();
  await expect(called).toBeVisible();

  await altitude(page).fill('3300');
  await expect(corrected(page)).toHaveValue('9,9');
  await corrected(page).fill('11,5');
  await expect(page.getByText('Sin anemia')).toBeVisible();
  await altitude(page).fill('300');
  await measured(page).fill('13');
  await expect(page.getByText('Propuesto: 13,0 (Hb 13,0 sin ajuste por 300 m, tabla OMS 2024)')).toBeVisible();
  await expect(corrected(page)).toHaveValue('11,5');
  await page.getByRole('button', { name: 'Usar el propuesto' }).click();
  await expect(corrected(page)).toHaveValue('13');
});

test('a proposal out of bounds is said and not filled in, a severe value warns and is saved', async ({ page }) => {
  await signInAs(page, server, CEDULA);
  await open(page);
  await measured(page).fill('7');
  await expect(page.getByText(/^Con el ajuste sería 5,2 .*: está fuera de 6 a 16 y no se llena\.$/)).toBeVisible();
  await expect(corrected(page)).toHaveValue('');
  await corrected(page).fill('6,5');
  await expect(page.locator('[id="valorcorregido-description"]')).toHaveText(
    'Está muy por debajo de lo normal (anemia severa). Revisa el valor y refiere.',
  );
  await expectAccessible(page, 'anemia form with a warning');
  await page.locator('[name=observacion]').fill('Se refiere');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/anemia'));
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  expect(Object.keys((await sent).postDataJSON()).sort()).toEqual(
    ['_id', ...Object.keys(RECORDS.anemia.example), 'ninoId'].sort(),
  );
  const row = page.locator('tbody tr');
  await expect(row).toContainText('Anemia severa');
  await expect(page.getByRole('columnheader', { name: 'Clase OMS' })).toBeVisible();
  await expect(altitude(page)).toHaveValue('2750');

  await page.setViewportSize(PHONE);
  await expect(page.locator('li').filter({ hasText: 'Clase OMS' })).toContainText('Anemia severa');
  await expectAccessible(page, 'anemia records on a phone');
});

test('without a canton it asks for the altitude; before six months there is no class', async ({ page }) => {
  await signInAs(page, server, CEDULA);
  const birth = addDays(today(), -120);
  await open(page, await createChild('H-2', { provincia: '', canton: '', fechanacimiento: birth }));
  await expect(page.getByText('Sin cantón: ¿a qué altitud vive?')).toBeVisible();
  await measured(page).fill('11');
  await expect(corrected(page)).toHaveValue('');
  await altitude(page).fill('2000');
  await expect(corrected(page)).toHaveValue('9,6');
  await expect(page.getByText('Sin clasificación OMS antes de los 6 meses')).toBeVisible();
  await altitude(page).fill('5200');
  await expect(page.getByText('La tabla OMS 2024 no llega a 5.200 m')).toBeVisible();
  await expect(corrected(page)).toHaveValue('');
});

test('an administrator corrects the altitude of a canton, and the form proposes with it', async ({ page, browser }) => {
  await signInOn(page, server);
  await page.goto(`${server.url}/formularios`);
  await page.getByRole('link', { name: 'Altitud de los cantones' }).click();
  await expect(page).toHaveURL(/\/formularios\/altitudes$/);
  await page.getByLabel('Buscar cantón o provincia').fill('canar');
  await page.getByRole('button', { name: 'Editar la altitud de SUSCAL, CAÑAR' }).click();
  const field = page.getByRole('textbox', { name: /^Altitud/ });
  await field.fill('6001');
  await page.getByRole('button', { name: 'Guardar Cambios' }).click();
  await expect(page.getByText('Debe estar entre 0 y 6000 m')).toBeVisible();
  await expectAccessible(page, 'altitudes with a problem');
  await field.fill('1400');
  await page.getByRole('button', { name: 'Guardar Cambios' }).click();
  await expect(page.getByText('La altitud de SUSCAL ha sido actualizada correctamente.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'SUSCAL' })).toContainText('1.400 m');
  await expect(page.getByRole('button', { name: 'Editar la altitud de SUSCAL, CAÑAR' })).toBeFocused();
  await page.setViewportSize(PHONE);
  await expectAccessible(page, 'altitudes on a phone');

  const nurse = await (await browser.newContext()).newPage();
  await signInAs(nurse, server, CEDULA);
  await open(nurse, await createChild('H-3', { provincia: 'CAÑAR', canton: 'SUSCAL' }));
  await expect(altitude(nurse)).toHaveValue('1400');
  await nurse.context().close();
});

test('only an administrator reaches the altitudes', async ({ page }) => {
  await signInAs(page, server, CEDULA);
  await page.goto(`${server.url}/formularios/altitudes`);
  await expect(page).toHaveURL(/\/registros$/);
});
