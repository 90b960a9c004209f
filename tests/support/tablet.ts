import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS } from './chromium.ts';
import { recordNotices } from './notices.ts';
import { lasting } from './passing-time.ts';
import { PASSWORD } from './people.ts';
import { pathOfTool } from './tools.ts';

/** Processes of any browser that uses the profile. */
function processesOn(profile: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(profile)
        ? [Number(name)]
        : [];
    } catch {
      return []; // it has just ended
    }
  });
}

interface Screen {
  readonly width: number;
  readonly height: number;
}
const PHONE: Screen = { width: 360, height: 740 };

type Program = 'chromium' | 'chromiumShell';

interface TabletOptions {
  readonly viewport?: Screen;
  /** The full Chromium stores files that its headless shell does not, such as a history; it starts half as fast. */
  readonly program?: Program;
}

const launch = (
  profile: string,
  { viewport, program, offline = false }: Required<TabletOptions> & { offline?: boolean },
) =>
  chromium.launchPersistentContext(profile, {
    executablePath: pathOfTool(program),
    args: CHROMIUM_FLAGS,
    viewport,
    locale: 'es-EC',
    timezoneId: 'America/Guayaquil',
    offline,
    serviceWorkers: 'allow',
    reducedMotion: 'reduce',
  });

/** Waits until every file of the application is cached. */
export const installed = (page: Page, timeout = 60_000) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, { timeout });

/** Profiles with the installed application, by program and address. */
const profiles = new Map<string, Promise<string>>();

/** Installing takes as long as most tests, so it is done once per server; `installed` tests it. */
function installedProfile(url: string, program: Program): Promise<string> {
  const install = async () => {
    const profile = mkdtempSync(join(tmpdir(), 'libreta-installed-'));
    process.once('exit', () => rmSync(profile, { recursive: true, force: true }));
    const browser = await launch(profile, { program, viewport: PHONE });
    const page = browser.pages()[0] ?? (await browser.newPage());
    await page.goto(`${url}/login`);
    await installed(page);
    await browser.close();
    return profile;
  };
  const key = `${program} ${url}`;
  const profile = profiles.get(key) ?? install();
  profiles.set(key, profile);
  return profile;
}

/** A tablet: a profile folder that outlives the browser, which can be closed, killed and restarted, online or offline. */
export function tablet(url: string, { viewport = PHONE, program = 'chromiumShell' }: TabletOptions = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'libreta-tablet-'));
  let browser: BrowserContext | undefined;
  let isNew = true;

  return {
    profile,
    async start({ offline = false } = {}): Promise<Page> {
      await this.close();
      if (isNew) cpSync(await installedProfile(url, program), profile, { recursive: true });
      isNew = false;
      browser = await launch(profile, { viewport, program, offline });
      await recordNotices(browser);
      const page = browser.pages()[0] ?? (await browser.newPage());
      page.on('pageerror', (error) => expect(error, 'uncaught error in the page').toBeUndefined());
      return page;
    },
    async close(): Promise<void> {
      await browser?.close();
      browser = undefined;
    },
    /** Kills the browser as an empty battery would. */
    async kill(): Promise<void> {
      for (const pid of processesOn(profile)) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // The process ended with its parent.
        }
      }
      await browser?.close().catch(() => undefined);
      browser = undefined;
      await expect.poll(() => processesOn(profile)).toEqual([]);
      for (const lock of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
        rmSync(join(profile, lock), { force: true });
    },
    async signIn(page: Page, cedula: string): Promise<void> {
      await page.goto(`${url}/login`);
      await page.locator('[name=cedula]').fill(cedula);
      await page.locator('[name=password]').fill(PASSWORD);
      await page.locator('[name=password]').press('Enter');
      await expect(page).toHaveURL(/\/registros$/);
    },
    async throwAway(): Promise<void> {
      await this.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** The status chip in the header. */
export const statusChip = (page: Page) => page.locator('header a[href="/equipo"]:visible');

/** The names of the databases; undefined when Chromium does not answer, as may happen while it deletes databases. */
export const databasesOn = (page: Page): Promise<(string | undefined)[] | undefined> =>
  Promise.race([
    page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)),
    lasting(1_000, 'the time that an answer may take').then(() => undefined),
  ]);

/** Text fields of a store's rows in every vault. */
const rowsOnDisk = (page: Page, store: string): Promise<Record<string, string>[]> =>
  page.evaluate(async (name) => {
    const answered = <T>(asking: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asking.onsuccess = () => resolve(asking.result);
        asking.onerror = () => reject(asking.error);
      });
    const all: Record<string, string>[] = [];
    for (const database of await indexedDB.databases()) {
      if (!database.name || !/^libreta-[\da-f-]{36}$/.test(database.name)) continue;
      const db = await answered(indexedDB.open(database.name));
      const rows: object[] = await answered(db.transaction(name).objectStore(name).getAll());
      for (const row of rows)
        all.push(Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value === 'string')));
      db.close();
    }
    return all;
  }, store);

/** Stamps of the booklets on the disk, by person. */
export const bookletsOnDevice = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries((await rowsOnDisk(page, 'libretas')).map(({ persona, cambio }) => [persona, cambio]));

/** When the latest draft in a vault was stored, by the device's clock; its text begins with it. */
export const lastDraftAt = async (page: Page): Promise<number> =>
  Math.max(0, ...(await rowsOnDisk(page, 'borradores')).map(({ texto = '' }) => Number.parseInt(texto, 10)));

/** The number of vaults with a stored session. */
export const sessionsOn = async (page: Page): Promise<number> =>
  (await rowsOnDisk(page, 'estado')).filter(({ clave }) => clave === 'sesion').length;

/** The chip when everything is on the device and nothing was sent recently … */
export const READY = 'Listo para salir sin señal';
/** … and after everything was sent. */
export const SENT = /^(Todo enviado.*|Listo para salir sin señal)$/;

/** Waits until all booklets are on the device. */
export const ready = (page: Page): Promise<void> =>
  expect(statusChip(page)).toHaveAttribute('aria-label', READY, { timeout: 60_000 });

/** Types the password that opens the vault. */
export async function openVaultOf(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Escribe tu contraseña' });
  await dialog.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog).toBeHidden({ timeout: 30_000 });
}

/** Whether a small write fails: browsers cache the free space for half a minute. */
const isFull = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('sonda', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('datos');
    const db = await new Promise<IDBDatabase | null>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => resolve(null);
    });
    // A database that could not be created needs room too.
    if (!db) return opening.error?.name === 'QuotaExceededError';
    const inside = db.transaction('datos', 'readwrite', { durability: 'strict' });
    inside.objectStore('datos').put('x', 'x');
    const name = await new Promise<string>((resolve) => {
      inside.oncomplete = () => resolve('');
      inside.onabort = () => resolve(inside.error?.name ?? '');
    });
    db.close();
    return name === 'QuotaExceededError';
  });

/** Limits the site's quota to 2 MB less than it uses and waits until the browser enforces it. @returns restores the quota */
export async function takeRoom(page: Page): Promise<() => Promise<void>> {
  const { usage = 0 } = await page.evaluate(() => navigator.storage.estimate());
  const cdp = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: Math.max(1, usage - 2_000_000) });
  await expect.poll(() => isFull(page), { timeout: 60_000 }).toBe(true);
  return async () => {
    await cdp.send('Storage.overrideQuotaForOrigin', { origin });
    await expect.poll(() => isFull(page), { timeout: 60_000 }).toBe(false);
  };
}

/** Fills the disk of a device with a vault, including its reserve of 5 MB, so that 3 MB remain once that is released. */
export async function fillDisk(page: Page): Promise<void> {
  await expect.poll(async () => (await rowsOnDisk(page, 'reserva')).length, { timeout: 60_000 }).toBe(1);
  await takeRoom(page);
}
