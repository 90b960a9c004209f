import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { CHROMIUM_FLAGS } from '../tests/support/chromium.ts';
import { preparedTool } from '../tests/support/tools.ts';
import { BRIGADE, startServerWithChildren } from './served-children.ts';

/*
 * Measures the waits of a phone in the field on a slow network: npm run bench:phone. It uses the built server. Each step lasts from the
 * press that begins it until its result can be read. Values over their budget are marked; machines differ.
 */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const SLOWER = 4;
/** The pace of a user who types them daily. */
const KEY_MS = 200;
const MAX_PER_KEY = 16;
/** Visits of the installed application: one alone differs by a third. */
const LATER_VISITS = ['second visit', 'third visit', 'fourth visit'];
const WORK = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];

/** A page on the slow network, with a count of the bytes and files it received. */
async function phonePage(context: BrowserContext) {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const received = { bytes: 0, files: 0 };
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received.bytes += encodedDataLength;
    received.files += encodedDataLength > 0 ? 1 : 0;
  });
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', LINE);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { page, devTools, received };
}
type PhonePage = Awaited<ReturnType<typeof phonePage>>;

async function step(name: string, { received }: PhonePage, mostMs: number, act: () => Promise<unknown>): Promise<void> {
  const before = { ...received };
  const start = performance.now();
  await act();
  const ms = Math.round(performance.now() - start);
  const kB = Math.round((received.bytes - before.bytes) / 1_000);
  const missed = ms > mostMs ? `, should be ${mostMs}` : '';
  console.log(
    `${name.padEnd(13)} ${String(ms).padStart(6)} ms ${String(kB).padStart(4)} kB in ${received.files - before.files} files${missed}`,
  );
}

const TYPED = 'Se va con su mamá, come bien y duerme toda la noche';

/** Measures the processor time for one key in the form of a newborn; other processes on the machine do not count. */
async function keyStrokes({ page, devTools }: PhonePage): Promise<void> {
  await page.goto(`${server.url}/ninos/${other}?seccion=rn`);
  const field = page.locator('[name=responsableegreso]');
  // Prefetching is not part of a key's work.
  await page.waitForLoadState('networkidle');
  await field.click();
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const work = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return metrics.reduce((sum, { name, value }) => sum + (WORK.includes(name) ? value * 1_000 : 0), 0);
  };
  const before = await work();
  await field.pressSequentially(TYPED, { delay: 30 });
  const each = ((await work()) - before) / TYPED.length;
  const now = SLOWER * each;
  console.log(
    `a key ${' '.repeat(11)}${now.toFixed(1)} ms of work at ${SLOWER}×${now > MAX_PER_KEY ? `, should be ${MAX_PER_KEY}` : ''}`,
  );
}

const { server, child, other } = await startServerWithChildren();
const browser = await chromium.launch({ executablePath: preparedTool('chromium'), args: CHROMIUM_FLAGS });
const newPhone = () => browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
const firstRow = (page: Page) => page.locator(`a[href="/ninos/${child}"]`).first();
try {
  const visitor = await phonePage(await newPhone());
  await step('landing', visitor, 2_500, async () => {
    await visitor.page.goto(server.url, { waitUntil: 'commit' });
    await visitor.page.getByRole('heading', { name: 'Libreta Integral de Salud' }).waitFor();
  });

  const phone = await newPhone();
  const first = await phonePage(phone);
  const { page } = first;
  await step('sign-in form', first, 2_500, async () => {
    await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
    await page.locator('[name=cedula]').waitFor();
  });
  // People type meanwhile.
  await step('sign-in page', first, 4_500, () => page.locator('#root [name=cedula]').waitFor());
  await page.locator('[name=cedula]').pressSequentially(BRIGADE.cedula, { delay: KEY_MS });
  await page.locator('[name=password]').pressSequentially(BRIGADE.password, { delay: KEY_MS });
  await step('first list', first, 4_000, async () => {
    await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
    await page.getByRole('link', { name: 'Consultar Niños' }).click();
    await firstRow(page).waitFor();
  });
  // The row of the list shows who it is before the booklet has come.
  await step('opened child', first, 1_500, async () => {
    await firstRow(page).click();
    await page.getByRole('heading', { level: 1, name: String(RECORDS.nino.example.nombres) }).waitFor();
  });
  await step('her records', first, 1_000, () => page.locator('[name=nombres]').waitFor());
  await page.waitForLoadState('networkidle');
  await keyStrokes(first);
  // After a minute of work the whole application is on the device.
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    timeout: 120_000,
  });
  await page.close();
  for (const visit of LATER_VISITS) {
    const later = await phonePage(phone);
    await step(visit, later, 1_000, async () => {
      await later.page.goto(`${server.url}/lista/ninos`, { waitUntil: 'commit' });
      await firstRow(later.page).waitFor();
    });
    await later.page.close();
  }
  const last = await phone.newPage();
  await last.goto(`${server.url}/logo.svg`);
  await last.evaluate(() => localStorage.clear());
  await last.close();
  await phone.setOffline(true);
  const cold = await phonePage(phone);
  await cold.devTools.send('Network.emulateNetworkConditions', { ...LINE, offline: true });
  await step('no network', cold, 2_000, async () => {
    await cold.page.goto(`${server.url}/login`, { waitUntil: 'commit' });
    await cold.page.locator('[name=cedula]').waitFor();
  });
} finally {
  await browser.close();
  await server.stop();
}
