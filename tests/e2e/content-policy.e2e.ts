import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { createUser } from '../support/people.ts';
import { watchPolicy } from '../support/policy-watch.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { administratorCalls, signInAs, signInOn } from '../support/sign-in.ts';

const SUPERVISOR = '0602948179';
const WAITING = '0602948187';
const ids = { nino: crypto.randomUUID(), mujer: crypto.randomUUID() };
const sectionsOf = (patient: string) =>
  RECORD_LIST.filter(({ parent }) => parent?.record === patient).map(({ key }) => key);

/** Every path of `screens.ts`, and where it is seen. */
const GUESTS = { '/': ['/'], '/login': ['/login'], '/register': ['/register'] };
const WHO_WAITS = { '/bienvenida': ['/bienvenida'] };
const WHOSE_PASSWORD_IS_DUE = { '/cambiar-clave': ['/cambiar-clave'] };
const ADMINISTRATOR = {
  '/profile': ['/profile'],
  '/admin': ['/admin'],
  '/admin/add': ['/admin/add'],
  '/admin/auditoria': ['/admin/auditoria'],
  '/admin/eliminados': ['/admin/eliminados'],
  '/admin/edit/$userId': [] as string[],
  '/formularios': ['/formularios'],
  '/formularios/altitudes': ['/formularios/altitudes'],
  '/registros': ['/registros'],
  '/lista/ninos': ['/lista/ninos', '/lista/ninos?q=zzzz'],
  '/ninos/add': ['/ninos/add'],
  '/ninos/$ninoId': ['', ...sectionsOf('nino'), 'peso-edad', 'longitud-edad', 'imc-edad', 'perimetro-edad'].map(
    (section) => `/ninos/${ids.nino}?seccion=${section}`,
  ),
  '/lista/mujer': ['/lista/mujer'],
  '/mujer/add': ['/mujer/add'],
  '/mujer/$mujerId': ['', ...sectionsOf('mujer')].map((section) => `/mujer/${ids.mujer}?seccion=${section}`),
  '/seguimiento': ['/seguimiento'],
  '/reportes': ['/reportes'],
};
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const;

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer();
  await createUser(server, SUPERVISOR, 'ROLE_SUPERVISOR');
  await createUser(server, WAITING, 'ROLE_USUARIO');
  const call = await administratorCalls(server);
  for (const [patient, _id] of Object.entries(ids))
    await call('POST', `/api/${patient}`, { ...RECORDS[patient as 'nino' | 'mujer'].example, _id });
  for (const { path, parent, example } of RECORD_LIST)
    if (parent)
      await call('POST', `/api/${path}`, { ...example, [parent.field]: ids[parent.record as keyof typeof ids] });
  const { body } = await call('GET', '/api/users');
  const { _id } = body.find(({ cedula }: { cedula: string }) => cedula === WAITING);
  ADMINISTRATOR['/admin/edit/$userId'] = [`/admin/edit/${_id}`];
});
test.afterAll(() => server.stop());

async function open(page: Page, path: string, heading: string | RegExp = /./): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeAttached();
  await page.waitForLoadState('networkidle');
}

/** Opens every menu, list, calendar and drawer of a screen, and closes it. @returns how many there were */
async function openAll(page: Page): Promise<number> {
  const openers = page.locator('[aria-haspopup][aria-expanded]:visible:enabled');
  const count = await openers.count();
  for (let place = 0; place < count; place += 1) {
    const opener = openers.nth(place);
    await opener.focus();
    await page.keyboard.press((await opener.getAttribute('role')) === 'combobox' ? 'ArrowDown' : 'Enter');
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(opener).toHaveAttribute('aria-expanded', 'false', { timeout: 500 });
    }).toPass();
  }
  return count;
}

/** Asks for whatever can be deleted on a screen, and thinks better of it. @returns how many there were */
async function askToDelete(page: Page): Promise<number> {
  const buttons = page.getByRole('button', { name: /^Eliminar/ });
  const count = Math.min(await buttons.count(), 2);
  for (let place = 0; place < count; place += 1) {
    await buttons.nth(place).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  }
  return count;
}

async function download(page: Page, button: string | RegExp): Promise<void> {
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).first().click()]);
}

test('every screen is walked', () => {
  const source = readFileSync('src/web/app/screens.ts', 'utf8');
  const paths = [...source.matchAll(/^ {2}path: '([^']+)'/gm)].map(([, path]) => path);
  const walked = Object.keys({ ...GUESTS, ...WHO_WAITS, ...WHOSE_PASSWORD_IS_DUE, ...ADMINISTRATOR });
  expect(paths.filter((path) => path !== '$').toSorted()).toEqual(walked.toSorted());
});

for (const viewport of SIZES)
  test(`no screen needs more than the policy allows, nor anybody else, at ${viewport.width} pixels`, async ({
    browser,
  }) => {
    test.setTimeout(300_000);
    const walk = async (screens: Record<string, string[]>, signIn: (page: Page) => Promise<void>) => {
      const context = await browser.newContext({ viewport });
      const violations = await watchPolicy(context, server.url);
      const page = await context.newPage();
      page.on('dialog', (dialog) => void dialog.accept());
      await signIn(page);
      const met = { opened: 0, asked: 0 };
      for (const path of Object.values(screens).flat()) {
        await open(page, path);
        met.opened += await openAll(page);
        met.asked += await askToDelete(page);
        expect(violations, path).toEqual([]);
      }
      await context.close();
      return met;
    };
    await walk(GUESTS, async () => {});
    await walk(WHO_WAITS, (page) => signInOn(page, server, { cedula: WAITING, password: 'Libreta2026' }));
    await walk(WHOSE_PASSWORD_IS_DUE, async (page) => {
      await signInOn(page, server);
      await page.evaluate(() => {
        const session = JSON.parse(localStorage.getItem('libreta.session') ?? '{}');
        localStorage.setItem('libreta.session', JSON.stringify({ ...session, cambiarClave: true }));
      });
    });
    const { opened, asked } = await walk(ADMINISTRATOR, (page) => signInOn(page, server));
    expect(opened).toBeGreaterThan(30);
    expect(asked).toBeGreaterThan(5);
  });

test('no picture, PDF, export or notice needs more than the policy allows', async ({ page, context }) => {
  const violations = await watchPolicy(context, server.url);
  await signInAs(page, server, SUPERVISOR);
  await open(page, '/lista/ninos', 'Listado de Niños');
  await download(page, 'Exportar Excel');
  await download(page, /^Generar PDF/);
  await open(page, '/lista/mujer', 'Listado de Mujeres Embarazadas');
  await download(page, /^Generar PDF/);
  await open(page, '/reportes', /^Dashboard/);
  await download(page, /^Guardar PNG/);
  await download(page, /^Guardar CSV/);
  await open(page, `/ninos/${ids.nino}?seccion=peso-edad`, 'Peso para la edad');
  await page.emulateMedia({ media: 'print' });
  await page.emulateMedia({ media: 'screen' });
  await open(page, `/ninos/${ids.nino}`);
  await page.getByRole('button', { name: 'Editar' }).click();
  await expect(page.locator('.mantine-Notification-root')).toBeVisible();
  expect(violations).toEqual([]);
});

test('the description of the API works under the policy', async ({ page, context }) => {
  const violations = await watchPolicy(context, server.url);
  await page.goto(`${server.url}/api/docs`);
  await expect(page.getByRole('heading', { name: /Libreta Integral/ })).toBeVisible();
  await page.getByText('/api/health', { exact: true }).click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByText('"status": "ok"').first()).toBeVisible();
  expect(violations).toEqual([]);
});

/** What the policy must stop. */
const ATTEMPTS: Record<string, [attempt: () => void, noticed: string]> = {
  'a style sheet from elsewhere': [
    () => {
      const link = Object.assign(document.createElement('link'), {
        rel: 'stylesheet',
        href: 'https://example.org/a.css',
      });
      document.head.append(link);
    },
    'style-src-elem https://example.org/a.css',
  ],
  'a style element without the nonce': [
    () => document.head.append(Object.assign(document.createElement('style'), { textContent: 'body{color:red}' })),
    'style-src-elem inline',
  ],
  'a style attribute': [() => document.body.setAttribute('style', 'color: red'), 'style-src-attr inline'],
  'a script of text': [
    () => {
      const script = document.createElement('script');
      script.append('globalThis.ran = true');
      document.head.append(script);
    },
    "requires 'TrustedScript'",
  ],
  'text that becomes markup': [
    () => {
      try {
        document.body.innerHTML = '<img src="x" alt="">';
      } catch {}
    },
    'require-trusted-types-for trusted-types-sink',
  ],
  'a base elsewhere': [
    () => document.head.append(Object.assign(document.createElement('base'), { href: 'https://example.org/' })),
    'base-uri https://example.org',
  ],
  'a form sent away': [
    () => {
      const form = Object.assign(document.createElement('form'), { action: 'https://example.org/', method: 'post' });
      document.body.append(form);
      form.submit();
    },
    'form-action https://example.org',
  ],
  'a call elsewhere': [() => void fetch('https://example.org/x').catch(() => {}), 'connect-src https://example.org/x'],
  'a frame': [
    () => document.body.append(Object.assign(document.createElement('iframe'), { src: '/login' })),
    'frame-src',
  ],
};

for (const [what, [attempt, noticed]] of Object.entries(ATTEMPTS))
  test(`${what} is stopped, and noticed here`, async ({ page, context }) => {
    const violations = await watchPolicy(context, server.url);
    await open(page, '/', /Libreta Integral/);
    expect(violations).toEqual([]);
    await page.evaluate(attempt);
    await expect.poll(() => violations.join('\n')).toContain(noticed);
  });
