import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addDays, showDay, today } from '#domain/calendar.ts';
import type { RoleName } from '#domain/roles.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { fakeVisit, LUIS, ROSA, servedVisits } from '../../../../tests/support/fake-visits.ts';
import { expectCount, goBack, option, pathOf, searchOf } from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

const LOJA = { provincia: 'LOJA', canton: 'LOJA' };
const VISITS = [
  fakeVisit(1, 'ELI', 'cruce', { visto: today() }),
  fakeVisit(2, 'CIRO', 'desnutricion', { estado: 'Desnutrición' }),
  fakeVisit(3, 'FE', 'control', { ...LOJA, responsable: LUIS, visto: null }),
  fakeVisit(4, 'ANA', 'vacunas', { ...LOJA, responsable: LUIS }),
];

/** The server's response about the four; in Loja there may be one more child without a birth date. */
const served = (withoutBirth = 0, datosAl?: string) =>
  servedVisits(VISITS, { withoutBirth, ...(datosAl && { datosAl }) });

const open = (search = '', role: RoleName = 'ROLE_SUPERVISOR', withoutBirth = 0) =>
  screenAt(`/seguimiento${search}`, role, ...served(withoutBirth));
const table = () => page.getByRole('table', { name: 'Seguimiento' });
const rows = () => table().getByRole('row');
const row = (name: string) => table().getByRole('row', { name });
const reason = (label: string) =>
  page.getByRole('navigation', { name: 'Filtrar por motivo' }).getByRole('link', { name: label });
const responsible = () => page.getByRole('combobox', { name: 'Responsable del registro' });

test('each row shows reasons, date and place, and links to the child', async () => {
  await open();
  await expect.element(page.getByText('4 niñas y niños necesitan una visita')).toBeVisible();
  await expectCount(rows(), 5);
  await expect.element(row('CIRO')).toHaveTextContent('Texto de CIRO.');
  await expect.element(row('CIRO')).toHaveTextContent(showDay(addDays(today(), -40)));
  await page.getByRole('link', { name: 'CIRO CUJÍ' }).click();
  await expect.poll(pathOf).toBe(`/ninos/${VISITS[1]?._id}`);
  goBack();
  await expectCount(rows(), 5);
});

test('each row has the next control, vaccines and haemoglobin', async () => {
  const [control, haemoglobin] = [addDays(today(), 5), addDays(today(), 9)];
  const dates = { proximoControl: control, proximaVacuna: null, proximaHemoglobina: haemoglobin };
  await screenAt('/seguimiento', 'ROLE_SUPERVISOR', ...servedVisits([fakeVisit(1, 'ELI', 'cruce', dates)]));
  await expect
    .element(row('ELI'))
    .toHaveTextContent(`Próximas citas: control ${showDay(control)}, hemoglobina ${showDay(haemoglobin)}`);
});

test('reason, place and responsible account filter the list, and the address contains them', async () => {
  await open();
  await reason('Crecimiento en riesgo (1)').click();
  await expect.poll(searchOf).toEqual({ motivo: 'cruce' });
  await expectCount(rows(), 2);
  await expect.element(row('ELI')).toBeVisible();
  await reason('Desnutrición sin control (1)').click();
  await expect.element(row('CIRO')).toBeVisible();
  await expectCount(row('ELI'), 0);
  await reason('Todos (4)').click();
  await expect.poll(searchOf).toEqual({});

  await page.getByRole('combobox', { name: 'Provincia' }).click();
  await option('LOJA').click();
  await expectCount(rows(), 3);
  await page.getByRole('combobox', { name: 'Cantón' }).click();
  await option('LOJA').click();
  await expect.poll(searchOf).toEqual(LOJA);
  await expect.element(reason('Todos (2)')).toBeVisible();
  await open('?provincia=LOJA&canton=LOJA');
  await expectCount(rows(), 3);

  await open();
  await responsible().click();
  await expectCount(page.getByRole('option'), 2);
  await page.getByRole('option').first().click();
  await expect.poll(() => searchOf().responsable).toBe(ROSA._id);
  await expectCount(rows(), 3);

  await open('?motivo=cruce&canton=LOJA&provincia=LOJA');
  await expect.element(page.getByText('No hay resultados con estos filtros')).toBeVisible();
});

test('children without a birth date are counted, with a link to complete their data', async () => {
  const note = page.getByText('sin fecha de nacimiento no se');
  await open('', 'ROLE_SUPERVISOR', 1);
  await expect.element(row('FE')).toBeVisible();
  await expectCount(note, 0);
  await open('?provincia=LOJA&canton=LOJA', 'ROLE_SUPERVISOR', 1);
  await expect.element(note).toHaveTextContent('1 niña o niño sin fecha de nacimiento no se puede seguir.');
  await expectElementAccessible();
  await page.getByRole('link', { name: 'Completar sus datos' }).click();
  await expect.poll(pathOf).toBe('/lista/ninos');
  expect(searchOf()).toEqual({ ...LOJA, situacion: 'sinnacimiento' });
  await open('?provincia=CHIMBORAZO', 'ROLE_SUPERVISOR', 1);
  await expect.element(row('CIRO')).toBeVisible();
  await expectCount(note, 0);
});

test('counts that are not current show their time', async () => {
  const asOf = page.getByText(/Datos al/);
  await open();
  await expect.element(page.getByText('4 niñas y niños necesitan una visita')).toBeVisible();
  await expectCount(asOf, 0);
  await screenAt('/seguimiento', 'ROLE_SUPERVISOR', ...served(0, '2026-11-22T15:32:40.000Z'));
  await expect.element(asOf).toHaveTextContent('4 niñas y niños necesitan una visita · Datos al 10:32');
});

test('a brigade has no filter by responsible account', async () => {
  await open('', 'ROLE_BRIGADA');
  await expect.element(row('FE')).toBeVisible();
  await expectCount(responsible(), 0);
});

test('on a phone a number can be called, and the filters open', async () => {
  await onPhone();
  await open();
  await expect.element(page.getByText('CIRO CUJÍ')).toBeVisible();
  await expectElementAccessible();
  const call = page.getByRole('link', { name: 'Llamar al 0991234567' }).first();
  await expect.element(call).toHaveAttribute('href', 'tel:0991234567');
  await page.getByRole('button', { name: 'Filtrar por lugar o responsable' }).click();
  await expect.element(page.getByRole('combobox', { name: 'Provincia' })).toBeVisible();
  await expectElementAccessible();
});

test('on a phone the field of a search is shown whenever it filters, also after going back', async () => {
  await onPhone();
  await open();
  const field = page.getByRole('textbox', { name: 'Buscar por cédula o nombre' });
  const toggle = page.getByRole('button', { name: 'Buscar', exact: true });
  await toggle.click();
  await field.fill('ciro');
  await expect.poll(() => searchOf().q).toBeTruthy();
  await toggle.click();
  await expectCount(field, 0);
  await goBack();
  await expect.element(field).toHaveValue('ciro');
});

test('the screen is accessible on a desktop', async () => {
  await open();
  await expect.element(row('CIRO')).toBeVisible();
  await expectElementAccessible();
});
