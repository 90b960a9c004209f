import { expect, type Page } from '@playwright/test';
import { addDays, addMonths, showDay, today } from '#domain/calendar.ts';
import { RECORDS } from '#domain/records/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { newCedula } from '../support/factories.ts';
import { personOf, SAVED_ON_DEVICE } from '../support/field-day.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { giveSession } from '../support/sign-in.ts';
import { openVaultOf, ready, SENT, statusChip, tablet } from '../support/tablet.ts';

const { nino, mujer, control, controlmujer, vacuna } = RECORDS;
const ROSA = newCedula();
const PHONE = { width: 360, height: 740 };

let server: ServerProcess;
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, ROSA, 'ROLE_BRIGADA');
});

async function callsOf(account: { cedula: string; password: string }) {
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn(account);
  return (method: string, path: string, body?: unknown) => call(method, path, body, token);
}
type Calls = Awaited<ReturnType<typeof callsOf>>;

/** A child of seven months with one control, so that doses and haemoglobin are due. */
async function createChild(call: Calls, cedula: string): Promise<string> {
  const birth = addMonths(today(), -7);
  const { body } = await call('POST', '/api/nino', { ...nino.example, ...personOf(cedula), fechanacimiento: birth });
  const earlier = { fecha: addDays(today(), -34), edad: 6, peso: 6.6, longitud: 62.5, perimetro: 41 };
  await call('POST', '/api/control', { ...control.example, ...earlier, ninoId: body._id });
  return body._id;
}
const countsOf = async (call: Calls, ninoId: string) => ({
  control: (await call('GET', `/api/control?ninoId=${ninoId}`)).body.length,
  vacuna: (await call('GET', `/api/vacuna?ninoId=${ninoId}`)).body.length,
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const saved = (page: Page) => page.getByText('Visita guardada', { exact: true });

/** Finds a person from the hub and opens her or his visit. */
async function openVisit(page: Page, text: string, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Buscar por cédula o nombre' }).fill(text);
  await page.getByRole('link', { name: `Registrar visita de ${name}` }).click();
  await expect(page).toHaveURL(/\/visita$/);
}
const nameOf = ({ nombres, apellidos }: Record<string, unknown>) => `${nombres} ${apellidos}`.toLocaleUpperCase('es');

async function fillChildVisit(page: Page): Promise<void> {
  await expect(page.locator('[name="control.peso"]')).toBeFocused();
  for (const [name, value] of Object.entries({ peso: '7,1', longitud: '64,9', perimetro: '42' }))
    await page.locator(`[name="control.${name}"]`).fill(value);
  const doses = page.getByRole('region', { name: 'Vacunas que tocan hoy' });
  await doses.getByRole('checkbox').first().check();
  await page.getByRole('textbox', { name: 'Lote' }).first().fill('HX-2214');
}

for (const role of ['ROLE_ADMIN', 'ROLE_SUPERVISOR', 'ROLE_BRIGADA'] as const)
  test(`${role} finds a child by cedula and records a visit with a control and a vaccine`, async ({ page }) => {
    const account = role === 'ROLE_ADMIN' ? server.admin : { cedula: newCedula(), password: PASSWORD };
    if (role !== 'ROLE_ADMIN') await createUser(server, account.cedula, role);
    const call = await callsOf(account);
    const cedula = newCedula();
    const id = await createChild(call, cedula);
    await page.setViewportSize(PHONE);
    await giveSession(page, server, role === 'ROLE_ADMIN' ? undefined : account.cedula);
    await page.goto(`${server.url}/registros`);
    await openVisit(page, cedula, nameOf(personOf(cedula)));
    await fillChildVisit(page);
    await expect(page.getByRole('region', { name: 'Así va creciendo' })).toContainText(
      'En 34 días ganó 0,50 kg y creció 2,40 cm.',
    );
    await expectAccessible(page, 'the visit of a child');
    await button(page, 'Guardar visita').click();
    await expect(saved(page)).toBeFocused();
    for (const { messages } of [control, vacuna]) await expect(page.getByText(messages.created)).toBeVisible();
    expect(await countsOf(call, id)).toEqual({ control: 2, vacuna: 1 });
    await expectAccessible(page, 'a saved visit');
    await page.goBack();
    await expect(saved(page)).toBeHidden();
    expect(await countsOf(call, id)).toEqual({ control: 2, vacuna: 1 });
  });

test('a woman is found by her telephone, and her visit makes the next appointment', async ({ page }) => {
  const call = await callsOf({ cedula: ROSA, password: PASSWORD });
  const cedula = newCedula();
  const celular = `09${cedula.slice(-8)}`;
  const person = { ...mujer.example, ...personOf(cedula), celular };
  const { body } = await call('POST', '/api/mujer', person);
  await page.setViewportSize(PHONE);
  await giveSession(page, server, ROSA);
  await page.goto(`${server.url}/registros`);
  await openVisit(page, `+593 ${celular.slice(1, 4)} ${celular.slice(4)}`, nameOf(person));
  const appointment = addDays(today(), 28);
  await page.locator('[name="control.fechaproxima"]').fill(showDay(appointment));
  await page.locator('[name="control.nombrevacunador"]').fill('Rosa Yuquilema');
  await page.locator('[name="control.observacion"]').fill('Sin novedad');
  await button(page, 'Guardar visita').click();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByText(`Próxima visita: ${showDay(appointment)}`)).toBeVisible();
  const stored = (await call('GET', `/api/${controlmujer.path}?mujerId=${body._id}`)).body;
  expect(stored).toMatchObject([{ fechaproxima: appointment, observacion: 'SIN NOVEDAD' }]);
});

test('a brigade neither finds nor visits the child of another one', async ({ page }) => {
  const cedula = newCedula();
  const id = await createChild(await callsOf(server.admin), cedula);
  await giveSession(page, server, ROSA);
  await page.goto(`${server.url}/registros`);
  await page.getByRole('textbox', { name: 'Buscar por cédula o nombre' }).fill(cedula);
  await expect(page.getByText(`No encontramos a nadie con «${cedula}»`)).toBeVisible();
  await page.goto(`${server.url}/ninos/${id}/visita`);
  await expect(page.locator('[name="control.peso"]')).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText(personOf(cedula).nombres);
});

test('a visit whose session ends is saved once after the password is typed again', async ({ page }) => {
  const own = newCedula();
  await createUser(server, own, 'ROLE_BRIGADA');
  const call = await callsOf({ cedula: own, password: PASSWORD });
  const id = await createChild(call, newCedula());
  await giveSession(page, server, own);
  await page.goto(`${server.url}/ninos/${id}/visita`);
  await fillChildVisit(page);
  await page.route('**/api/{control,vacuna}', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-access-token': 'de.otro.dia' } }),
  );
  await button(page, 'Guardar visita').click();
  const ended = page.getByRole('dialog', { name: 'Tu sesión terminó' });
  await expect(ended).toBeVisible();
  await page.unrouteAll();
  await ended.locator('[name=password]').fill(PASSWORD);
  await button(page, 'Continuar').click();
  await expect(saved(page)).toBeVisible();
  expect(await countsOf(call, id)).toEqual({ control: 2, vacuna: 1 });
});

test('without signal a visit is found, saved and kept on the device, and sent once when the signal returns', async () => {
  const call = await callsOf({ cedula: ROSA, password: PASSWORD });
  const cedula = newCedula();
  const id = await createChild(call, cedula);
  const device = tablet(server.url);
  const page = await device.start();
  await device.signIn(page, ROSA);
  await ready(page);
  await page.context().setOffline(true);
  await expect(statusChip(page)).toHaveAttribute('aria-label', 'Sin señal');
  await openVisit(page, cedula, nameOf(personOf(cedula)));
  await fillChildVisit(page);
  await button(page, 'Guardar visita').click();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Lo que se guardó' }).getByText(SAVED_ON_DEVICE)).toHaveCount(2);
  expect(await countsOf(call, id)).toEqual({ control: 1, vacuna: 0 });

  await device.close();
  const again = await device.start({ offline: true });
  await again.goto(`${server.url}/ninos/${id}?seccion=control`);
  await openVaultOf(again);
  await expect(again.getByText('7,1').filter({ visible: true }).first()).toBeVisible();
  await again.context().setOffline(false);
  await expect(statusChip(again)).toHaveAttribute('aria-label', SENT, { timeout: 60_000 });
  expect(await countsOf(call, id)).toEqual({ control: 2, vacuna: 1 });
  await device.throwAway();
});
