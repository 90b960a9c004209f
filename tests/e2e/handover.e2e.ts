import { expect, type Page } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { bodyWith, newCedula } from '../support/factories.ts';
import { expectNotice } from '../support/notices.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { administratorCalls, giveSession } from '../support/sign-in.ts';

test.describe.configure({ mode: 'serial' });

const [SUPERVISOR, FIRST, SECOND] = [newCedula(), newCedula(), newCedula()];
/** Surname of the children of this file only. */
const FAMILY = 'CHUQUI PUCHA';
const NAME = `SISA VALENTINA ${FAMILY}`;
const WHY = 'La familia se mudó a Guamote';

let server: ServerProcess;
let child: string;

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, SUPERVISOR, 'ROLE_SUPERVISOR');
  await createUser(server, FIRST, 'ROLE_BRIGADA');
  await createUser(server, SECOND, 'ROLE_BRIGADA');
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn({ cedula: FIRST, password: PASSWORD });
  const childOfFamily = async (change = {}) => {
    const body = bodyWith(RECORDS.nino, undefined, { apellidos: FAMILY, ...change });
    return (await call('POST', '/api/nino', body, token)).body._id;
  };
  child = await childOfFamily();
  for (let at = 0; at < 6; at += 1) await childOfFamily({ nombres: 'OTRA' });
  await call('POST', '/api/mujer', bodyWith(RECORDS.mujer, undefined), token);
});

const dialog = (page: Page) => page.getByRole('dialog');

/** Fills in the new custodian's cedula and the reason. */
async function fillIn(page: Page, cedula: string, why: string) {
  await dialog(page).getByRole('combobox', { name: 'A quién' }).fill(cedula);
  await page.getByRole('option', { name: cedula }).click();
  await dialog(page).getByLabel('Motivo').fill(why);
}
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Traspasar', exact: true }).click();

test('a supervisor hands a child over from its booklet, and the history shows it', async ({ page }) => {
  await giveSession(page, server, SUPERVISOR);
  await page.goto(`${server.url}/ninos/${child}`);
  await page.getByRole('button', { name: 'Opciones' }).click();
  await page.getByRole('menuitem', { name: 'Traspasar' }).click();
  await expect(dialog(page)).toContainText(`La libreta de ${NAME}`);
  await send(page);
  await expect(dialog(page)).toContainText('Escribe el motivo');
  await expectAccessible(page, 'the hand-over of one child');
  await fillIn(page, SECOND, WHY);
  await send(page);
  await expectNotice(page, 'Traspaso terminado');
  await page.getByRole('button', { name: 'Historial', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { level: 3 }).first()).toHaveText(
    'Traspasó · Información Personal',
  );
  await expect(page.getByRole('listitem').filter({ hasText: 'Traspasó' })).toContainText(WHY);
});

test('the former custodian loses access to the child and the new one gains it', async ({ page }) => {
  await giveSession(page, server, FIRST);
  await page.goto(`${server.url}/ninos/${child}`);
  await expect(page.getByRole('heading', { name: 'No encontramos a esta niña o niño' })).toBeVisible();
  await page.goto(`${server.url}/lista/ninos`);
  await expect(page.getByText('6 niñas y niños registrados')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Seleccionar' })).toHaveCount(0);
  await page.goto(`${server.url}/traspasos`);
  await expect(page).not.toHaveURL(/traspasos/);
  await giveSession(page, server, SECOND);
  await page.goto(`${server.url}/lista/ninos`);
  await page.getByRole('link', { name: NAME.split(' ')[0] ?? '' }).click();
  await expect(page).toHaveURL(`${server.url}/ninos/${child}`);
  await expect(page.getByText('Responsable del registro: Rosa Yuquilema')).toBeVisible();
  await page.getByRole('button', { name: 'Opciones' }).click();
  await expect(page.getByRole('menuitem', { name: 'Generar PDF' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Traspasar' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Historial', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Traspasó' })).toContainText(WHY);
});

test('a supervisor hands over children selected on two pages', async ({ page }) => {
  await giveSession(page, server, SUPERVISOR);
  await page.goto(`${server.url}/lista/ninos?q=${encodeURIComponent(FAMILY)}`);
  await page.getByRole('button', { name: 'Seleccionar' }).click();
  await expect(page.getByText('Elige libretas de la lista')).toBeVisible();
  await page
    .getByRole('checkbox', { name: /^Elegir a OTRA/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await expect(page.getByText('6–7 de 7')).toBeVisible();
  // The rows of the previous page stay until the next ones arrive.
  await expect(page.getByRole('checkbox', { name: /^Elegir a / })).toHaveCount(2);
  await page
    .getByRole('checkbox', { name: /^Elegir a OTRA/ })
    .first()
    .check();
  await expect(page.getByText('2 libretas elegidas')).toBeVisible();
  await expectAccessible(page, 'a list with a selection');
  await page.getByRole('button', { name: 'Traspasar', exact: true }).click();
  await fillIn(page, SECOND, WHY);
  await send(page);
  await expectNotice(page, '2 libretas a Rosa Yuquilema.');
  await expect(page.getByRole('button', { name: 'Seleccionar' })).toBeVisible();
});

test('deleting an account offers to hand over all its booklets', async ({ page }) => {
  await giveSession(page, server);
  await page.goto(`${server.url}/admin?q=${FIRST}`);
  const row = page.getByRole('row').filter({ hasText: FIRST });
  await row.getByRole('button', { name: /^Eliminar/ }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Tiene 5 libretas a su cargo');
  await expectAccessible(page, 'the question before an account with booklets goes');
  await page.getByRole('alertdialog').getByRole('link', { name: 'Traspasar sus libretas' }).click();
  await expect(page).toHaveURL(/\/traspasos\?de=/);
  await page.getByRole('button', { name: 'Traspasar todas sus libretas' }).click();
  await expect(dialog(page)).toContainText('Las 5 libretas de Rosa Yuquilema');
  await fillIn(page, SECOND, 'Rosa deja la brigada');
  await send(page);
  await expectNotice(page, '5 libretas a Rosa Yuquilema.');
  await expect(page.getByRole('row').filter({ hasText: 'Rosa deja la brigada' })).toContainText('5 libretas');
  await expect(page.getByRole('button', { name: /^Traspasar todas sus/ })).toHaveCount(0);
  await expectAccessible(page, 'the hand-overs');
  const call = await administratorCalls(server);
  const { body } = await call('GET', `/api/nino?q=${encodeURIComponent(FAMILY)}`);
  expect(body).toHaveLength(7);
});
