import { expect, type Page, test } from '@playwright/test';
import { addDays, today } from '#domain/calendar.ts';
import { RECORDS } from '#domain/records/index.ts';
import { VACCINE_RULES } from '#domain/records/vaccine-windows.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { signInAs } from '../support/sign-in.ts';

const ROSA = '0602948179';
const LUIS = '0601735262';
const { mujer, nino, control, controlmujer } = RECORDS;
const BIRTH = addDays(today(), -150);

let server: ServerProcess;
const ids: Record<string, string> = {};

test.beforeAll(async () => {
  server = await startServer();
  for (const cedula of [ROSA, LUIS]) await createUser(server, cedula, 'ROLE_BRIGADA');
  const { call, signIn } = remoteApi(server.url);
  const rosa = await signIn({ cedula: ROSA, password: PASSWORD });
  const luis = await signIn({ cedula: LUIS, password: PASSWORD });
  ids.mujer = (await call('POST', '/api/mujer', mujer.example, rosa)).body._id;
  ids.nino = (await call('POST', '/api/nino', { ...nino.example, fechanacimiento: BIRTH }, rosa)).body._id;
  ids.foreign = (await call('POST', '/api/nino', { ...nino.example, cedula: 'P-1' }, luis)).body._id;
  const first = { ...control.example, fecha: addDays(today(), -30), edad: 4, peso: 6, longitud: 62, ninoId: ids.nino };
  await call('POST', '/api/control', first, rosa);
});
test.afterAll(() => server.stop());
test.beforeEach(({ page }) => signInAs(page, server, ROSA));

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const warning = (page: Page, name: string) => page.locator(`[id="${name}-description"]`);
const dayOf = (date: string) => date.split('-').reverse().join('/');
const woman = () => `${server.url}/mujer/${ids.mujer}`;
const child = (section: string) => `${server.url}/ninos/${ids.nino}?seccion=${section}`;

// proves 2.79-2.84
test('the panel of a woman has four toggle sections; the open one closes at a click', async ({ page }) => {
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
test('the panel of a child shows one of its sections at a time and none can be closed', async ({ page }) => {
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

test('mother and child lead to each other, as far as one may see', async ({ page }) => {
  await page.goto(child('control'));
  const cover = page.getByRole('region', { name: 'Portada de la libreta' });
  await expect(cover.getByText('Madre:')).toBeVisible();
  await cover.getByRole('link', { name: 'LUZ MARÍA TENESACA PILCO' }).click();
  await expect(page).toHaveURL(new RegExp(`/mujer/${ids.mujer}`));
  await expect(cover.getByRole('link')).toHaveText(['SISA VALENTINA GUALÁN TENESACA']);
  await cover.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/ninos/${ids.nino}`));
});

test('who may not see the mother finds no link to her', async ({ page }) => {
  await page.evaluate(() => localStorage.clear());
  await signInAs(page, server, LUIS);
  await page.goto(`${server.url}/ninos/${ids.foreign}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SISA VALENTINA GUALÁN TENESACA');
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('Madre:')).toHaveCount(0);
});

test('improbable measures warn beside their field and near the button, and are saved all the same', async ({
  page,
}) => {
  await page.goto(child('control'));
  await expect(page.getByText('antes 62,00')).toBeVisible();
  await field(page, 'longitud').fill('61,6');
  await expect(warning(page, 'longitud')).toHaveText('Mide 0,40 cm menos que el último control. Revisa la medida.');
  await expect(page.getByRole('button', { name: 'Revisa 1 aviso' })).toBeVisible();
  await field(page, 'peso').fill('8,5');
  await expect(warning(page, 'peso')).toHaveText('Subió 2,50 kg en 30 días. Revisa la medida.');
  await field(page, 'peso').fill('5,2');
  await expect(warning(page, 'peso')).toHaveText('Bajó 0,80 kg en 30 días. Revisa la medida.');
  await field(page, 'edad').fill('9');
  await expect(warning(page, 'edad')).toHaveText(/^Por la fecha de nacimiento serían 4 meses\. Revisa la edad\.$/);
  await field(page, 'fecha').fill(dayOf(addDays(BIRTH, -1)));
  await expect(warning(page, 'fecha')).toHaveText(`Es anterior al nacimiento (${dayOf(BIRTH)}). Revisa la fecha.`);
  await field(page, 'fecha').fill(dayOf(addDays(today(), 1)));
  await expect(warning(page, 'fecha')).toHaveText('Está en el futuro. Revisa la fecha.');
  await field(page, 'perimetro').fill('42');
  await expect(page.getByRole('button', { name: /^Revisa \d avisos$/ })).toBeVisible();
  await page.getByRole('button', { name: /^Revisa/ }).click();
  await expect(field(page, 'fecha')).toBeFocused();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('¡Información Guardada!')).toBeVisible();
});

test('a vaccine outside its window, and a next visit before this one, warn', async ({ page }) => {
  await page.goto(child('vacuna'));
  for (const rule of VACCINE_RULES) await expect(page.getByText(rule, { exact: true })).toBeVisible();
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).fill(option);
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Tipo de vacuna', 'Rotavirus');
  await choose('Dosis', '1');
  await expect(warning(page, 'fechaaplicacion')).toHaveText(`Está fuera de la edad indicada. ${VACCINE_RULES[1]}`);
  await choose('Dosis', '2');
  await expect(page.getByRole('button', { name: 'Revisa 1 aviso' })).toHaveCount(0);

  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${woman()}?seccion=${controlmujer.key}`);
  await field(page, 'fechaproxima').fill(dayOf(addDays(today(), -1)));
  await expect(warning(page, 'fechaproxima')).toHaveText('Es anterior a la fecha de atención. Revísala.');
});

test('a cedula that fails its check digit warns on the forms of people', async ({ page }) => {
  await page.goto(`${server.url}/mujer/add`);
  await field(page, 'cedula').fill('1710034060');
  await expect(warning(page, 'cedula')).toHaveText(
    'El número no pasa la verificación de cédula. Revisa que esté bien escrito.',
  );
  await expect(page.getByRole('button', { name: 'Revisa 1 aviso' })).toBeVisible();
});
