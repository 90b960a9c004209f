import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { parseCsv } from 'hucre/csv';
import { addDays, showDay, today } from '#domain/calendar.ts';
import { control } from '#domain/records/control.ts';
import { fillFormOnPage } from '../support/fill-form.ts';
import { BRIGADE, fillFollowUp, OTHER_BRIGADE, SUPERVISOR } from '../support/follow-up-people.ts';
import { expectNotice } from '../support/notices.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { giveSession } from '../support/sign-in.ts';

let server: ServerProcess;
let ids: Record<string, string>;
test.beforeAll(async () => {
  server = await startServer();
  ids = await fillFollowUp(server);
});
test.afterAll(() => server.stop());

const table = (page: Page) => page.getByRole('table', { name: 'Seguimiento' });
const row = (page: Page, name: string) => table(page).getByRole('row', { name });
const reason = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Filtrar por motivo' }).getByRole('link', { name: label });

async function open(page: Page, cedula: string) {
  await giveSession(page, server, cedula);
  await page.goto(`${server.url}/registros`);
  await page.getByRole('link', { name: /^Seguimiento/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Seguimiento' })).toBeVisible();
}

test('the list of visits opens from /registros, shows the most urgent first and links to the child', async ({
  page,
}) => {
  await open(page, SUPERVISOR);
  await expect(page.getByText('4 niñas y niños necesitan una visita')).toBeVisible();
  const rows = table(page).getByRole('row');
  await expect(rows).toHaveCount(5);
  for (const name of ['ELI', 'CIRO']) await expect(rows.filter({ hasText: `${name} CUJÍ` })).toHaveCount(1);
  // Children in danger come before those who are only due.
  const names = await rows.evaluateAll((all) => all.map((one) => one.textContent ?? ''));
  const place = (name: string) => names.findIndex((text) => text.includes(`${name} CUJÍ`));
  expect(Math.max(place('ELI'), place('CIRO'))).toBeLessThan(Math.min(place('FE'), place('ANA')));

  await expect(row(page, 'ELI')).toContainText(
    `En el control del ${showDay(today())} pasó por debajo de −2 o −3 DE en talla/edad.`,
  );
  await expect(row(page, 'CIRO')).toContainText('Con desnutrición y 40 días sin control.');
  await expect(row(page, 'FE')).toContainText('Sin ningún control; el primero tocaba el');
  await expect(row(page, 'CIRO')).toContainText(showDay(addDays(today(), -40)));

  await page.getByRole('link', { name: 'CIRO CUJÍ' }).click();
  await expect(page).toHaveURL(`${server.url}/ninos/${ids.CIRO}`);
  await page.goBack();
  await expect(rows).toHaveCount(5);
});

test('a brigade sees its own children and no filter by user', async ({ page }) => {
  await open(page, OTHER_BRIGADE);
  await expect(row(page, 'FE')).toBeVisible();
  await expect(row(page, 'CIRO')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Responsable del registro' })).toHaveCount(0);
});

test('a child that is picked on a phone is in the plan of the day, also after a reload', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, BRIGADE);
  await page.getByRole('button', { name: 'En mi día: CIRO CUJÍ' }).click();
  await page.getByRole('link', { name: 'Mi día (1)' }).click();
  await expect(page).toHaveURL(/vista=dia/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Mi día' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Visitado: CIRO CUJÍ' }).check();
  await expect(page.getByText('1 de 1 visita hecha')).toBeVisible();
});

test('the list is exported with its filters', async ({ page }) => {
  await open(page, SUPERVISOR);
  await reason(page, 'Desnutrición sin control (1)').click();
  await expect(table(page).getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Otros formatos' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Exportar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`listado-seguimiento-${today()}.csv`);
  const rows = parseCsv(await readFile(await download.path(), 'utf8'), { delimiter: ';' });
  expect(rows).toHaveLength(2);
  const ciro = Object.fromEntries((rows[0] as string[]).map((name, index) => [name, (rows[1] as string[])[index]]));
  expect(ciro).toMatchObject({
    Nombres: 'CIRO',
    Cantón: 'COLTA',
    Celular: '0991234567',
    Estado: 'Desnutrición',
    'Último control': addDays(today(), -40),
    'Próxima hemoglobina': expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
    'Responsable del registro': 'Rosa Yuquilema',
  });
  expect(ciro['Motivo de la visita']).toContain('Con desnutrición y 40 días sin control.');
});

test('saving a control removes the child from the list of that reason', async ({ page }) => {
  await open(page, BRIGADE);
  await reason(page, 'Desnutrición sin control (1)').click();
  await expect(row(page, 'CIRO')).toBeVisible();
  await page.getByRole('link', { name: 'CIRO CUJÍ' }).click();
  await page.getByRole('tab', { name: /^Control/ }).click();
  await fillFormOnPage(page, control, { peso: 9.6, longitud: 77, perimetro: 46.5 });
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expectNotice(page, 'Éxito');
  await page.goto(`${server.url}/seguimiento`);
  await expect(reason(page, 'Desnutrición sin control (0)')).toBeVisible();
});
