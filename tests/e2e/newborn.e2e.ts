import { expect, type Page, test } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { signInAs } from '../support/sign-in.ts';

const CEDULA = '0602948179';
const GROUPS = [
  'Medidas y Apgar',
  'Reanimación',
  'Quién atendió',
  'Lugar del parto',
  'Examen y cuidados',
  'Egreso',
] as const;
const WHO = ['Médico', 'Obstetriz', 'Enfermera', 'Auxiliar', 'Estudiante', 'Empírico', 'Otro'];

let server: ServerProcess;
let url: string;

test.beforeAll(async () => {
  server = await startServer();
  await createUser(server, CEDULA, 'ROLE_BRIGADA');
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn({ cedula: CEDULA, password: PASSWORD });
  const { body } = await call('POST', '/api/nino', RECORDS.nino.example, token);
  url = `${server.url}/ninos/${body._id}?seccion=rn`;
});
test.afterAll(() => server.stop());

test.beforeEach(async ({ page }) => {
  await signInAs(page, server, CEDULA);
  await page.goto(url);
});

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const hint = (page: Page, name: string) => page.locator(`[id="${name}-description"]`);
const contents = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Contenido del formulario' }).getByRole('link', { name: title });

// proves 3.43
test('six numbered groups, with what each still needs at the side', async ({ page }) => {
  for (const title of GROUPS) await expect(page.getByRole('group', { name: title, exact: true })).toBeVisible();
  await expect(contents(page, 'Medidas y Apgar')).toHaveText('Medidas y Apgar, por completar: 9');
  await expect(contents(page, 'Reanimación')).toHaveText('Reanimación, completo');
  await expect(contents(page, 'Egreso')).toHaveText('Egreso, por completar: 1');
  await field(page, 'responsableegreso').fill('rosa yuquilema');
  await expect(contents(page, 'Egreso')).toHaveText('Egreso, completo');
  await contents(page, 'Egreso').click();
  await expect(field(page, 'pesoegreso')).toBeFocused();
  await expect(field(page, 'pesoegreso')).toBeInViewport();
});

// proves 4.22, 9.32
test('the weeks give the days and their bounds, and the days stay editable', async ({ page }) => {
  await field(page, 'sem').fill('39');
  await expect(field(page, 'dias')).toHaveValue('273');
  await expect(hint(page, 'dias')).toHaveText('De 267 a 273');
  await field(page, 'dias').fill('266');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Debe estar entre 267 y 273 días', { exact: true })).toBeVisible();
  await field(page, 'sem').fill('38');
  await expect(field(page, 'dias')).toHaveValue('266');
  await field(page, 'sem').fill('43');
  await expect(field(page, 'dias')).toHaveValue('');
});

test('who attended is a table of flags, each named by row and column', async ({ page }) => {
  const table = page.getByRole('table', { name: 'Quién atendió' });
  await expect(table.getByRole('checkbox')).toHaveCount(14);
  for (const who of WHO)
    for (const what of ['parto', 'neonato'])
      await expect(table.getByRole('checkbox', { name: `${who}, ${what}`, exact: true })).not.toBeChecked();
  await table.getByRole('checkbox', { name: 'Obstetriz, parto' }).click();
  await expect(table.getByRole('checkbox', { name: 'Obstetriz, parto' })).toBeChecked();
  await expect(table.getByRole('checkbox', { name: 'Obstetriz, neonato' })).not.toBeChecked();
});

// proves 4.20, 4.21, 5.38
test('a detail shows only with its flag, and is not kept without it', async ({ page }) => {
  for (const [flag, detail] of [
    ['Defectos congénitos', 'valordefectoscongenitos'],
    ['Enfermedades', 'valorenfermedades'],
  ] as const) {
    const tile = page.getByRole('checkbox', { name: flag });
    await expect(field(page, detail)).toHaveCount(0);
    await tile.click();
    await field(page, detail).fill('P07.3');
    await tile.click();
    await expect(field(page, detail)).toHaveCount(0);
  }
  const values: Record<string, unknown> = RECORDS.rn.example;
  for (const name of ['pesonacer', 'pcefalico', 'longitud', 'sem', 'apgar1', 'apgar2', 'apgar3'])
    await field(page, name).fill(String(values[name]).replace('.', ','));
  await page.getByText('Adecuado', { exact: true }).click();
  await field(page, 'responsableegreso').fill('Rosa Yuquilema');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/rn'));
  await page.getByRole('button', { name: 'Guardar' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    dias: 273,
    valordefectoscongenitos: '',
    valorenfermedades: '',
    responsableegreso: 'ROSA YUQUILEMA',
  });
  await expect(page.getByText(RECORDS.rn.messages.created)).toBeVisible();
});

test('on a phone the save bar says what is missing and the contents make room', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('navigation', { name: 'Contenido del formulario' })).toBeHidden();
  await expect(page.getByText('Faltan 10 campos')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeInViewport();
});
