import { expect, type Page } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { childAndTablet, expectKeptNotice, saveForm } from '../support/child-and-tablet.ts';
import { drafts } from '../support/drafts-on-device.ts';
import { newCedula } from '../support/factories.ts';
import { fillMeasures } from '../support/field-day.ts';
import { closeNotices, expectNotice, noticesOf } from '../support/notices.ts';
import { createUser } from '../support/people.ts';
import { test } from '../support/shared-server.ts';
import { installed, openVaultOf, READY, ready, SENT, statusChip } from '../support/tablet.ts';

const day = childAndTablet();
const { cedula: ROSA, call, controls, signedIn, fillControl } = day;
const { nino, control } = RECORDS;

const notice = (page: Page) => noticesOf(page).last();

test('on a good line a save makes the specified call with its messages and refusals unchanged', {
  tag: '@long',
}, async () => {
  const page = await signedIn();
  await fillControl(page, '6,4');
  await page.route('**/api/control', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { message: 'No se pudo' } })
      : route.continue(),
  );
  await saveForm(page);
  await expect(notice(page)).toContainText(control.messages.saveFailed);
  await expect(notice(page)).toContainText('No se pudo');
  await expect(statusChip(page)).toHaveAttribute('aria-label', READY);
  await page.unrouteAll();
  const saveRequest = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/control'),
  );
  await saveForm(page);
  await expectNotice(page, control.messages.created);
  expect((await saveRequest).headers()['x-operacion']).toMatch(/^[0-9a-f-]{36}$/);
  await expect(statusChip(page)).not.toHaveAttribute('aria-label', /por enviar/);
  expect(await controls()).toHaveLength(1);
});

test('a save whose answer is lost is shown as kept and is not applied twice', async () => {
  const page = await signedIn();
  await fillControl(page, '6,4');
  day.line.set({ of: /^\/api\/control$/, dropsEvery: 1 });
  await saveForm(page);
  await expectKeptNotice(page);
  await expect(statusChip(page)).toHaveAttribute('aria-label', SENT, { timeout: 30_000 });
  expect(day.line.counted().dropped).toBeGreaterThan(0);
  expect(await controls()).toHaveLength(1);
});

/** Holds back the device's opening in the next page. @returns lets it open */
async function holdOpening(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    let isHeld = true;
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
      const post = () => Reflect.apply(postMessage, this, args);
      if (isHeld) held.push(post);
      else post();
    };
    window.addEventListener('let-open', () => {
      isHeld = false;
      for (const post of held.splice(0)) post();
    });
  });
  return () => page.evaluate(() => void window.dispatchEvent(new Event('let-open')));
}

test('a save while the device opens waits for it, although the line comes and goes meanwhile', async () => {
  const page = await signedIn();
  const letOpen = await holdOpening(page);
  await page.goto(`${day.line.url}/ninos/${day.childId}`);
  await page.locator('[name=celular]').fill('0990000009');
  async function setOffline(isOffline: boolean): Promise<void> {
    await page.context().setOffline(isOffline);
    await expect(page.getByText(/Sin conexión con el servidor/)).toBeVisible({ visible: isOffline });
  }
  await page.route('**/api/sincronizacion/**', (route) => route.abort());
  for (const isOffline of [true, false, true]) await setOffline(isOffline);
  await page.getByRole('button', { name: 'Editar', exact: true }).click();
  await letOpen();
  await expectKeptNotice(page);
  await page.unrouteAll();
  await setOffline(false);
  await expect(statusChip(page)).toHaveAttribute('aria-label', SENT, { timeout: 60_000 });
  expect((await call('GET', `/api/nino/${day.childId}`)).body.celular).toBe('0990000009');
});

/** Changes requests of the page to those of another version. */
const asOther = (page: Page, change: (body: Sending) => object) =>
  page.route('**/api/sincronizacion/envio', async (route) =>
    route.continue({ postData: JSON.stringify(change(route.request().postDataJSON())) }),
  );
interface Sending {
  operaciones: { campos?: string[]; valores?: Record<string, unknown> }[];
}

test('an application newer than its server keeps its operations and says so, and an older one is accepted', {
  tag: '@long',
}, async () => {
  const page = await signedIn();
  await page.goto(`${day.line.url}/ninos/${day.childId}`);
  await page.locator('[name=celular]').fill('0990000009');
  await page.context().setOffline(true);
  await expect(statusChip(page)).toHaveAttribute('aria-label', 'Sin señal');
  await page.getByRole('button', { name: 'Editar', exact: true }).click();
  await expectKeptNotice(page);

  await asOther(page, (body) => ({ ...body, protocolo: 99, algo: 'nuevo' }));
  await page.context().setOffline(false);
  await expect(statusChip(page)).toHaveAttribute('aria-label', 'Se enviará cuando el servidor se actualice', {
    timeout: 30_000,
  });
  const stored = async () => (await call('GET', `/api/nino/${day.childId}`)).body;
  const before = await stored();
  expect([before.version, before.celular, before.cedulamadre]).toEqual([
    1,
    nino.example.celular,
    expect.stringMatching(/^M-/),
  ]);

  // An older application does not know the mother's cedula.
  const isKnown = (name: string) => name !== 'cedulamadre';
  await page.unrouteAll();
  await asOther(page, ({ operaciones, ...body }) => ({
    ...body,
    operaciones: operaciones.map(({ campos, valores, ...one }) => ({
      ...one,
      ...(campos && { campos: campos.filter(isKnown) }),
      ...(valores && { valores: Object.fromEntries(Object.entries(valores).filter(([name]) => isKnown(name))) }),
    })),
  }));
  // A new page sends what is waiting.
  await page.goto(`${day.line.url}/equipo`);
  await expect(statusChip(page)).toHaveAttribute('aria-label', SENT, { timeout: 60_000 });
  const after = await stored();
  expect([after.version, after.celular, after.cedulamadre]).toEqual([2, '0990000009', before.cedulamadre]);
});

test('two tabs without signal keep both creations and send each once', async () => {
  const one = await signedIn();
  const two = await one.context().newPage();
  await fillControl(two, '6,5');
  // The other tab's draft, stored shortly after the last key under the same id.
  await expect.poll(() => drafts(one)).toHaveLength(1);
  await fillControl(one, '6,4', '6,5');
  await one.context().setOffline(true);
  await expect(statusChip(one)).toHaveAttribute('aria-label', 'Sin señal');
  await expect(statusChip(two)).toHaveAttribute('aria-label', 'Sin señal');
  await saveForm(one);
  await expectKeptNotice(one);
  await saveForm(two);
  await expect(notice(two)).toContainText('ya fue enviado antes con otra información');
  await closeNotices(two);
  await saveForm(two);
  await expectKeptNotice(two);
  for (const page of [one, two])
    await expect(statusChip(page)).toHaveAttribute('aria-label', 'Sin señal · 2 por enviar');
  await one.context().setOffline(false);
  for (const page of [one, two])
    await expect(statusChip(page)).toHaveAttribute('aria-label', /^Todo enviado/, { timeout: 60_000 });
  expect((await controls()).map(({ peso }: { peso: number }) => peso).sort()).toEqual([6.4, 6.5]);
});

test('two tabs that edit one child without signal keep both edits and ask only about the same field', {
  tag: '@long',
}, async () => {
  const one = await signedIn();
  const two = await one.context().newPage();
  const field = (page: Page, name: string) => page.locator(`[name=${name}]`);
  const edit = (page: Page) => page.getByRole('button', { name: 'Editar', exact: true }).click();
  await one.getByRole('link', { name: /Consultar Niños/ }).click();
  await one.locator(`a[href^="/ninos/${day.childId}"]`).first().click();
  await two.goto(`${day.line.url}/ninos/${day.childId}?seccion=personal`);
  for (const page of [one, two]) {
    await ready(page);
    await expect(field(page, 'direccion')).toBeVisible();
  }
  await one.context().setOffline(true);
  for (const page of [one, two]) await expect(statusChip(page)).toHaveAttribute('aria-label', 'Sin señal');
  await field(two, 'direccion').fill('Otra casa');
  await field(one, 'celular').fill('0991111111');
  await edit(one);
  await expectKeptNotice(one);
  // The other tab's form gets the change and keeps what was typed.
  await expect(field(two, 'celular')).toHaveValue('0991111111');
  await expect(field(two, 'direccion')).toHaveValue(/otra casa/i);
  await edit(two);
  await expectKeptNotice(two);
  await expect(field(one, 'direccion')).toHaveValue('OTRA CASA');

  await closeNotices(one);
  await field(two, 'celular').fill('0992222222');
  await field(one, 'celular').fill('0993333333');
  await edit(one);
  await expectKeptNotice(one);
  await edit(two);
  await expect(two.getByText(/Ya guardaste otro cambio de estos datos en este equipo \(.*0993333333\)/)).toBeVisible();
  await two.getByRole('button', { name: 'Cargar los datos actuales' }).click();
  await expect(two.getByText(/Ya guardaste otro cambio/)).toBeHidden();
  await expect(field(two, 'celular')).toHaveValue('0992222222');
  await edit(two);
  await expect(field(one, 'celular')).toHaveValue('0992222222');
  await one.context().setOffline(false);
  for (const page of [one, two])
    await expect(statusChip(page)).toHaveAttribute('aria-label', /^Todo enviado/, { timeout: 60_000 });
  const { body } = await call('GET', `/api/nino/${day.childId}`);
  expect([body.version, body.celular, body.direccion]).toEqual([2, '0992222222', 'OTRA CASA']);
});

// proves V6
test('a restart with signal while work waits shows nothing without the password, and another user signs in instead', {
  tag: '@long',
}, async () => {
  const page = await signedIn();
  await page.context().setOffline(true);
  await fillControl(page, '6,4');
  await saveForm(page);
  await expectKeptNotice(page);
  await day.device.close();

  const next = await day.device.start();
  await next.goto(`${day.line.url}/ninos/${day.childId}`);
  const dialog = next.getByRole('dialog', { name: 'Escribe tu contraseña' });
  await expect(dialog).toBeVisible();
  await expect(next.locator('main [name], main h1')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Después' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Salir' }).click();
  await expect(next).toHaveURL(/\/login/);
  const luis = newCedula();
  await createUser(day.server, luis, 'ROLE_BRIGADA');
  await day.device.signIn(next, luis);
  await expect(next.getByText(/^Hola, /)).toBeVisible();
  expect(await controls()).toHaveLength(0);
  await next.evaluate(() => localStorage.removeItem('libreta.session'));
  await day.device.signIn(next, ROSA);
  await expect(statusChip(next)).toHaveAttribute('aria-label', SENT, { timeout: 60_000 });
  expect(await controls()).toHaveLength(1);
});

test('two devices edit one child: the comparison names both authors, and the history holds both edits', async () => {
  const page = await signedIn();
  await installed(page);
  const away = await day.device.start({ offline: true });
  await away.goto(`${day.line.url}/ninos/${day.childId}?seccion=nino`);
  await openVaultOf(away);
  await away.locator('[name=celular]').fill('0991111111');
  await away.getByRole('button', { name: 'Editar', exact: true }).click();
  await expectKeptNotice(away);

  const { body: now } = await call('GET', `/api/nino/${day.childId}`);
  await call('PUT', `/api/nino/${day.childId}`, { ...now, celular: '0992222222', direccion: 'Otra casa' });

  await away.context().setOffline(false);
  await expect(statusChip(away)).toHaveAttribute('aria-label', /1 para revisar/, { timeout: 60_000 });
  await statusChip(away).click();
  await away.getByRole('button', { name: /Comparar/ }).click();
  const sheet = away.getByRole('dialog');
  await expect(sheet).toContainText('0991111111');
  await expect(sheet).toContainText('0992222222');
  await expect(sheet.getByRole('button', { name: 'Guardar así' })).toBeDisabled();
  await sheet.getByText('0991111111').click();
  await sheet.getByRole('button', { name: 'Guardar así' }).click();
  await expect(statusChip(away)).toHaveAttribute('aria-label', SENT, { timeout: 60_000 });
  const { body: settled } = await call('GET', `/api/nino/${day.childId}`);
  // Fields changed only by the other user are kept.
  expect([settled.celular, settled.direccion]).toEqual(['0991111111', 'OTRA CASA']);
  await away.goto(`${day.line.url}/ninos/${day.childId}?seccion=nino`);
  await away.getByRole('button', { name: 'Historial' }).first().click();
  await expect(away.getByText('0992222222').first()).toBeVisible();
});

/** From the next address on, the device's clock is two days ahead. */
const setClockAhead = (page: Page) =>
  page.addInitScript((ahead) => {
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...args: [] | [number]) {
        if (args.length === 0) super(Real.now() + ahead);
        else super(...args);
      }
      static override now = () => Real.now() + ahead;
    } as DateConstructor;
  }, 2 * 86_400_000);
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Guayaquil' }).format(Date.now() + days * 86_400_000);

test('a clock that is two days ahead changes no recorded date', { tag: '@long' }, async () => {
  const page = await day.device.start();
  await setClockAhead(page);
  await day.device.signIn(page, ROSA);
  await ready(page);
  await fillControl(page, '6,4');
  await page.context().setOffline(true);
  await expect(statusChip(page)).toHaveAttribute('aria-label', 'Sin señal');
  await saveForm(page);
  await expectKeptNotice(page);
  await page.context().setOffline(false);
  await expect(statusChip(page)).toHaveAttribute('aria-label', SENT, { timeout: 60_000 });
  const [saved] = await controls();
  expect(saved.fecha).toBe(dayIn(0));
});

test('a clock that was set ahead since the last contact: the user is told when the record is sent, and the record is marked', {
  tag: '@long',
}, async () => {
  await signedIn();
  const page = await day.device.start({ offline: true });
  await setClockAhead(page);
  await page.goto(`${day.line.url}/ninos/${day.childId}?seccion=control`);
  await openVaultOf(page);
  await expect(page.locator('input[name=peso]')).toHaveValue('');
  await fillMeasures(page, '6,4');
  await saveForm(page);
  await expectKeptNotice(page);
  await page.context().setOffline(false);
  await expect(page.getByText('La fecha de este equipo estaba equivocada')).toBeVisible({ timeout: 60_000 });
  await expect(statusChip(page)).toHaveAttribute('aria-label', SENT, { timeout: 60_000 });
  expect((await controls()).map(({ fecha }: { fecha: string }) => fecha)).toEqual([dayIn(2)]);
  await page.goto(`${day.line.url}/equipo`);
  const sent = page.getByRole('region', { name: 'Enviado' });
  await expect(sent).toContainText('revisa la de este registro', { timeout: 60_000 });
  await sent.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/ninos/${day.childId}`));
});

test('a supervisor without booklets on the device sees what she saved here, and an error instead of an empty list', {
  tag: '@long',
}, async () => {
  const supervisor = newCedula();
  await createUser(day.server, supervisor, 'ROLE_SUPERVISOR');
  const page = await day.device.start();
  await day.device.signIn(page, supervisor);
  await expect(statusChip(page)).toHaveAttribute('aria-label', /Elige los cantones/, { timeout: 60_000 });
  await fillControl(page, '6,4');
  await expect(page.getByText('Todavía no hay registros')).toBeVisible();
  day.line.set({ of: /\/api\//, refusesEvery: 1 });
  await saveForm(page);
  await expectKeptNotice(page);
  await expect(page.getByText('Todavía no hay registros')).toBeHidden();
  await expect(page.getByRole('tabpanel').getByText('6,40 kg')).toBeVisible();
  await page.goto(`${day.line.url}/lista/ninos`);
  await expect(page.getByText('Error al cargar niños. Por favor, inténtalo de nuevo.')).toBeVisible();
  await expect(page.getByText('Todavía no hay')).toHaveCount(0);
  day.line.set({});
  await expect(async () => expect(await controls()).toHaveLength(1)).toPass();
});
