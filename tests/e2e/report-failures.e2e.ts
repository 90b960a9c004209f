import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { breakCalls, contrastOf, expectDiscreet, expectSilence, PATIENCE } from '../support/broken-calls.ts';
import { fillReports, STAFF } from '../support/report-people.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { signInAs } from '../support/sign-in.ts';

/** What cannot be loaded in the reports is stored and logged, not displayed (specification, section 8). */
const TOTAL = 'Total de niños ingresados';
const WEIGHT = 'Distribución por Peso';
const FOLLOWED = 'Tabla de seguimiento Desnutrición Crónica';

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer();
  await fillReports(server);
});
test.afterAll(() => server.stop());
test.beforeEach(({ page }) => signInAs(page, server, STAFF.diego.cedula));

const open = (page: Page) => page.goto(`${server.url}/reportes`);
const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const rows = (page: Page) => page.getByRole('table', { name: FOLLOWED, exact: true }).getByRole('row');

/** Every card that loads by itself. */
const CARDS = [
  TOTAL,
  'Tasa de Desnutrición Crónica Infantil',
  'Número de Controles brindados',
  'Distribución por Género',
  WEIGHT,
  FOLLOWED,
  'Tabla de vacunas por niños/as',
  'Tabla de conteo de registros por persona',
  'Cuadro semanal del campo',
  'Talla baja para la edad',
  'Talla baja para la edad por mes',
  'Talla baja por provincia',
  'Talla baja para la edad por cantón',
  'Donde el programa y la OMS no coinciden',
];
const retryIn = (page: Page, title: string) =>
  card(page, title).getByRole('button', { name: `Volver a intentar: ${title}`, exact: true });

// proves 8.11, 8.12
for (const way of [500, 'abort', 503, 'slow'] as const)
  test(`what cannot be loaded (${way}) is logged, not said; each card asks again in its place`, async ({ page }) => {
    const { mend, toldOf, logged } = await breakCalls(page, '**/api/reportes/**', way);
    await open(page);
    for (const title of CARDS) await expect(retryIn(page, title)).toBeVisible(PATIENCE);
    await expect(async () => {
      await expectSilence(page);
      for (const title of CARDS) await expect(retryIn(page, title)).toHaveAttribute('aria-disabled', 'false');
    }).toPass(PATIENCE);
    expectDiscreet(logged, way);
    // Once for each call, not for each card that waits for it.
    if (way === 500 || way === 'slow') {
      expect(toldOf('niños')).toHaveLength(4);
      expect(toldOf('controles')).toHaveLength(3);
      expect(toldOf('vacunas')).toHaveLength(1);
      expect(toldOf('registros')).toHaveLength(2);
    }
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    mend();
    for (const title of CARDS) {
      const again = retryIn(page, title);
      // Another card of the same call has brought it already, or the connection that is back.
      if (await again.isVisible()) await again.click().catch(() => undefined);
      await expect(again).toHaveCount(0, PATIENCE);
    }
    await expect(card(page, TOTAL)).toContainText('7');
    await expect(page.getByText(/Datos al/)).toBeVisible();
    await expect(rows(page)).toHaveCount(6);
  });

test('a failed page reads well on every ground, takes a finger, is accessible, and prints without a word of it', async ({
  page,
}) => {
  await breakCalls(page, '**/api/reportes/**');
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page);
    for (const title of CARDS) {
      await expect(retryIn(page, title)).toBeVisible(PATIENCE);
      expect((await retryIn(page, title).boundingBox())?.height, title).toBeGreaterThanOrEqual(44);
    }
    const ratios = await contrastOf(page, '[aria-label^="Volver a intentar: "] .mantine-Button-label');
    expect(ratios.length).toBe(CARDS.length);
    for (const ratio of ratios) expect(ratio).toBeGreaterThanOrEqual(4.5);
    await expectAccessible(page, `reportes que no cargan, ${width} px`);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button')).toHaveCount(0);
  await expectSilence(page);
});

test('a card that is asked again by keyboard keeps the focus, and hands it to its heading', async ({ page }) => {
  const { mend, toldOf } = await breakCalls(page, /\/api\/reportes\/(peso-canton|desnutricion)/);
  await open(page);
  const again = retryIn(page, WEIGHT);
  await expect(again).toBeVisible(PATIENCE);
  await expect(card(page, TOTAL)).toContainText('7');
  expect(toldOf('niños')).toHaveLength(2);
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await expect(again).toHaveAttribute('aria-disabled', 'false', PATIENCE);
  await expect(again).toBeFocused();
  mend();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('slider', { name: 'Peso promedio de niños/as por cantones' })).toBeVisible();
  await expect(card(page, WEIGHT).getByRole('heading', { level: 2 })).toBeFocused();
  await expect(retryIn(page, FOLLOWED)).toBeVisible();
});

test('another place whose figures cannot be loaded does not show those of the place before', async ({ page }) => {
  await open(page);
  await expect(card(page, TOTAL)).toContainText('7');
  await expect(rows(page)).toHaveCount(6);
  const { mend } = await breakCalls(page, '**/api/reportes/**');
  await page.getByRole('link', { name: /^LOJA:/ }).click();
  for (const title of [TOTAL, FOLLOWED]) await expect(retryIn(page, title)).toBeVisible(PATIENCE);
  await retryIn(page, FOLLOWED).click();
  await expect(rows(page)).toHaveCount(0);
  await expect(retryIn(page, FOLLOWED)).toHaveAttribute('aria-disabled', 'false', PATIENCE);
  await expect(card(page, TOTAL)).not.toContainText('7');
  mend();
  await retryIn(page, FOLLOWED).click();
  await expect(rows(page)).toHaveCount(3);
});
