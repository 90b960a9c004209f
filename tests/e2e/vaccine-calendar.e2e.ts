import { expect, type Page } from '@playwright/test';
import { addDays, showDay, today } from '#domain/calendar.ts';
import { RECORDS } from '#domain/records/index.ts';
import { newCedula } from '../support/factories.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { giveSession } from '../support/sign-in.ts';

const CEDULA = newCedula();
const BIRTH = addDays(today(), -130); // four months and some days

let server: ServerProcess;
let token: string;

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, CEDULA, 'ROLE_BRIGADA');
  token = await remoteApi(server.url).signIn({ cedula: CEDULA, password: PASSWORD });
});
test.beforeEach(({ page }) => giveSession(page, server, CEDULA));

async function createChild(cedula: string, fechanacimiento: string): Promise<string> {
  const body = { ...RECORDS.nino.example, cedula, fechanacimiento };
  return (await remoteApi(server.url).call('POST', '/api/nino', body, token)).body._id;
}

const calendar = (page: Page) => page.getByRole('region', { name: 'Calendario de vacunas' });
const open = (page: Page, id: string) => page.goto(`${server.url}/ninos/${id}?seccion=vacuna`);
const dose = (page: Page, name: string) => calendar(page).locator('ol ul > li').filter({ hasText: name });

test('a due dose fills in the form, is saved with the other fields and then shows as given', async ({ page }) => {
  const id = await createChild('C-2', BIRTH);
  await open(page, id);
  await calendar(page)
    .getByRole('button', { name: /^Hexavalente, 1.ª dosis/ })
    .click();
  await expect(page.locator('[name="tipovacuna"]').first()).toHaveValue('Hexavalente');
  await expect(page.getByRole('combobox', { name: /^Dosis/ })).toHaveValue('1');
  await expect(page.getByRole('combobox', { name: /^Clasificación/ })).toHaveValue('2 meses');
  await page.locator('[name=lote]').fill('H-1');
  await page.locator('[name=vacunador]').fill('Rosa Yuquilema');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(dose(page, 'Hexavalente, 1.ª dosis')).toContainText(`Aplicada el ${showDay(today())}`);
});
