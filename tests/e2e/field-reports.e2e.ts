import { expect, type Page, test } from '@playwright/test';
import { today } from '#domain/calendar.ts';
import { monthLabel } from '#domain/reports/months.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { fillFollowUp, SUPERVISOR } from '../support/follow-up-people.ts';
import { EVERY_SECTION } from '../support/report-titles.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { giveSession } from '../support/sign-in.ts';

const WEEK = 'Cuadro semanal del campo';
const STUNTING = 'Talla baja para la edad';
const DISAGREE = 'Donde el programa y la OMS no coinciden';

let server: ServerProcess;
let ids: Record<string, string>;
test.beforeAll(async () => {
  server = await startServer();
  ids = await fillFollowUp(server);
});
test.afterAll(() => server.stop());

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Opens every section. @param further search parameters: `&provincia=LOJA` */
async function open(page: Page, further = '') {
  await giveSession(page, server, SUPERVISOR);
  await page.goto(`${server.url}${EVERY_SECTION}${further}`);
  await expect(card(page, WEEK)).toBeVisible();
}

test('the weekly report counts the children not seen by user and canton and links to them', async ({ page }) => {
  await open(page);
  const table = page.getByRole('table', { name: WEEK });
  const month = today().slice(0, 7);
  await expect(table.getByRole('columnheader').nth(2)).toHaveText('Sin control más de 35 días');
  await expect(table.getByRole('columnheader').nth(4)).toHaveText(`Controles ${monthLabel(month)}`);
  const colta = table.getByRole('row', { name: /COLTA, CHIMBORAZO/ });
  await expect(colta.getByRole('cell').nth(1)).toHaveText('2');
  await expect(colta.getByRole('cell').nth(2)).toHaveText('1');
  // ELI grew shorter: one of the three controls was saved despite a warning.
  await expect(colta.getByRole('cell').nth(5)).toContainText('33,33 % de 3');
  const total = table.getByRole('row', { name: /^Total/ });
  await expect(total.getByRole('cell').nth(1)).toHaveText('4');

  await colta.getByRole('link', { name: '1: ver niños sin control de Rosa Yuquilema' }).click();
  await expect(page).toHaveURL(/\/lista\/ninos\?/);
  await expect(page.getByRole('button', { name: 'Quitar filtro Sin control más de 35 días' })).toBeVisible();
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'CIRO', exact: true })).toBeVisible();
  await page.goBack();
  await table.getByRole('link', { name: '1: ver niños con registros con advertencias', exact: true }).click();
  await expect(page.getByRole('link', { name: 'ELI', exact: true })).toBeVisible();
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible();
});

test('low length for age is shown in total, by month, by canton and on the map', async ({ page }) => {
  await open(page);
  // ELI of ELI, CIRO and ANA: 1 of 3.
  await expect(card(page, STUNTING)).toContainText('33,33 %');
  await expect(card(page, STUNTING)).toContainText('1 de 3 niñas y niños medidos. IC 95 %: 6,2–79,2 %');
  await expect(card(page, STUNTING)).toContainText('Severa: 0,00 %');
  const chart = page.getByRole('slider', { name: `${STUNTING} por mes` });
  await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`^${monthLabel(today().slice(0, 7))}: 50,00 %`));
  const cantons = page.getByRole('table', { name: `${STUNTING} por cantón` });
  await expect(cantons.getByRole('row').nth(1)).toContainText('COLTA');
  await expect(cantons.getByRole('row').nth(1)).toContainText('50,00 %');
  // Two children are too few for a level on the map.
  await expect(page.getByRole('link', { name: 'CHIMBORAZO: pocos datos (menos de 10 medidos)' })).toBeAttached();
  const map = card(page, 'Talla baja por provincia');
  await expect(map.getByRole('listitem')).toHaveCount(24 + 6);
  await map.locator('[data-province=CHIMBORAZO] path').click();
  await expect(page).toHaveURL(/provincia=CHIMBORAZO/);
  await expect(card(page, STUNTING)).toContainText('50,00 %');
  await card(page, STUNTING).getByRole('link', { name: '2 niñas y niños medidos' }).click();
  await expect(page.getByRole('button', { name: /^Quitar filtro Con talla para la edad/ })).toBeVisible();
  await expect(page.getByText('2 resultados', { exact: true })).toBeVisible();
  await page.goBack();
  await cantons.getByRole('link', { name: '2: ver los medidos de COLTA' }).click();
  await expect(page.getByText('2 resultados', { exact: true })).toBeVisible();
  await page.goBack();
  await card(page, STUNTING).getByRole('link', { name: 'Ver las niñas y los niños' }).click();
  await expect(page.getByRole('link', { name: 'ELI', exact: true })).toBeVisible();
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible();
});

test('children whom the programme and the WHO classify differently are listed with both results', async ({ page }) => {
  await open(page);
  const table = page.getByRole('table', { name: DISAGREE });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Nombres y Apellidos',
    'Estado según tabla del programa',
    'Estándares OMS',
    'Ver',
  ]);
  const eli = table.getByRole('row', { name: /ELI CUJÍ/ });
  await expect(eli).toContainText('Normal');
  await expect(eli).toContainText('La OMS encuentra talla baja para la edad.');
  await expect(eli).toContainText(/talla\/edad −2,\d\d/);
  await eli.getByRole('link', { name: 'Ver a ELI CUJÍ' }).click();
  await expect(page).toHaveURL(`${server.url}/ninos/${ids.ELI}`);
});

test('a place without data says so', async ({ page }) => {
  await open(page, '&provincia=AZUAY');
  await expect(card(page, WEEK)).toContainText('No hay niñas ni niños en seguimiento con estos filtros');
  await expect(card(page, WEEK)).toContainText('Quita algún filtro para ver más.');
  await expect(card(page, DISAGREE)).toContainText('Ninguna diferencia entre el programa y la OMS');
  await expect(card(page, STUNTING)).toContainText('Sin datos');
});

test('on a phone every figure has its label and the page does not scroll sideways', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page);
  await expect(page.getByRole('list', { name: WEEK }).getByText('Sin control más de 35 días').first()).toBeVisible();
  await expect(page.getByRole('list', { name: DISAGREE })).toContainText('ELI CUJÍ');
  await expect(page.getByRole('list', { name: DISAGREE }).locator('dt').last()).toHaveText('Ver');
  await expect(page.getByRole('list', { name: DISAGREE }).getByText('Ver', { exact: true }).first()).toHaveCSS(
    'position',
    'absolute',
  );
  await expectAccessible(page, 'Reportes, phone');
});
