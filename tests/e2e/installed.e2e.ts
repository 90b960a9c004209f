import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { startBadLine } from '../support/bad-line.ts';
import { bodyWith, newCedula } from '../support/factories.ts';
import { createUser } from '../support/people.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { administratorCalls, giveSession } from '../support/sign-in.ts';
import { installed } from '../support/tablet.ts';

// Other files block service workers, so that their tests see the server's answers.
test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });

const BRIGADE = newCedula();
let server: ServerProcess;
let site: Server;
/** Appended to the service worker: other bytes are another version. */
let version = '';
/** The server behind the site. */
let met: ServerProcess;
let childId: string;

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, BRIGADE, 'ROLE_SUPERVISOR');
  childId = (await (await administratorCalls(server))('POST', '/api/nino', bodyWith(RECORDS.nino, undefined))).body._id;
  site = createServer((incoming, answer) => {
    // Conditional headers are dropped, because the browser must compare the bytes.
    const { 'if-none-match': _tag, 'if-modified-since': _date, ...sent } = incoming.headers;
    const headers = { ...sent, 'accept-encoding': 'identity' };
    const forwarded = request(`${server.url}${incoming.url}`, { method: incoming.method, headers }, (came) => {
      const { 'content-length': _length, ...rest } = came.headers;
      answer.writeHead(came.statusCode ?? 502, rest);
      came.on('end', () => answer.end(incoming.url === '/sw.js' ? version : undefined));
      came.pipe(answer, { end: false });
    });
    forwarded.on('error', () => answer.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  met = { ...server, url: `http://127.0.0.1:${(site.address() as AddressInfo).port}` };
});
test.afterAll(async () => {
  site.closeAllConnections();
  site.close();
});

async function installedOn(page: Page): Promise<void> {
  await giveSession(page, met, BRIGADE);
  await page.goto(`${met.url}/lista/ninos`);
  await expect(page.getByRole('heading', { name: 'Listado de Niños' })).toBeVisible();
  await installed(page);
}

/** Cached files by address. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const all: [string, string][] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const cached of await cache.keys()) {
        const answer = await cache.match(cached);
        all.push([new URL(cached.url).pathname, (await answer?.text()) ?? '']);
      }
    }
    return all;
  });

async function coldPage(context: BrowserContext): Promise<Page> {
  for (const page of context.pages()) await page.close();
  await context.setOffline(true);
  return context.newPage();
}

test('the application has the manifest and icons that an installation needs', async ({ page }) => {
  await page.goto(`${met.url}/login`);
  const manifest = await page.evaluate(async () => {
    const address = document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? '';
    return (await fetch(address)).json();
  });
  expect(manifest).toMatchObject({
    name: 'Libreta Integral de Salud',
    lang: 'es-EC',
    start_url: '/registros',
    display: 'standalone',
  });
  const sizes = await page.evaluate(
    (icons) =>
      Promise.all(
        icons.map(async ({ src, sizes: declared }) => {
          const picture = await createImageBitmap(await (await fetch(src)).blob());
          return declared === `${picture.width}x${picture.height}`;
        }),
      ),
    manifest.icons as { src: string; sizes: string }[],
  );
  expect(sizes).toEqual([true, true, true]);
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
});

test('it opens offline: the landing page, the sign-in, and every screen for a signed-in user', async ({
  page,
  context,
}) => {
  await installedOn(page);
  const cold = await coldPage(context);
  for (const [path, heading] of [
    ['/registros', 'Registros'],
    ['/lista/mujer', 'Listado de Mujeres Embarazadas'],
    ['/ninos/add', 'Agregar niño'],
    ['/seguimiento', 'Seguimiento'],
    ['/profile', /perfil/i],
  ] as const) {
    await cold.goto(`${met.url}${path}`);
    await expect(cold.getByRole('heading', { name: heading }).first()).toBeVisible();
  }
  await expect(cold.getByText('Sin conexión con el servidor')).toBeVisible();
  // Answers of the server never come from the cache.
  expect(await cold.evaluate(() => fetch('/api/health').then(String, (error) => error.name))).toBe('TypeError');
  await cold.evaluate(() => localStorage.clear());
  await cold.goto(`${met.url}/login`);
  await expect(cold.locator('[name=cedula]')).toBeVisible();
  await cold.goto(met.url);
  await expect(cold.getByRole('heading', { name: /Libreta Integral/ }).first()).toBeVisible();
  await context.setOffline(false);
});

test('an installation that loses files on the line goes on by itself', { tag: '@long' }, async ({ page, context }) => {
  const line = await startBadLine(server.url);
  // The page itself needs fewer files than this, and requests its own again.
  line.set({ of: /\/(assets\/|sw\.js)/, refusesEvery: 40 });
  await giveSession(page, { ...server, url: line.url }, BRIGADE);
  await page.goto(`${line.url}/lista/ninos`);
  await expect.poll(() => line.counted().refused, { timeout: 60_000 }).toBeGreaterThan(0);
  // Each loss prolongs the pause before the next try.
  await installed(page, 180_000);
  const cold = await coldPage(context);
  await cold.goto(`${line.url}/ayuda`);
  await expect(cold.getByRole('heading', { name: 'Ayuda' }).first()).toBeVisible();
  await line.close();
});

test('its first render is the whole screen in its own font, without a sign that it loads', { tag: '@long' }, async ({
  page,
}) => {
  await installedOn(page);
  await page.addInitScript(() => {
    const signs: string[] = [];
    const fonts: boolean[] = [];
    let fontLoaded = false;
    Object.assign(window, { signs, fonts });
    const { load } = FontFace.prototype;
    FontFace.prototype.load = async function (this: FontFace) {
      await load.call(this);
      await new Promise(requestAnimationFrame);
      fontLoaded = true;
      return this;
    };
    new MutationObserver(() => {
      if (fonts.length === 0 && document.querySelector('h1')) fonts.push(fontLoaded);
      const sign = document.querySelector('main > [role=status]')?.getAttribute('aria-label');
      if (sign) signs.push(sign);
    }).observe(document, { subtree: true, childList: true });
    // A busy machine takes longer than the render waits for the code and the font.
    const { setTimeout } = window;
    const withoutLimit = (run: TimerHandler, ms?: number) => (ms === 500 || ms === 100 ? 0 : setTimeout(run, ms));
    Object.assign(window, { setTimeout: withoutLimit });
  });
  await page.goto(`${met.url}/lista/ninos`);
  await expect(page.getByRole('heading', { name: 'Listado de Niños' })).toBeVisible();
  const { signs, fonts } = await page.evaluate(() => {
    const { signs, fonts } = window as unknown as { signs: string[]; fonts: boolean[] };
    return { signs, fonts };
  });
  expect([signs, fonts]).toEqual([[], [true]]);
});

test('the cache of the installed application holds no personal data', async ({ page }) => {
  await installedOn(page);
  await page.goto(`${met.url}/ninos/${childId}`);
  const { nombres, apellidos, cedula } = RECORDS.nino.example as Record<string, string>;
  await expect(page.getByRole('heading', { name: `${nombres} ${apellidos}` }).first()).toBeVisible();
  const texts = await kept(page);
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter(([path]) => path.startsWith('/api'))).toEqual([]);
  const telling = texts.filter(([, text]) =>
    [nombres, apellidos, cedula, BRIGADE].some((word) => word && text.includes(word)),
  );
  // Examples of forms are part of the code.
  expect(telling.filter(([path]) => !path.startsWith('/assets/'))).toEqual([]);
  expect(texts.map(([, text]) => text).join()).not.toContain(childId);
});

test('a new version waits for the user’s consent and keeps what is typed', async ({ page }) => {
  await installedOn(page);
  await page.goto(`${met.url}/ninos/${childId}?seccion=control`);
  await page.locator('[name=peso]').fill('8,9');
  version = `\n// ${crypto.randomUUID()}`;
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const banner = page.getByRole('status').filter({ hasText: 'Hay una versión nueva.' });
  await expect(banner).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('[name=peso]')).toHaveValue('8,9');
  await banner.getByRole('button', { name: 'Después' }).click();
  await expect(banner).toBeHidden();
  await expect(page.locator('[name=peso]')).toHaveValue('8,9');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(banner).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('[name=peso]')).toHaveValue('8,9');
  const loaded = page.waitForEvent('load', { timeout: 60_000 });
  // Drafts are stored on the device, so no question is asked.
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  await banner.getByRole('button', { name: 'Actualizar' }).click();
  await loaded;
  expect(dialogs).toEqual([]);
  await expect(page).toHaveURL(/seccion=control/);
  await expect(page.locator('[name=peso]')).toHaveValue('8,9');
  await expect(banner).toBeHidden();
});
