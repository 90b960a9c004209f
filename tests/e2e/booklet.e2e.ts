import { expect } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { bodyWith, newCedula } from '../support/factories.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { giveSession } from '../support/sign-in.ts';

const ROSA = newCedula();
const LUIS = newCedula();
const { mujer, nino } = RECORDS;

let server: ServerProcess;
const ids: Record<string, string> = {};

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  for (const cedula of [ROSA, LUIS]) await createUser(server, cedula, 'ROLE_BRIGADA');
  const { call, signIn } = remoteApi(server.url);
  const rosa = await signIn({ cedula: ROSA, password: PASSWORD });
  const luis = await signIn({ cedula: LUIS, password: PASSWORD });
  const cedulamadre = newCedula();
  const childOfHers = () => bodyWith(nino, undefined, { cedulamadre });
  ids.mujer = (await call('POST', '/api/mujer', { ...mujer.example, cedula: cedulamadre }, rosa)).body._id;
  ids.nino = (await call('POST', '/api/nino', childOfHers(), rosa)).body._id;
  ids.foreign = (await call('POST', '/api/nino', childOfHers(), luis)).body._id;
});
test.beforeEach(({ page }) => giveSession(page, server, ROSA));

const woman = () => `${server.url}/mujer/${ids.mujer}`;
const child = (section: string) => `${server.url}/ninos/${ids.nino}?seccion=${section}`;

// proves 2.79-2.84
test('the panel of a woman has four toggle sections, and a click closes the open one', async ({ page }) => {
  await page.goto(woman());
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveText([/^Información Personal/, /^ETMI/, /^Control Mujer/, /^Vacuna Mujer/]);
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
  for (const title of ['ETMI', 'Control Mujer', 'Vacuna Mujer']) {
    await page.getByRole('tab', { name: title }).click();
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(page.getByRole('tabpanel')).toHaveCount(1);
  }
  await page.getByRole('tab', { name: 'Vacuna Mujer' }).click();
  await expect(page.getByRole('tabpanel')).toHaveCount(0);
  await expect(page.getByText('Elige una sección de la libreta.')).toBeVisible();
});

// proves 2.108-2.118
test('the panel of a child shows one section at a time, and none can be closed', async ({ page }) => {
  await page.goto(child('rn'));
  await expect(page.getByRole('tab')).toHaveText([
    /^Información Personal/,
    /^Salud Infantil Recién Nacido/,
    /^Vacunas/,
    /^Tamizaje/,
    /^Anemia/,
    /^Control/,
    'Peso para la edad',
    'Longitud o talla para la edad',
    'IMC por edad',
    'Perímetro cefálico por edad',
  ]);
  await page.getByRole('tab', { name: 'Anemia' }).click();
  await page.getByRole('tab', { name: 'Anemia' }).click();
  await expect(page.getByRole('tabpanel')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Formulario de Anemia' })).toBeVisible();
});

test('mother and child link to each other where the user may see both', async ({ page }) => {
  await page.goto(child('control'));
  const cover = page.getByRole('region', { name: 'Portada de la libreta' });
  await expect(cover.getByText('Madre:')).toBeVisible();
  await cover.getByRole('link', { name: 'LUZ MARÍA TENESACA PILCO' }).click();
  await expect(page).toHaveURL(new RegExp(`/mujer/${ids.mujer}`));
  await expect(cover.getByRole('link', { name: /TENESACA/ })).toHaveText(['SISA VALENTINA GUALÁN TENESACA']);
  await cover.getByRole('link', { name: /TENESACA/ }).click();
  await expect(page).toHaveURL(new RegExp(`/ninos/${ids.nino}`));
});

test('a user who may not see the mother gets no link to her', async ({ page }) => {
  await giveSession(page, server, LUIS);
  await page.goto(`${server.url}/ninos/${ids.foreign}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SISA VALENTINA GUALÁN TENESACA');
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('Madre:')).toHaveCount(0);
});
