import { expect, type Page, test } from '@playwright/test';
import { breakCalls, expectDiscreet, expectSilence, PATIENCE } from '../support/broken-calls.ts';
import { STAFF } from '../support/report-children.ts';
import { fillReports } from '../support/report-people.ts';
import { CARDS, FOLLOWED, TOTAL } from '../support/report-titles.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { beSignedIn } from '../support/sign-in.ts';

// What cannot be loaded in the reports is stored and logged, not displayed (specification, section 8).

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer();
  await fillReports(server);
});
test.afterAll(() => server.stop());
test.beforeEach(({ page }) => beSignedIn(page, server, STAFF.diego.cedula));

const open = (page: Page) => page.goto(`${server.url}/reportes`);
const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const rows = (page: Page) => page.getByRole('table', { name: FOLLOWED, exact: true }).getByRole('row');

const retryIn = (page: Page, title: string) =>
  card(page, title).getByRole('button', { name: `Volver a intentar: ${title}`, exact: true });

// The other ways in which an answer does not come are proved by the tests of the screen.
test('what cannot be loaded is logged, not said, nor printed; each card asks again in its place', async ({ page }) => {
  const { mend, logged } = await breakCalls(page, '**/api/reportes/**', 'abort');
  await open(page);
  for (const title of CARDS) await expect(retryIn(page, title)).toBeVisible(PATIENCE);
  await expect(async () => {
    await expectSilence(page);
    for (const title of CARDS) await expect(retryIn(page, title)).toHaveAttribute('aria-disabled', 'false');
  }).toPass(PATIENCE);
  expectDiscreet(logged, 'abort');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button')).toHaveCount(0);
  await expectSilence(page);
  await page.emulateMedia({ media: 'screen' });
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
