import { expect, type Page, test } from '@playwright/test';
import { addDays, showDay, today } from '#domain/calendar.ts';
import { RECORDS } from '#domain/records/index.ts';
import { dayAtAge } from '#domain/vaccines/age-day.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { signInAs } from '../support/sign-in.ts';

const CEDULA = '0602948179';
const BIRTH = addDays(today(), -130); // four months and some days
const PHONE = { width: 360, height: 740 };

let server: ServerProcess;
let token: string;
let child: string;

test.beforeAll(async () => {
  server = await startServer();
  await createUser(server, CEDULA, 'ROLE_BRIGADA');
  const { call, signIn } = remoteApi(server.url);
  token = await signIn({ cedula: CEDULA, password: PASSWORD });
  child = await createChild('C-1', BIRTH);
  for (const [tipovacuna, days] of [
    ['BCG', 1],
    ['ROTAVIRUS', 65],
    ['Hexavalente (DPT-HB-Hib-IPV)', 65],
    ['Antirrábica', 70],
  ] as const) {
    const [example] = RECORDS.vacuna.example.esquema as [object];
    const entry = { ...example, tipovacuna, dosis: 1, fechaaplicacion: addDays(BIRTH, days), edadapli: 2 };
    await call('POST', '/api/vacuna', { clasificacion: '2 meses', esquema: [entry], ninoId: child }, token);
  }
});
test.afterAll(() => server.stop());
test.beforeEach(({ page }) => signInAs(page, server, CEDULA));

async function createChild(cedula: string, fechanacimiento: string | null): Promise<string> {
  const body = { ...RECORDS.nino.example, cedula, fechanacimiento };
  return (await remoteApi(server.url).call('POST', '/api/nino', body, token)).body._id;
}

const calendar = (page: Page) => page.getByRole('region', { name: 'Calendario de vacunas' });
const open = (page: Page, id = child) => page.goto(`${server.url}/ninos/${id}?seccion=vacuna`);
const dose = (page: Page, name: string) => calendar(page).locator('ol ul > li').filter({ hasText: name });

test('the calendar tells by age what was given, is due, is late, comes next and is no longer possible', async ({
  page,
}) => {
  await open(page);
  await expect(calendar(page).getByRole('heading', { level: 3 })).toHaveText([
    'Hoy le tocan 3 vacunas',
    'Nacimiento',
    '2 meses',
    '4 meses',
    '6 meses',
    '12 meses',
    '15 meses',
    '18 meses',
    'Sin edad confirmada',
    'Otras vacunas registradas',
  ]);
  await expect(dose(page, 'BCG, dosis única')).toContainText(`Aplicada el ${showDay(addDays(BIRTH, 1))}`);
  await expect(dose(page, 'HB recién nacido')).toContainText('Ya no corresponde por edad era hasta 24 horas');
  await expect(dose(page, 'Hexavalente, 1.ª dosis')).toContainText(`Aplicada el ${showDay(addDays(BIRTH, 65))}`);
  const late = `Atrasada desde el ${showDay(dayAtAge(BIRTH, 2))}`;
  await expect(dose(page, 'Neumococo conjugada, 1.ª dosis')).toContainText(late);
  const last = showDay(addDays(dayAtAge(BIRTH, 8), -1));
  const due = `Toca ahora desde el ${showDay(dayAtAge(BIRTH, 4))}, hasta el ${last}`;
  await expect(dose(page, 'Rotavirus, 2.ª dosis')).toContainText(due);
  await expect(dose(page, 'Neumococo conjugada, 2.ª dosis')).toContainText('Primero va la dosis anterior');
  await expect(dose(page, 'SRP, 1.ª dosis')).toContainText(`Próxima desde el ${showDay(dayAtAge(BIRTH, 12))}`);
  await expect(dose(page, 'Influenza pediátrica, 2.ª dosis')).toContainText('Sin fecha recomendada confirmada');
  await expect(calendar(page)).toContainText(`Antirrábica, dosis 1 el ${showDay(addDays(BIRTH, 70))}`);
});

test('the schedule says where it was read', async ({ page }) => {
  await open(page);
  await calendar(page).getByRole('button', { name: 'Esquema y fuentes' }).click();
  await expect(calendar(page)).toContainText('Hexavalente, 2.ª dosis: EXPRESO-2025-08, ECUAVISA-2025-08');
  await expect(calendar(page).getByRole('link', { name: /cambios del esquema desde el 19\/08\/2025/ })).toHaveAttribute(
    'href',
    /^https:\/\/www\.expreso\.ec\//,
  );
  await expectAccessible(page, 'calendar with its sources');
});

test('a due dose fills the form in, is saved with the rest and is then given', async ({ page }) => {
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

test('without a birth date it asks for it kindly', async ({ page }) => {
  await open(page, await createChild('C-3', null));
  await expect(calendar(page)).toContainText('hace falta la fecha de nacimiento');
  await calendar(page).getByRole('link', { name: 'agrégala en Información Personal' }).click();
  await expect(page.locator('[name=fechanacimiento]')).toBeVisible();
});

test('a phone shows what is due first, the rest when asked for, and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page);
  await expect(calendar(page).getByRole('button', { name: /^Rotavirus, 2.ª dosis/ })).toBeVisible();
  await expect(dose(page, 'BCG, dosis única')).toBeHidden();
  await expectAccessible(page, 'calendar on a phone');
  await calendar(page).getByText('Todas las dosis por edad').click();
  await expect(dose(page, 'BCG, dosis única')).toBeVisible();
  await expectAccessible(page, 'calendar on a phone, open');
});
