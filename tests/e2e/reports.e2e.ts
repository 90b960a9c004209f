import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { addDays, today } from '#domain/calendar.ts';
import { monthLabel } from '#domain/reports/months.ts';
import { pdfPages, pdfText } from '../support/poppler.ts';
import { monthsAgo, STAFF } from '../support/report-children.ts';
import { fillReports } from '../support/report-people.ts';
import {
  CONTROLS,
  EVERY_SECTION,
  FOLLOWED,
  RATE,
  SEX,
  STAFF_COUNT,
  TOTAL,
  VACCINES,
  WEIGHT,
  WEIGHT_CARD,
} from '../support/report-titles.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { giveSession, signInAs } from '../support/sign-in.ts';

const HEADING = 'Dashboard - Análisis de Desnutrición Crónica Infantil';

let server: ServerProcess;

test.beforeAll(async () => {
  server = await startServer();
  await fillReports(server);
});
test.afterAll(() => server.stop());

const card = (page: Page, title: string) =>
  page.getByRole('region', { name: title === WEIGHT ? WEIGHT_CARD : title, exact: true });
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
const pathOf = (page: Page) => {
  const { pathname, searchParams } = new URL(page.url());
  return { pathname, search: Object.fromEntries(searchParams) };
};

/** Opens every section. @param further search parameters: `&provincia=LOJA` */
async function open(page: Page, further = '') {
  if (page.url() === 'about:blank') await giveSession(page, server, STAFF.diego.cedula);
  await page.goto(`${server.url}${EVERY_SECTION}${further}`);
  await expect(page.getByRole('heading', { level: 1, name: HEADING, exact: true })).toBeVisible();
}

/** Expects these names in the follow-up table, top to bottom. */
async function expectFollowed(page: Page, names: string[]) {
  const rows = table(page, FOLLOWED).getByRole('row');
  await expect(rows).toHaveCount(names.length + 1);
  for (const [index, name] of names.entries()) await expect(rows.nth(index + 1)).toContainText(`${name} CUJÍ`);
}

// proves 2.207-2.213, 7.64, 7.65
test('the dashboard has the specified titles and the figures of every chart', async ({ page }) => {
  await open(page);
  await expect(page.getByText(/Datos al \d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeVisible();
  await expect(card(page, TOTAL)).toContainText('7');
  for (const title of [RATE, CONTROLS, SEX, 'Distribución por Peso', FOLLOWED, VACCINES, STAFF_COUNT])
    await expect(page.getByRole('heading', { level: 3, name: title, exact: true })).toBeVisible();
  // 1 of 7 is 14.2857 %.
  await expect(card(page, RATE).getByRole('img', { name: `${RATE}: 14,29 %, 1 de 7 niñas y niños` })).toBeVisible();
  await expect(
    card(page, SEX).getByRole('img', { name: `${SEX}. Masculino: 3 (42,86 %), Femenino: 4 (57,14 %)` }),
  ).toBeVisible();
  await expect(card(page, WEIGHT).getByText(WEIGHT, { exact: true })).toBeVisible();
  await expect(card(page, WEIGHT).locator('svg text', { hasText: /^Cantones$/ })).toBeVisible();
  await expect(card(page, WEIGHT).locator('svg text', { hasText: /^Peso \(kg\)$/ })).toBeVisible();
  await expect(card(page, WEIGHT).locator('svg text', { hasText: /^8,50$/ })).toBeVisible();
  // ANA's control of ten days ago is the latest.
  const latest = monthLabel(addDays(today(), -10).slice(0, 7));
  await expect(page.getByRole('slider', { name: CONTROLS })).toHaveAttribute('aria-valuetext', `${latest}: 1 control`);
  const drawing = card(page, CONTROLS).locator('svg').first();
  for (const part of latest.split(' ')) await expect(drawing).toContainText(part);
});

test('a place filters every part, whether chosen on the page or in the address', async ({ page }) => {
  await open(page);
  await page.getByRole('combobox', { name: 'Provincia' }).click();
  await page.getByRole('option', { name: 'CHIMBORAZO' }).click();
  await expect(card(page, TOTAL)).toContainText('3');
  await expectFollowed(page, ['ANA', 'BEA', 'CIRO']);
  await page.getByRole('combobox', { name: 'Cantón' }).click();
  await page.getByRole('option', { name: 'COLTA' }).click();
  await expectFollowed(page, ['ANA', 'BEA']);
  expect(pathOf(page).search).toEqual({ seccion: 'todas', provincia: 'CHIMBORAZO', canton: 'COLTA' });
  await expect(card(page, RATE).getByRole('img', { name: /50,00 %, 1 de 2/ })).toBeVisible();
  await expect(card(page, SEX).getByRole('img', { name: /Masculino: 1 .*Femenino: 1 / })).toBeVisible();
  await expect(table(page, VACCINES).getByRole('row')).toHaveCount(2);
  await expect(table(page, STAFF_COUNT).getByRole('row').last().getByRole('cell')).toHaveText([
    'Total General',
    '2',
    '1',
    '3',
  ]);
  await page.goBack();
  await expectFollowed(page, ['ANA', 'BEA', 'CIRO']);
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await expect(card(page, TOTAL)).toContainText('7');
  await open(page, '&provincia=LOJA&establecimiento=Centro+OLMEDO&periodo=9');
  await expectFollowed(page, ['DORA']);
  await expect(page.getByRole('combobox', { name: 'Establecimiento' })).toHaveValue('Centro OLMEDO');
});

test('every figure links to its people with the same place', async ({ page }) => {
  await open(page, '&provincia=CHIMBORAZO');
  const follow = async (name: string, link: RegExp, search: Record<string, string>, count: string) => {
    await card(page, name).getByRole('link', { name: link }).first().click();
    await expect(page.getByText(count, { exact: true })).toBeVisible();
    expect(pathOf(page).search).toEqual({ provincia: 'CHIMBORAZO', ...search });
    await page.goBack();
    await expect(page.getByRole('heading', { name: HEADING })).toBeVisible();
  };
  await follow(TOTAL, /Ver el listado/, {}, '3 resultados');
  await follow(RATE, /1 de 3/, { estado: 'Desnutrición' }, '1 resultado');
  await follow(SEX, /Masculino/, { sexo: 'MASCULINO' }, '2 resultados');
  const month = (today().slice(8) > '10' ? today() : monthsAgo(1)).slice(0, 7);
  await follow(CONTROLS, /^Ver los niños/, { mes: month }, '1 resultado');
  await expect(table(page, STAFF_COUNT)).toBeVisible();
  await table(page, STAFF_COUNT).getByRole('link', { name: '2: ver niños de Rosa Yuquilema' }).click();
  await expect(
    page.getByRole('button', { name: 'Quitar filtro Responsable del registro: Rosa Yuquilema' }),
  ).toBeVisible();
  await expect(page.getByText('2 resultados', { exact: true })).toBeVisible();
  await page.goBack();
  await table(page, STAFF_COUNT).getByRole('link', { name: '1: ver todas las mujeres' }).click();
  await expect(page).toHaveURL(/\/lista\/mujer\?provincia=CHIMBORAZO$/);
});

test('every chart has a table and is saved as an image and as a spreadsheet', async ({ page }) => {
  await open(page);
  for (const [title, headings, rows] of [
    [RATE, ['Niñas y niños', 'Total', '%'], 2],
    [CONTROLS, ['Mes', 'Controles'], 21],
    [SEX, ['Sexo', 'Total', '%'], 2],
    ['Distribución por Peso', ['Cantón', 'Provincia', 'Peso (kg)', 'Controles'], 5],
    [
      'Talla baja por provincia',
      ['Provincia', 'Medidos', 'Talla baja', 'Talla baja %', 'IC 95 % desde', 'IC 95 % hasta', 'Severa', 'Severa %'],
      3,
    ],
  ] as const) {
    await card(page, title).getByRole('button', { name: 'Ver como tabla' }).click();
    const figures = table(page, `${title}: las mismas cifras`);
    await expect(figures.getByRole('columnheader')).toHaveText([...headings]);
    const rowCount = await figures.getByRole('row').count();
    // GIL's control was 20 months ago; the latest one may be of this month or the previous one.
    expect([rows + 1, title === CONTROLS ? rows : rows + 1]).toContain(rowCount);

    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Guardar CSV: ${title}` }).click(),
    ]);
    const text = await readFile(await csv.path(), 'utf8');
    expect(text.startsWith(`\uFEFF${headings.join(';')}\r\n`)).toBe(true);
    expect(text.trimEnd().split('\r\n')).toHaveLength(rowCount);
    expect(csv.suggestedFilename()).toMatch(new RegExp(`^[a-z-]+-${today()}\\.csv$`));
    if (title === 'Distribución por Peso') expect(text).toContain('COLTA;CHIMBORAZO;8,50;2\r\n');

    const [png] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Guardar PNG: ${title}` }).click(),
    ]);
    const bytes = await readFile(await png.path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.readUInt32BE(16), 'twice its size').toBeGreaterThanOrEqual(2 * 460);
    expect(png.suggestedFilename()).toMatch(/\.png$/);
    await card(page, title).getByRole('button', { name: 'Ocultar tabla' }).click();
    await expect(figures).toHaveCount(0);
  }
});

// proves 6.15
test('administrador and supervisor have it in the navigation, and a brigada cannot open it', async ({ page }) => {
  await signInAs(page, server, STAFF.diego.cedula);
  await page.getByRole('banner').getByRole('link', { name: 'Reportes' }).click();
  await expect(page).toHaveURL(`${server.url}/reportes`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Reportes' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`${server.url}/reportes`);
  await expect(page).toHaveURL(/\/login$/);
  await signInAs(page, server, STAFF.rosa.cedula);
  await expect(page.getByRole('link', { name: 'Reportes' })).toHaveCount(0);
  await page.goto(`${server.url}/reportes`);
  await expect(page).toHaveURL(`${server.url}/`);
});

test('it prints every chart on few A4 sheets, without buttons', async ({ page }) => {
  await open(page, '&provincia=CHIMBORAZO');
  await page.waitForLoadState('networkidle');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('Libreta Integral de Salud · Provincia: CHIMBORAZO')).toBeVisible();
  for (const title of [RATE, CONTROLS, SEX, WEIGHT])
    await expect(card(page, title).locator('svg').first()).toBeVisible();
  await expect(table(page, FOLLOWED)).toBeVisible();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(5);
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45]\.\d+ 84[12]\.\d+\]/);
});

test('with every table open no row is cut at the end of a sheet', { tag: '@long' }, async ({ page }, info) => {
  await open(page);
  const toggle = page.getByRole('button', { name: 'Ver como tabla' });
  // The cards load independently.
  await expect(async () => {
    while ((await toggle.count()) > 0) await toggle.first().click();
    expect(await page.getByRole('table').count()).toBeGreaterThanOrEqual(10);
  }).toPass();
  await page.waitForLoadState('networkidle');
  const tables = await page
    .getByRole('table')
    .evaluateAll((all) =>
      all.map((one) => [
        one.getAttribute('aria-label') ?? '',
        [...one.querySelectorAll('tr')].map((row) => [...row.cells].map((cell) => cell.innerText)),
      ]),
    );
  const path = info.outputPath('reportes.pdf');
  await page.emulateMedia({ media: 'print' });
  await page.pdf({ path, preferCSSPageSize: true });
  const letters = pdfText(path).replace(/\s+/g, '');
  for (const [label, rows] of tables as [string, string[][]][])
    for (const row of rows)
      for (const line of row.flatMap((cell) => cell.split('\n')))
        expect(letters, `${label}: ${row.join(' · ')}`).toContain(line.replace(/\s+/g, ''));
  // The file also contains text that another card covers, so each month must have its own line, also at the end of a sheet.
  const lines = pdfPages(path)
    .join('\n')
    .split('\n')
    .map((line) => line.trim().replace(/ {2,}/g, ' '));
  const byLabel = new Map(tables as [string, string[][]][]);
  const months = byLabel.get(`${CONTROLS}: las mismas cifras`)?.slice(1) ?? [];
  expect(months.length).toBeGreaterThanOrEqual(20);
  for (const row of months) expect(lines).toContain(row.join(' '));
});
