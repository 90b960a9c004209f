import { expect, type Locator, type Page, test } from '@playwright/test';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { breakCalls, expectDiscreet, expectSilence, type Failure, PATIENCE } from '../support/broken-calls.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { beSignedIn } from '../support/sign-in.ts';

/** What the specification only logs when it cannot be loaded: records, option lists, user details; each says nothing and can be asked for again. */
const RETRY = 'Volver a intentar';

let server: ServerProcess;
let child: string;

test.beforeAll(async () => {
  server = await startServer();
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn(server.admin);
  const create = async ({ path, example }: RecordDefinition, owner = {}) => {
    const answer = await call('POST', `/api/${path}`, { ...example, ...owner }, token);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return String(answer.body._id);
  };
  child = await create(RECORDS.nino);
  await create(RECORDS.control, { ninoId: child });
});
test.afterAll(() => server.stop());
test.beforeEach(({ page }) => beSignedIn(page, server));

const main = (page: Page) => page.getByRole('main');
/** The banner of the connection has one of its own. */
const retry = (page: Page, place: Locator = main(page)) =>
  place.getByRole('button', { name: new RegExp(`^${RETRY}`) }).and(page.locator('.mantine-Button-root'));

interface Place {
  name: string;
  path: () => string;
  calls: string | RegExp;
  what: string;
  failure: Failure;
  /** What stands there once it could be loaded. */
  comes: (page: Page) => Locator;
  /** What can be used meanwhile. */
  usable?: (page: Page) => Locator;
}

/** One of each kind; the others are proved by the tests of the screens. */
const PLACES: Place[] = [
  {
    name: RECORDS.control.titles.table,
    path: () => `/ninos/${child}?seccion=control`,
    calls: '**/api/control?*',
    what: RECORDS.control.titles.table,
    failure: 'abort',
    comes: (page) => page.getByRole('region', { name: RECORDS.control.titles.table }).getByRole('table'),
    usable: (page) => page.getByRole('button', { name: 'Guardar' }),
  },
  {
    name: 'an option list',
    path: () => '/formularios?lista=discapacidad',
    calls: '**/api/discapacidad?*',
    what: 'Discapacidades',
    failure: 500,
    comes: (page) => page.getByRole('button', { name: 'Editar Auditiva' }),
    usable: (page) => page.getByRole('button', { name: 'Agregar opción' }),
  },
  {
    name: "the standards of the child's sex",
    path: () => `/ninos/${child}?seccion=peso-edad`,
    calls: /\/assets\/figures-femenino-/,
    what: 'estándares de la OMS',
    failure: 'abort',
    comes: (page) => page.getByRole('region', { name: 'Estándares OMS' }).getByText('Talla/edad'),
    usable: (page) => page.getByRole('table', { name: 'Peso para la edad: las mismas cifras' }),
  },
];

for (const { name, path, calls, what, failure, comes, usable } of PLACES)
  test(`${name} (${failure}): no sentence, no alert, and it can be asked for again`, async ({ page }) => {
    const { mend, toldOf, logged } = await breakCalls(page, calls, failure);
    await page.goto(`${server.url}${path()}`);
    const button = retry(page).last();
    await expect(button).toBeVisible(PATIENCE);
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    await expectSilence(page);
    await expect.poll(() => toldOf(what).length).toBeGreaterThan(0);
    if (what !== 'estándares de la OMS') expectDiscreet(logged, failure);
    if (usable) await expect(usable(page).first()).toBeEnabled();
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page, name);
    mend();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(comes(page)).toBeVisible(PATIENCE);
    await expect(retry(page)).toHaveCount(0);
    expect(await page.evaluate(() => document.activeElement?.tagName), 'the focus is not lost').not.toBe('BODY');
  });
