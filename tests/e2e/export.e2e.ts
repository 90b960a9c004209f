import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Download, expect, type Page, test } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { today } from '#domain/calendar.ts';
import { exportCells, exportColumns } from '#domain/exports/columns.ts';
import { RECORDS } from '#domain/records/index.ts';
import { openDatabase } from '#server/db/connect.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { recordOf } from '../support/factories.ts';
import { expectNotice } from '../support/notices.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { administratorCalls, giveSession } from '../support/sign-in.ts';
import { readCsv, readSheets } from '../support/spreadsheet.ts';
import { startProxy } from '../support/tcp-proxy.ts';

const MANY = 10_000;
const NOT_SAVED = /no se guardó ningún archivo/;
const LISTS = [
  { key: 'nino', path: '/lista/ninos', file: 'listado-ninos' },
  { key: 'mujer', path: '/lista/mujer', file: 'listado-mujeres' },
] as const;

let server: ServerProcess;
let dataDir: string;

test.describe.configure({ mode: 'serial' });

/** Inserts many children with long, hardly compressible texts while no server uses the database. */
async function fillUp(): Promise<void> {
  const { db, close } = await openDatabase({ dataDir });
  await db.execute(sql`
    insert into nino (_id, fecha_registro, created_by, busqueda, hcu, cedula, cedulamadre, nombres, apellidos, discapacidad, direccion, revisar)
    select gen_random_uuid(), timestamptz '2026-01-01' + i * interval '1 second', usuario._id, 'muchos', 'H' || i,
      '00' || 80000000 + i, 'M', 'N', 'A', 'No', (select string_agg(md5(i || '-' || n), '') from generate_series(1, 6) as n), '9999-12-31'
    from generate_series(1, ${MANY}) as i, (select _id from usuario limit 1) as usuario`);
  await close();
}

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'libreta-export-'));
  server = await startServer({ dataDir });
  const call = await administratorCalls(server);
  for (const { key } of LISTS)
    for (const change of [
      { cedula: '0000000012', nombres: 'ÑUSTA', hcu: '=1+1', direccion: 'A; "B"' },
      { cedula: '0603714026', nombres: 'OTRA', hcu: '007' },
    ])
      await call('POST', `/api/${key}`, { ...RECORDS[key].example, ...change });
  await server.stop();
  await fillUp();
  server = await startServer({ dataDir });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
test.beforeEach(({ page }) => giveSession(page, server));

const excel = (page: Page) => page.getByRole('button', { name: 'Exportar Excel' });
const progress = (page: Page) => page.getByRole('progressbar', { name: /Exportando a/ });

/** The expected cells of a file, from rows of the API. */
async function expected(key: string, query: string): Promise<string[][]> {
  const { body } = await (await administratorCalls(server))('GET', `/api/${key}${query}`);
  const columns = exportColumns(recordOf(key));
  return [columns.map(({ label }) => label), ...body.map((row: Record<string, unknown>) => exportCells(columns, row))];
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

/** Limits the network of the page. */
async function slowDown(page: Page, kilobytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: kilobytesPerSecond * 1024,
    uploadThroughput: -1,
  });
}

for (const { key, path, file } of LISTS) {
  // proves 2.69, 2.97
  test(`${path}: both files hold every row of the searched list as the API returns it`, {
    tag: key === 'nino' ? ['@long'] : [],
  }, async ({ page }) => {
    for (const query of ['', '?q=0000000012']) {
      await page.goto(server.url + path + query);
      const rows = await expected(key, query);
      const [download] = await Promise.all([page.waitForEvent('download'), excel(page).click()]);
      expect(download.suggestedFilename()).toBe(`${file}-${today()}.xlsx`);
      await expectNotice(page, 'Lista exportada');
      const [sheet] = await readSheets(await bytesOf(download));
      expect(sheet?.rows).toEqual(rows);

      await page.getByRole('button', { name: 'Otros formatos' }).click();
      const item = page.getByRole('menuitem', { name: 'Exportar CSV' });
      const [csv] = await Promise.all([page.waitForEvent('download'), item.click()]);
      expect(csv.suggestedFilename()).toBe(`${file}-${today()}.csv`);
      const text = (await bytesOf(csv)).toString();
      expect(text.startsWith('\uFEFFHCU;Cédula;')).toBe(true);
      expect(readCsv(text)).toEqual(rows.map((row) => row.map((cell) => cell.replace(/^=/, "'="))));
    }
  });
}

for (const { tag, ...viewport } of [
  { width: 360, height: 740, tag: [] },
  { width: 1280, height: 800, tag: ['@long'] },
]) {
  test(`an export shows its progress, and a cancelled one saves nothing, at ${viewport.width} pixels`, { tag }, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const downloads: Download[] = [];
    page.on('download', (download) => downloads.push(download));
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('exportar')) requests.push(request.url());
    });
    await page.goto(`${server.url}/lista/ninos`);
    await expect(page.locator('main').getByText('00800').first()).toBeVisible();
    await slowDown(page, 30);
    await excel(page).dblclick();
    await expect(progress(page)).toHaveAttribute('aria-valuetext', /^[1-9][\d.]* de 10\.002 filas$/);
    // It must still run after all that follows.
    await slowDown(page, 10);
    await expect(page.getByRole('status').filter({ hasText: 'Exportando a Excel' })).toBeAttached();
    await expectAccessible(page, 'an export that runs');
    // The list stays usable during the export.
    await page.getByRole('button', { name: /siguiente/i }).click();
    await expect(page).toHaveURL(/pagina=2/);
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expectNotice(page, 'La exportación se canceló y no se guardó ningún archivo.');
    await expect(progress(page)).toHaveCount(0);
    await expect(excel(page)).toBeFocused();
    expect([requests.length, downloads.length]).toEqual([1, 0]);
  });
}

test('a refusal of the server is shown and nothing is saved', async ({ page }) => {
  await page.goto(`${server.url}/lista/mujer`);
  await page.route('**/exportar.*', (route) =>
    route.fulfill({ status: 500, json: { message: 'Ocurrió un error inesperado.', requestId: 'x' } }),
  );
  await excel(page).click();
  const notice = page.getByRole('alert').filter({ hasText: NOT_SAVED });
  await expect(notice).toContainText('Ocurrió un error inesperado.');
  await page.unrouteAll();
  await expectAccessible(page, 'an export that failed');
  const [download] = await Promise.all([page.waitForEvent('download'), excel(page).click()]);
  expect((await readSheets(await bytesOf(download)))[0]?.rows).toHaveLength(3);
  await expect(notice).toHaveCount(0);
});

test('a server that dies during the export leaves no file', { tag: '@long' }, async ({ page }) => {
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  // In the process of this test: while that stands still, no more of the file passes.
  const line = await startProxy(Number(new URL(server.url).port));
  const url = `http://127.0.0.1:${line.port}`;
  await giveSession(page, { ...server, url });
  await page.goto(`${url}/lista/ninos`);
  await expect(excel(page)).toBeEnabled();
  line.delay(500);
  await excel(page).click();
  await expect(progress(page)).toHaveAttribute('aria-valuetext', /^[1-9]/);
  await server.kill();
  // With what the server had written and the line still held.
  line.cut();
  await expect(page.getByRole('alert').filter({ hasText: NOT_SAVED })).toBeVisible();
  expect(downloads).toEqual([]);
  await line.close();
});
