import { expect, type Page } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { bodyWith, newCedula } from '../support/factories.ts';
import { expectNotice } from '../support/notices.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { giveSession } from '../support/sign-in.ts';

const CEDULA = newCedula();
let server: ServerProcess;
let url: string;

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, CEDULA, 'ROLE_BRIGADA');
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn({ cedula: CEDULA, password: PASSWORD });
  const { body } = await call('POST', '/api/nino', bodyWith(RECORDS.nino, undefined), token);
  url = `${server.url}/ninos/${body._id}?seccion=rn`;
});

test.beforeEach(async ({ page }) => {
  await giveSession(page, server, CEDULA);
  await page.goto(url);
});

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);

// proves 4.20, 4.21, 5.38
test('a detail field appears only with its flag and is not stored without it', async ({ page }) => {
  for (const [flag, detail] of [
    ['Defectos congénitos', 'valordefectoscongenitos'],
    ['Enfermedades', 'valorenfermedades'],
  ] as const) {
    const tile = page.getByRole('checkbox', { name: flag });
    await expect(field(page, detail)).toHaveCount(0);
    await tile.click();
    await field(page, detail).fill('P07.3');
    await tile.click();
    await expect(field(page, detail)).toHaveCount(0);
  }
  const values: Record<string, unknown> = RECORDS.rn.example;
  for (const name of ['pesonacer', 'pcefalico', 'longitud', 'sem', 'apgar1', 'apgar2', 'apgar3'])
    await field(page, name).fill(String(values[name]).replace('.', ','));
  await page.getByText('Adecuado', { exact: true }).click();
  await field(page, 'responsableegreso').fill('Rosa Yuquilema');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/rn'));
  await page.getByRole('button', { name: 'Guardar' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    dias: 273,
    valordefectoscongenitos: '',
    valorenfermedades: '',
    responsableegreso: 'ROSA YUQUILEMA',
  });
  await expectNotice(page, RECORDS.rn.messages.created);
});
