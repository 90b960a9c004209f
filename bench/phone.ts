import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../tests/support/chromium.ts';
import { preparedTool } from '../tests/support/tools.ts';
import { BRIGADE, servedChildren } from './served-children.ts';

/*
 * What a phone of the field waits for, on a line of the field: npm run bench:phone. Against the built server, each step from
 * the press that begins it until what it is for can be read. What takes longer than it should is marked; machines differ.
 */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const SLOWER = 4;
/** As somebody types who has typed them a hundred times. */
const KEY_MS = 200;
const MOST_A_KEY = 16;
const WORK = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];

/** A page on that line, and the bytes that came over it so far. */
async function phonePage(context: BrowserContext) {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const came = { bytes: 0, files: 0 };
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    came.bytes += encodedDataLength;
    came.files += encodedDataLength > 0 ? 1 : 0;
  });
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', LINE);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { page, devTools, came };
}
type PhonePage = Awaited<ReturnType<typeof phonePage>>;

async function step(name: string, { came }: PhonePage, mostMs: number, act: () => Promise<unknown>): Promise<void> {
  const before = { ...came };
  const start = performance.now();
  await act();
  const ms = Math.round(performance.now() - start);
  const kB = Math.round((came.bytes - before.bytes) / 1_000);
  const missed = ms > mostMs ? `, should be ${mostMs}` : '';
  console.log(
    `${name.padEnd(13)} ${String(ms).padStart(6)} ms ${String(kB).padStart(4)} kB in ${came.files - before.files} files${missed}`,
  );
}

const TYPED = 'Se va con su mamá, come bien y duerme toda la noche';

/** What the processor does for one key in the form of a newborn: its own time, whoever else uses the machine. */
async function keyStrokes({ page, devTools }: PhonePage): Promise<void> {
  await page.goto(`${server.url}/ninos/${other}?seccion=rn`);
  const field = page.locator('[name=responsableegreso]');
  // What is fetched ahead is no work of a key.
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
    `a key ${' '.repeat(11)}${now.toFixed(1)} ms of work at ${SLOWER}×${now > MOST_A_KEY ? `, should be ${MOST_A_KEY}` : ''}`,
  );
}

const { server, child, other } = await servedChildren();
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
  await step('sign-in page', first, 4_500, async () => {
    await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
    await page.locator('[name=cedula]').waitFor();
  });
  await page.locator('[name=cedula]').pressSequentially(BRIGADE.cedula, { delay: KEY_MS });
  await page.locator('[name=password]').pressSequentially(BRIGADE.password, { delay: KEY_MS });
  await step('first list', first, 4_000, async () => {
    await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
    await page.getByRole('link', { name: 'Consultar Niños' }).click();
    await firstRow(page).waitFor();
  });
  await step('child page', first, 2_500, async () => {
    await firstRow(page).click();
    await page.getByRole('region', { name: 'Portada de la libreta' }).waitFor();
  });
  await page.waitForLoadState('networkidle');
  await keyStrokes(first);
  // Whoever works for a minute has the whole application on the device.
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    timeout: 120_000,
  });
  await page.close();
  const later = await phonePage(phone);
  await step('second visit', later, 1_000, async () => {
    await later.page.goto(`${server.url}/lista/ninos`, { waitUntil: 'commit' });
    await firstRow(later.page).waitFor();
  });
  await later.page.evaluate(() => localStorage.clear());
  await later.page.close();
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
