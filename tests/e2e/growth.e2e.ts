import { expect, type Page } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { bodyWith, newCedula } from '../support/factories.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { giveSession } from '../support/sign-in.ts';

const ROSA = newCedula();
const BIRTH = '2025-09-17';
const { nino, control } = RECORDS;
/** A girl who stops gaining weight and length; her z-scores were computed by hand from the WHO tables. */
const CONTROLS = [
  { fecha: '2026-05-19', edad: 8, peso: 7.3, longitud: 66.9, perimetro: 43 },
  { fecha: '2026-07-20', edad: 10, peso: 7.2, longitud: 68, perimetro: 44 },
  { fecha: '2026-09-22', edad: 12, peso: 7.1, longitud: 69, perimetro: 44.8 },
];

let server: ServerProcess;
const ids: Record<string, string> = {};

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, ROSA, 'ROLE_BRIGADA');
  const { call, signIn } = remoteApi(server.url);
  const rosa = await signIn({ cedula: ROSA, password: PASSWORD });
  const child = async (name: string, controls: object[]) => {
    const body = bodyWith(nino, undefined, { fechanacimiento: BIRTH });
    const { _id } = (await call('POST', '/api/nino', body, rosa)).body;
    for (const each of controls) await call('POST', '/api/control', { ...control.example, ...each, ninoId: _id }, rosa);
    ids[name] = _id;
  };
  await child('three controls', CONTROLS);
  await child('two controls', CONTROLS.slice(0, 2));
});
test.beforeEach(({ page }) => giveSession(page, server, ROSA));

const panel = (child: string, section: string) => `${server.url}/ninos/${ids[child]}?seccion=${section}`;
const standards = (page: Page) => page.getByRole('region', { name: 'Estándares OMS' });
const point = (page: Page, months: number) => page.getByRole('img', { name: new RegExp(`^${months} meses · `) });
const lines = (page: Page) => page.locator('svg [data-sd]');

test('the chart shows the WHO curves behind the child’s own, and every point has a description', async ({ page }) => {
  await page.goto(panel('three controls', 'peso-edad'));
  await expect(lines(page).locator('text')).toHaveText(['+3 DE', '+2 DE', '0 DE', '−2 DE', '−3 DE']);
  await expect(point(page, 8)).toBeVisible();
  const width = Number(await page.getByRole('tabpanel').locator('svg[role=img]').getAttribute('width'));
  expect(width > 500 && width <= 650).toBe(true);

  await point(page, 12).focus();
  await expect(page.getByRole('tooltip').locator('span')).toHaveText([
    '12 meses · 22/09/2026',
    '7,10 kg',
    '−1,96 DE · Normal',
  ]);
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tooltip')).toContainText('10 meses');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);

  await point(page, 8).hover();
  await expect(page.getByRole('tooltip')).toContainText('8 meses');
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectAccessible(page, 'Peso para la edad');
});

test('on a phone a tap on a point shows its values, a tap elsewhere hides them, and the page does not scroll sideways', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await giveSession(page, server, ROSA);
  await page.goto(panel('three controls', 'longitud-edad'));
  await expect(lines(page).locator('text')).toHaveText(['+3', '+2', '0', '−2', '−3']);
  await point(page, 12).tap();
  await expect(page.getByRole('tooltip')).toContainText('−2,01 DE · Talla baja');
  const box = await page.getByRole('tooltip').boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
  await page.getByRole('figure').tap({ position: { x: 60, y: 20 } });
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectAccessible(page, 'a curve on a phone');
  await context.close();
});

test('saving a control shows its growth alerts at once', async ({ page }) => {
  await page.goto(panel('two controls', 'control'));
  await expect(standards(page).getByText('Control del 20/07/2026')).toBeVisible();
  const form = page.getByRole('form', { name: 'Formulario de Control' });
  const values = { fecha: '22/09/2026', peso: '7,1', longitud: '69', perimetro: '44,8' };
  for (const [name, value] of Object.entries(values)) await form.locator(`[name="${name}"]`).fill(value);
  await form.getByRole('button', { name: 'Guardar', exact: true }).click();
  const notice = page.locator('.mantine-Notification-root').filter({ hasText: 'Atención' });
  await expect(notice).toContainText('El peso no sube desde hace dos controles (de 7,30 kg a 7,10 kg).');
  await expect(notice).toContainText('talla baja');
  await expect(standards(page).getByText('Control del 22/09/2026')).toBeVisible();
});
