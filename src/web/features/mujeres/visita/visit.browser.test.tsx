import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { addDays, showDay, today } from '#domain/calendar.ts';
import { setClockBehind } from '#domain/clock.ts';
import { RECORDS } from '#domain/records/index.ts';
import { expectElementAccessible } from '../../../../../tests/support/axe.ts';
import { fakeBooklet } from '../../../../../tests/support/fake-records.ts';
import { button, expectCount } from '../../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../../tests/support/shown.tsx';

const { controlmujer, vacunamujer } = RECORDS;
const APPOINTMENT = addDays(today(), 28);

/** A woman in week 24 with one earlier control: Tdap and influenza are due. */
const visited = (vaccines: readonly object[] = []) =>
  fakeBooklet(
    'mujer',
    { nombres: 'LUZ MARÍA', apellidos: 'CUJÍ PILATAXI' },
    {
      etmi: [
        {
          nombre: 'Segundo trimestre',
          tamizajes: [
            { vacuna: 'VIH', fechaRealizacion: addDays(today(), -28), resultado: 'no reactivo', semanaGestacion: 20 },
          ],
        },
      ],
      controlmujer: [{ ...controlmujer.example, fechaatencion: addDays(today(), -28), fechaproxima: today() }],
      vacunamujer: vaccines,
    },
  );

const open = (booklet: ReturnType<typeof visited>) =>
  screenAt(`/mujer/${booklet.id}/visita`, 'ROLE_BRIGADA', ...booklet.fakes);
const input = (name: string) => page.getByName(name);
const part = (name: string) => page.getByRole('region', { name });
const doses = () => part('Vacunas que tocan hoy').getByRole('checkbox');
const save = () => button('Guardar visita').click();
const savedHeading = () => page.getByRole('heading', { name: 'Visita guardada' });

async function fillControl() {
  await input('control.fechaproxima').fill(showDay(APPOINTMENT));
  await input('control.nombrevacunador').fill('rosa yuquilema');
  await input('control.observacion').fill('sin novedad');
}

test('a control of the same day as a stored one makes the appointment that the family hears', async () => {
  const booklet = fakeBooklet(
    'mujer',
    { nombres: 'LUZ MARÍA' },
    { controlmujer: [{ ...controlmujer.example, fechaatencion: today(), fechaproxima: addDays(today(), 40) }] },
  );
  await open(booklet);
  await fillControl();
  await save();
  await expect.element(savedHeading()).toBeVisible();
  await expect.element(page.getByText(`te esperamos el ${showDay(APPOINTMENT)}`)).toBeVisible();
});

test('her control and a ticked vaccine are saved together, and her appointment is the next visit', async () => {
  const booklet = visited();
  await open(booklet);
  await expect.element(input('control.fechaproxima')).toHaveFocus();
  await fillControl();
  await doses().first().click();
  await page.getByRole('textbox', { name: 'Edad de aplicación' }).fill('27');
  await page.getByRole('textbox', { name: 'Lote' }).fill('TD-17');
  await save();
  await expect.element(savedHeading()).toBeVisible();

  expect(booklet.of('controlmujer').create.requests.map(({ body }) => body)).toMatchObject([
    {
      ...{ mujerId: booklet.id, fechaatencion: today(), fechaproxima: APPOINTMENT },
      ...{ nombrevacunador: 'ROSA YUQUILEMA', observacion: 'SIN NOVEDAD' },
    },
  ]);
  expect(booklet.of('vacunamujer').create.requests.map(({ body }) => body)).toMatchObject([
    {
      ...{ mujerId: booklet.id, tipo: 'Tos ferina, difteria y tétanos (Tdap)', nombrevacuna: 'Tdap' },
      ...{ fechaaplicacion: today(), edadapli: 27, lote: 'TD-17', vacunador: 'ROSA YUQUILEMA' },
    },
  ]);
  expect(booklet.of('etmi').create.requests).toEqual([]);
  const saved = part('Lo que se guardó');
  for (const { messages } of [controlmujer, vacunamujer])
    await expect.element(saved).toHaveTextContent(messages.created);
  await expect.element(part('Próxima visita')).toHaveTextContent(`Próxima visita: ${showDay(APPOINTMENT)}`);
  await expect
    .element(part('Dile a la madre'))
    .toHaveTextContent(`Luz, tu control está hecho y recibiste 1 vacuna: te esperamos el ${showDay(APPOINTMENT)}.`);
  await expectElementAccessible();
});

test('the vaccines of her week are offered, none of them ticked, and one that she has is not', async () => {
  await open(visited());
  await expectCount(doses(), 2);
  for (const dose of doses().elements()) expect(dose).toHaveProperty('checked', false);
  const given = { ...vacunamujer.example, tipo: 'Influenza', fechaaplicacion: addDays(today(), -10) };
  await open(visited([given]));
  await expectCount(doses(), 1);
  await expect.element(part('Vacunas que tocan hoy')).toHaveTextContent('De la semana 20 a la 36');
});

test('an appointment before the visit is doubted in words, and saved all the same', async () => {
  const booklet = visited();
  await open(booklet);
  await fillControl();
  await input('control.fechaproxima').fill(showDay(addDays(today(), -1)));
  await expect.element(page.getByText('Es anterior a la fecha de atención. Revísala.')).toBeVisible();
  await save();
  await expect.element(savedHeading()).toBeVisible();
  expect(booklet.of('controlmujer').create.requests).toHaveLength(1);
});

test('on a phone her week stands beside her name, and the first field is near the top', async () => {
  await onPhone();
  await open(visited());
  await expect.element(page.getByText('Semana 24').first()).toBeVisible();
  await expect.element(input('control.fechaproxima')).toBeVisible();
  const first = page.getByRole('form').getByRole('textbox').first().element().getBoundingClientRect();
  expect(first.top + window.scrollY).toBeLessThanOrEqual(260);
  await expectElementAccessible();
});

test('a visit with only a ticked vaccine keeps its day and its lot when it is restored three days later', async () => {
  const booklet = visited();
  await open(booklet);
  await doses().first().click();
  await page.getByRole('textbox', { name: 'Edad de aplicación' }).fill('27');
  await page.getByRole('textbox', { name: 'Lote' }).fill('TD-17');
  const stored = () => Object.keys(localStorage).filter((key) => key.includes('draft') && key.includes(booklet.id));
  await expect.poll(() => stored().length).toBeGreaterThan(1);
  onTestFinished(() => setClockBehind(0));
  setClockBehind(3 * 24 * 60 * 60 * 1_000);
  await open(booklet);
  await expect.element(page.getByText('Recuperamos lo que habías escrito.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Lote' })).toHaveValue('TD-17');
  await save();
  await expect.element(savedHeading()).toBeVisible();
  const sent = booklet.of('vacunamujer').create.requests.map(({ body }) => body);
  expect(sent).toMatchObject([{ fechaaplicacion: today(new Date()), lote: 'TD-17' }]);
});
