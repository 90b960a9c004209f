import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addDays, showDay, today } from '#domain/calendar.ts';
import { VACCINE_RULES } from '#domain/records/vaccine-windows.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

const BIRTH = addDays(today(), -150);
const FIRST_CONTROL = { fecha: addDays(today(), -30), edad: 4, peso: 6, longitud: 62 };

const field = (name: string) => page.getByName(name);
const expectWarning = (name: string, text: string) =>
  expect.element(page.getById(`${name}-description`)).toHaveTextContent(text);

async function openChild(section: string) {
  const booklet = fakeBooklet('nino', { fechanacimiento: BIRTH }, { control: [FIRST_CONTROL] });
  await screenAt(`/ninos/${booklet.id}?seccion=${section}`, 'ROLE_BRIGADA', ...booklet.fakes);
  return booklet;
}

test('improbable measurements cause a warning at the field and near the button', async () => {
  await openChild('control');
  await expect.element(page.getByText('antes 62,00')).toBeVisible();
  await field('longitud').fill('61,6');
  await expectWarning('longitud', 'Mide 0,40 cm menos que el último control. Revisa la medida.');
  await expect.element(page.getByRole('button', { name: 'Revisa 1 aviso' })).toBeVisible();
  await field('peso').fill('8,5');
  await expectWarning('peso', 'Subió 2,50 kg en 30 días. Revisa la medida.');
  await field('peso').fill('5,2');
  await expectWarning('peso', 'Bajó 0,80 kg en 30 días. Revisa la medida.');
  await field('edad').fill('9');
  await expectWarning('edad', 'Por la fecha de nacimiento serían 4 meses. Revisa la edad.');
  await field('fecha').fill(showDay(addDays(BIRTH, -1)));
  await expectWarning('fecha', `Es anterior al nacimiento (${showDay(BIRTH)}). Revisa la fecha.`);
  await field('fecha').fill(showDay(addDays(today(), 1)));
  await expectWarning('fecha', 'Está en el futuro. Revisa la fecha.');
  await expectElementAccessible();
  await page.getByRole('button', { name: /^Revisa \d avisos$/ }).click();
  await expect.element(field('fecha')).toHaveFocus();
});

test('a form with warnings can be saved', async () => {
  const booklet = await openChild('control');
  for (const [name, value] of Object.entries({ edad: '9', peso: '5,2', longitud: '61,6', perimetro: '42' }))
    await field(name).fill(value);
  await expect.element(page.getByRole('button', { name: 'Revisa 4 avisos' })).toBeVisible();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect.element(page.getByText('Éxito', { exact: true })).toBeVisible();
  expect(booklet.of('control').rows).toHaveLength(2);
});

test('a vaccine outside its age window causes a warning', async () => {
  await openChild('vacuna');
  for (const rule of VACCINE_RULES) await expect.element(page.getByText(rule, { exact: true })).toBeVisible();
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).fill(option);
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Tipo de vacuna', 'Rotavirus');
  await choose('Dosis', '1');
  await expectWarning('fechaaplicacion', `Está fuera de la edad indicada. ${VACCINE_RULES[1]}`);
  await choose('Dosis', '2');
  await expect.element(page.getByRole('button', { name: 'Revisa 1 aviso' })).not.toBeInTheDocument();
});

test('a next visit before this one causes a warning', async () => {
  const { id, fakes } = fakeBooklet('mujer');
  await screenAt(`/mujer/${id}?seccion=controlmujer`, 'ROLE_BRIGADA', ...fakes);
  await field('fechaproxima').fill(showDay(addDays(today(), -1)));
  await expectWarning('fechaproxima', 'Es anterior a la fecha de atención. Revísala.');
});

test('a cedula with a wrong check digit causes a warning in the forms of people', async () => {
  const { fakes } = fakeBooklet('mujer');
  await screenAt('/mujer/add', 'ROLE_BRIGADA', ...fakes);
  await field('cedula').fill('1710034060');
  await expectWarning('cedula', 'El número no pasa la verificación de cédula. Revisa que esté bien escrito.');
  await expect.element(page.getByRole('button', { name: 'Revisa 1 aviso' })).toBeVisible();
});
