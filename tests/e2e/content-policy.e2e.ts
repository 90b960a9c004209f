import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { createUser } from '../support/people.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { administratorCalls, signInAs } from '../support/sign-in.ts';

const SUPERVISOR = '0602948179';
const CHILD = crypto.randomUUID();

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer();
  await createUser(server, SUPERVISOR, 'ROLE_SUPERVISOR');
  const call = await administratorCalls(server);
  await call('POST', '/api/nino', { ...RECORDS.nino.example, _id: CHILD });
  for (const { path, parent, example } of RECORD_LIST)
    if (parent?.record === 'nino') await call('POST', `/api/${path}`, { ...example, [parent.field]: CHILD });
});
test.afterAll(() => server.stop());

/** Everything that a page of this context may not do by the policy, as the browser says it. */
async function collectViolations(context: BrowserContext): Promise<string[]> {
  const violations: string[] = [];
  await context.exposeFunction('reportViolation', (what: string) => violations.push(what));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, documentURI }) => {
      const { reportViolation } = window as unknown as { reportViolation: (what: string) => void };
      reportViolation(`${violatedDirective} ${blockedURI} on ${documentURI}`);
    });
  });
  context.on('console', (message) => {
    if (/content.security.policy/i.test(message.text())) violations.push(message.text());
  });
  return violations;
}

async function open(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

async function download(page: Page, button: string | RegExp): Promise<void> {
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).first().click()]);
}

test('no screen, picture, PDF or export needs more than the policy allows', async ({ page, context }) => {
  const violations = await collectViolations(context);
  await open(page, '/', /Libreta Integral/);
  await open(page, '/login', 'Iniciar sesión');
  await open(page, '/register', 'Registrarse');
  await signInAs(page, server, SUPERVISOR);
  await open(page, '/lista/ninos', 'Listado de Niños');
  await download(page, 'Exportar Excel');
  await download(page, /^Generar PDF/);
  await open(page, '/lista/mujer', 'Listado de Mujeres Embarazadas');
  for (const [section, heading] of [
    ['control', RECORDS.control.titles.table],
    ['peso-edad', 'Peso para la edad'],
    ['rn', RECORDS.rn.titles.table],
  ] as const)
    await open(page, `/ninos/${CHILD}?seccion=${section}`, heading);
  await open(page, '/reportes', /^Dashboard/);
  await download(page, /^Guardar PNG/);
  await download(page, /^Guardar CSV/);
  expect(violations).toEqual([]);
});

test('the description of the API works under the policy', async ({ page, context }) => {
  const violations = await collectViolations(context);
  await page.goto(`${server.url}/api/docs`);
  await expect(page.getByRole('heading', { name: /Libreta Integral/ })).toBeVisible();
  await page.getByText('/api/health', { exact: true }).click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByText('"status": "ok"').first()).toBeVisible();
  expect(violations).toEqual([]);
});

test('what the policy does not name is stopped, and noticed here', async ({ page, context }) => {
  const violations = await collectViolations(context);
  await open(page, '/', /Libreta Integral/);
  await page.evaluate(() => {
    document.head.insertAdjacentHTML('beforeend', '<link rel="stylesheet" href="https://example.org/a.css">');
  });
  await expect.poll(() => violations.join('\n')).toContain('https://example.org/a.css');
});
