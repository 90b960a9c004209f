import { expect, type Page } from '@playwright/test';
import { PROTOCOL } from '#domain/calls/operation.ts';
import { RECORDS } from '#domain/records/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { bodyWith, newCedula, newDevice } from '../support/factories.ts';
import { creating, operation, valuesFor } from '../support/lane.ts';
import { expectNotice } from '../support/notices.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { giveSession } from '../support/sign-in.ts';

test.describe.configure({ mode: 'serial' });

const [SUPERVISOR, BRIGADE] = [newCedula(), newCedula()];

let server: ServerProcess;
let child: string;

/** A child deleted while a brigade recorded data about it without signal. */
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, SUPERVISOR, 'ROLE_SUPERVISOR');
  await createUser(server, BRIGADE, 'ROLE_BRIGADA');
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn({ cedula: BRIGADE, password: PASSWORD });
  const device = newDevice();
  await call('POST', '/api/equipos/llave', { ...device, nombre: 'Tablet 7' }, token);
  const { _id, cedula } = (await call('POST', '/api/nino', bodyWith(RECORDS.nino, undefined), token)).body;
  child = _id;
  const send = async (...operaciones: object[]) => {
    const body = { protocolo: PROTOCOL, equipo: device.equipo, operaciones };
    return (await call('POST', '/api/sincronizacion/envio', body, token)).body.resultados;
  };
  const edited = (version: number, more: object) =>
    operation('reemplazar', 'nino', { _id: child, version, valores: { ...valuesFor('nino'), cedula, ...more } });
  const settled = { ...edited(1, { celular: '0991112223' }), descartado: { celular: '0987654321' } };
  expect(await send(settled)).toMatchObject([{ estado: 'hecha' }]);
  await call('DELETE', `/api/nino/${child}`, undefined, await signIn({ cedula: SUPERVISOR, password: PASSWORD }));
  const control = creating('control', { persona: child });
  expect(await send(control, edited(2, { nombres: 'SISA NINA' }))).toMatchObject([
    { estado: 'retenida' },
    { estado: 'retenida' },
  ]);
});

const sheet = (page: Page) => page.getByRole('dialog');
const review = (page: Page, what: string) => page.getByRole('button', { name: new RegExp(`^Revisar ${what}`) }).click();

test('a supervisor finds a retained write and restores the child by accepting it', async ({ page }) => {
  await giveSession(page, server, SUPERVISOR);
  await page.goto(`${server.url}/traspasos`);
  await page.getByRole('link', { name: 'Envíos retenidos' }).click();
  await expect(page.getByRole('button', { name: /^Revisar/ }).first()).toBeVisible();
  await page.goto(`${server.url}/traspasos/retenidos?persona=${child}`);
  await expect(page.getByText('2 envíos')).toBeVisible();
  await expectAccessible(page, 'what is retained');
  await review(page, 'Registró: Control');
  await expect(sheet(page)).toContainText('8,55 kg');
  await expect(sheet(page)).toContainText('La persona volverá con todos sus registros.');
  await expectAccessible(page, 'one of what is retained');
  await sheet(page).getByRole('button', { name: 'Aceptar' }).click();
  await expectNotice(page, 'Envío aceptado');
  await page.goto(`${server.url}/ninos/${child}?seccion=control`);
  await expect(page.getByText('8,55 kg').first()).toBeVisible();
});

test('on a phone it is closed with a reason, and the history shows what a conflict discarded', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await giveSession(page, server, SUPERVISOR);
  await page.goto(`${server.url}/traspasos/retenidos?estado=abiertos&persona=${child}`);
  await review(page, 'Editó: Niño');
  await sheet(page).getByLabel('Motivo para cerrar sin guardar').fill('El nombre está bien como estaba');
  await sheet(page).getByRole('button', { name: 'Cerrar sin guardar' }).click();
  await expectNotice(page, 'Envío cerrado');
  await expect(page.getByRole('button', { name: /^Revisar/ })).toHaveCount(0);
  await page.goto(`${server.url}/ninos/${child}`);
  await page.getByRole('button', { name: 'Historial', exact: true }).click();
  await expect(page.getByText('Se descartó: 0987654321')).toBeVisible();
});
