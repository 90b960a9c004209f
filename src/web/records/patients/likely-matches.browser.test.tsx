import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { recordCalls } from '#domain/calls/records.ts';
import { AppError } from '#domain/errors.ts';
import { RECORDS } from '#domain/records/index.ts';
import { answering, refusing, unreachable } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { controlTimers } from '../../../../tests/support/controlled-timers.ts';
import { fakeRecords, storedRecord } from '../../../../tests/support/fake-records.ts';
import { servedOptions } from '../../../../tests/support/served-options.ts';
import { screenAt, serveFakes, shownAddress } from '../../../../tests/support/shown.tsx';

const { nino } = RECORDS;
/** The search starts after a pause in typing. */
const RESTED_MS = 900;

const fill = async (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await page.getByName(name).fill(value);
};
const match = page.getByText('Hay un registro parecido. ¿Es la misma persona?');
const dialog = page.getByRole('alertdialog');
const save = () => page.getByRole('button', { name: 'Guardar', exact: true }).click();

test('a child with similar names and the same mother is shown, and the user decides', async () => {
  const twin = storedRecord(nino);
  const kept = fakeRecords(nino);
  const alike = answering(recordCalls(nino).alike, () => [twin]);
  const fakes = [alike, ...kept.fakes, ...servedOptions()];
  const pass = controlTimers();
  await screenAt('/ninos/add', 'ROLE_BRIGADA', ...fakes);
  await fill({ hcu: '1', nombres: 'Sisa Balentina', apellidos: 'Gualan Tenesaca' });
  await pass(RESTED_MS);
  await expect.element(match).not.toBeInTheDocument();
  await fill({ cedulamadre: nino.example.cedulamadre as string, cedula: 'P-77' });
  await pass(RESTED_MS);
  await expect.element(match).toBeVisible();
  // Names alone are not searched.
  expect(alike.requests.filter(({ query }) => !query || !('cedulamadre' in query))).toEqual([]);
  const main = page.getByRole('main');
  await expect.element(main.getByText(nino.example.cedula as string)).toBeVisible();
  await expect.element(main.getByText('Fecha Nacimiento 17/09/2025')).toBeVisible();
  await expect.element(main.getByText('Responsable del registro: Rosa Yuquilema')).toBeVisible();
  const link = page.getByRole('link', { name: 'SISA VALENTINA GUALÁN TENESACA' });
  await expect.element(link).toHaveAttribute('href', `/ninos/${twin._id}`);
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expectElementAccessible();

  await save();
  await expect.element(dialog).toHaveTextContent('Ya existe un registro parecido');
  const seeRecord = dialog.getByRole('link', { name: 'Ver registro' });
  await expect.element(seeRecord).toHaveAttribute('href', `/ninos/${twin._id}`);
  // Opens beside the form, which keeps its values.
  await expect.element(seeRecord).toHaveAttribute('target', '_blank');
  await expect.element(page.getByName('cedula')).toHaveValue('P-77');
  serveFakes(unreachable(recordCalls(nino).create), ...fakes);
  await dialog.getByRole('button', { name: 'Guardar de todas formas' }).click();
  await expect.element(page.getByText('Hubo un error al guardar la información.')).toBeVisible();
  serveFakes(...fakes);
  // After the decision there is no second question.
  await save();
  await expect.poll(shownAddress).toBe('/lista/ninos');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(kept.rows).toHaveLength(1);
});

test("for a registered document there is no question, but the server's message in the form and at the field", async () => {
  const twin = storedRecord(nino);
  const taken = 'Ya existe un niño registrado con esta cédula';
  const problems = [{ msg: taken, path: 'cedula' }];
  const create = refusing(recordCalls(nino).create, new AppError('conflict', { problems }));
  await screenAt(
    '/ninos/add',
    'ROLE_BRIGADA',
    answering(recordCalls(nino).alike, () => [twin]),
    create,
    ...fakeRecords(nino).fakes,
    ...servedOptions(),
  );
  const { cedula, cedulamadre } = nino.example as Record<string, string>;
  await fill({
    hcu: '1',
    cedula: String(cedula),
    cedulamadre: String(cedulamadre),
    nombres: 'Otra',
    apellidos: 'Persona',
  });
  await expect.element(match).toBeVisible();
  await save();
  await expect.element(page.getById('cedula-error')).toHaveTextContent(taken);
  const alert = page.getByRole('alert').filter({ hasText: 'Hubo un error al guardar la información.' });
  await expect.element(alert.getByRole('listitem')).toHaveTextContent(taken);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(match).toBeVisible();
  // Once the field is changed, the message is no longer true.
  await page.getByName('cedula').fill('P-78');
  await expect.element(page.getByText(taken)).not.toBeInTheDocument();
});

test('a name that is longer than the form allows is not searched', async () => {
  const alike = answering(recordCalls(nino).alike, () => []);
  const pass = controlTimers();
  await screenAt('/ninos/add', 'ROLE_BRIGADA', alike, ...fakeRecords(nino).fakes, ...servedOptions());
  // The document last: with it the form has what a search needs, should the typing take longer than the pause.
  await fill({ nombres: 'Sisa', apellidos: 'G'.repeat(201), cedulamadre: nino.example.cedulamadre as string });
  await pass(RESTED_MS);
  expect(alike.requests).toEqual([]);
  await fill({ apellidos: 'G'.repeat(200) });
  await pass(RESTED_MS);
  await expect.poll(() => alike.requests.length).toBe(1);
});

test('without a response about likely matches the form continues as if there were none', async () => {
  const kept = fakeRecords(nino);
  const fakes = [unreachable(recordCalls(nino).alike), ...kept.fakes, ...servedOptions()];
  await screenAt('/ninos/add', 'ROLE_BRIGADA', ...fakes);
  await fill({ hcu: '1', cedula: 'P-78', cedulamadre: 'P-79', nombres: 'Sisa', apellidos: 'Gualán' });
  await save();
  await expect.poll(shownAddress).toBe('/lista/ninos');
  expect(kept.rows).toHaveLength(1);
});
