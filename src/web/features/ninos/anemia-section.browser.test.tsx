import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addDays, today } from '#domain/calendar.ts';
import { newId } from '#domain/new-id.ts';
import { RECORDS } from '#domain/records/index.ts';
import { writeDraft } from '#web/lib/drafts.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { onPhone, screenAt, signedInAs } from '../../../../tests/support/shown.tsx';

const YEAR_OLD = { fechanacimiento: addDays(today(), -380), provincia: 'CHIMBORAZO', canton: 'RIOBAMBA' };

const measured = page.getByName('valorhemoglobina');
const corrected = page.getByName('valorcorregido');
const altitude = page.getByRole('textbox', { name: 'Altitud donde vive (m)' });

async function openChild(change: object) {
  const booklet = fakeBooklet('nino', { ...YEAR_OLD, ...change });
  await screenAt(`/ninos/${booklet.id}?seccion=anemia`, 'ROLE_BRIGADA', ...booklet.fakes);
  await expect.element(altitude).toBeVisible();
  return booklet;
}

test("the corrected value is proposed from the canton's altitude and never overwrites an edited one", async () => {
  await openChild({});
  await expect.element(altitude).toHaveValue('2750');
  await measured.fill('12');
  await expect.element(corrected).toHaveValue('10,2');
  await expect.element(page.getByText('Propuesto: 10,2 (Hb 12,0 − 1,8 por 2.750 m, tabla OMS 2024)')).toBeVisible();
  await expect.element(page.getByText('Anemia leve', { exact: true })).toBeVisible();
  const called = page.getByText('La OMS lo clasifica como anemia leve: revisa si el resultado es normal.');
  await expect.element(called).toBeVisible();
  const answers = page.getByRole('radiogroup', { name: 'Resultado normal' });
  await answers.getByText('No', { exact: true }).click();
  await expect.element(called).not.toBeInTheDocument();
  await answers.getByText('Sí', { exact: true }).click();
  await expect.element(called).toBeVisible();

  await altitude.fill('3300');
  await expect.element(corrected).toHaveValue('9,9');
  await corrected.fill('11,5');
  await expect.element(page.getByText('Sin anemia')).toBeVisible();
  await altitude.fill('300');
  await measured.fill('13');
  await expect.element(page.getByText('Propuesto: 13,0 (Hb 13,0 sin ajuste por 300 m, tabla OMS 2024)')).toBeVisible();
  await expect.element(corrected).toHaveValue('11,5');
  await page.getByRole('button', { name: 'Usar el propuesto' }).click();
  await expect.element(corrected).toHaveValue('13');
});

test('a restored value is proposed again when it changes, and one that was edited stays', async () => {
  const booklet = await openChild({});
  const again = () => screenAt(`/ninos/${booklet.id}?seccion=anemia`, 'ROLE_BRIGADA', ...booklet.fakes);
  const restored = page.getByText('Recuperamos lo que habías escrito.');
  await measured.fill('12');
  await expect.element(corrected).toHaveValue('10,2');
  await again();
  await expect.element(restored).toBeVisible();
  await expect.element(corrected).toHaveValue('10,2');
  await expect.element(altitude).toHaveValue('2750');
  await measured.fill('10,5');
  await expect.element(corrected).toHaveValue('8,7');
  await corrected.fill('9');
  await again();
  await expect.element(restored).toBeVisible();
  await measured.fill('12');
  await expect.element(page.getByText(/^Propuesto: 10,2 /)).toBeVisible();
  await expect.element(corrected).toHaveValue('9');
});

test('a value corrected for another altitude stays when it is restored, since the altitude is not', async () => {
  const booklet = await openChild({});
  await expect.element(altitude).toHaveValue('2750');
  await measured.fill('12');
  await altitude.fill('1000');
  await expect.element(corrected).toHaveValue('11,2');
  await screenAt(`/ninos/${booklet.id}?seccion=anemia`, 'ROLE_BRIGADA', ...booklet.fakes);
  await expect.element(page.getByText(/^Propuesto: 10,2 /)).toBeVisible();
  await expect.element(corrected).toHaveValue('11,2');
});

test.each([
  ['equal to the proposal is proposed again', 10.2, '8,7'],
  ['of another number stays', 11, '11'],
])('a corrected value %s in a record that was refused and is corrected', async (_, valorcorregido, wanted) => {
  const booklet = fakeBooklet('nino', YEAR_OLD);
  const { _id: user } = signedInAs('ROLE_BRIGADA');
  const values = { fechaaplicacion: today(), valorhemoglobina: 12, valorcorregido, observacion: 'X' };
  writeDraft({ user, place: `anemia.${booklet.id}` }, { values, at: Date.now(), id: newId() });
  await screenAt(`/ninos/${booklet.id}?seccion=anemia`, 'ROLE_BRIGADA', ...booklet.fakes);
  await expect.element(altitude).toHaveValue('2750');
  await measured.fill('10,5');
  await expect.element(page.getByText(/^Propuesto: 8,7 /)).toBeVisible();
  await expect.element(corrected).toHaveValue(wanted);
});

test('a proposal out of bounds is shown but not filled in, and a severe value causes a warning and can be saved', async () => {
  const booklet = await openChild({});
  await measured.fill('7');
  await expect
    .element(page.getByText(/^Con el ajuste sería 5,2 .*: está fuera de 6 a 16 y no se llena\.$/))
    .toBeVisible();
  await expect.element(corrected).toHaveValue('');
  await corrected.fill('6,5');
  await expect
    .element(corrected)
    .toHaveAccessibleDescription('Está muy por debajo de lo normal (anemia severa). Revisa el valor y refiere.');
  await expectElementAccessible();
  await page.getByName('observacion').fill('Se refiere');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Eliminar/ }) });
  await expect.element(row).toHaveTextContent('Anemia severa');
  await expect.element(page.getByRole('table').getByText('Clase OMS', { exact: true })).toBeVisible();
  await expect.element(altitude).toHaveValue('2750');
  const [sent] = booklet.of('anemia').create.requests;
  expect(Object.keys(sent?.body ?? {}).sort()).toEqual(
    ['_id', ...Object.keys(RECORDS.anemia.example), 'ninoId'].sort(),
  );

  await onPhone();
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Clase OMS' })).toHaveTextContent('Anemia severa');
  await expectElementAccessible();
});

test('without a canton the form asks for the altitude, and before six months there is no class', async () => {
  await openChild({ provincia: '', canton: '', fechanacimiento: addDays(today(), -120) });
  await expect.element(page.getByText('Sin cantón: ¿a qué altitud vive?')).toBeVisible();
  await measured.fill('11');
  await expect.element(corrected).toHaveValue('');
  await altitude.fill('2000');
  await expect.element(corrected).toHaveValue('9,6');
  await expect.element(page.getByText('Sin clasificación OMS antes de los 6 meses')).toBeVisible();
  await altitude.fill('5200');
  await expect.element(page.getByText('La tabla OMS 2024 no llega a 5.200 m')).toBeVisible();
  await expect.element(corrected).toHaveValue('');
});
