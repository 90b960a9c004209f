import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addDays, addMonths, showDay, showLongDay, startOfDay, today } from '#domain/calendar.ts';
import { RECORDS } from '#domain/records/index.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking, inHealth, withoutPauses } from '../../../../tests/support/breaking.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { textsOf } from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

const { control, anemia, controlmujer, etmi } = RECORDS;
const card = page.getByRole('region', { name: 'Próximas citas' });
const times = () => textsOf(card.getByRole('heading', { level: 3 }));
const longDay = (day: string) => showLongDay(new Date(startOfDay(day)));

const BIRTH = addMonths(today(), -7);
const SEEN = addDays(today(), -3);
const NEXT_CONTROL = addMonths(SEEN, 1);

/** A girl of seven months without vaccines, seen three days ago. */
const child = (change: object = {}, screenings: readonly object[] = []) =>
  fakeBooklet(
    'nino',
    { fechanacimiento: BIRTH, sexo: 'FEMENINO', ...change },
    { control: [{ ...control.example, fecha: SEEN, edad: 6 }], anemia: screenings },
  );
const openChild = async (booklet: ReturnType<typeof child>) => {
  await screenAt(`/ninos/${booklet.id}`, 'ROLE_BRIGADA', ...booklet.fakes);
};

test("a child's page shows what is due first, then the next dates, and the others on request", async () => {
  const booklet = child();
  await openChild(booklet);
  await expect.poll(() => times().slice(0, 2)).toEqual(['Ya le toca', longDay(NEXT_CONTROL)]);
  const due = card.getByRole('listitem').filter({ hasText: 'Ya le toca' }).first();
  await expect.element(due).toHaveTextContent('Hexavalente, 1.ª dosis');
  await expect.element(due).toHaveTextContent(`Hemoglobina de los 6 meses, desde el ${showDay(addMonths(BIRTH, 6))}`);
  await expectElementAccessible();
  const eighteen = card.getByText('Hemoglobina de los 18 meses');
  await expect.element(eighteen).not.toBeVisible();
  await card.getByText('Fechas siguientes').click();
  await expect.element(eighteen).toBeVisible();
});

test('a haemoglobin that was measured is not due any more', async () => {
  await openChild(child({}, [{ ...anemia.example, fechaaplicacion: SEEN, edadapli: 6 }]));
  await expect.element(card).toHaveTextContent('Hemoglobina de los 12 meses');
  await expect.element(card).not.toHaveTextContent('Hemoglobina de los 6 meses');
});

test('on a phone it stands below the sections', async () => {
  await onPhone();
  await openChild(child());
  await expect.element(card).toBeVisible();
  const tabs = page.getByRole('tablist').element();
  expect(tabs.compareDocumentPosition(card.element()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await expectElementAccessible();
});

test('without a birth date it says what is missing', async () => {
  await openChild(child({ fechanacimiento: '' }));
  await expect.element(card).toHaveTextContent('Falta la fecha de nacimiento para decir cuándo le toca cada cita.');
});

test('it can be loaded again when the records could not be read', async () => {
  const booklet = child();
  withoutPauses();
  const { list } = booklet.of('anemia');
  const broken = breaking(list);
  await screenAt(
    `/ninos/${booklet.id}`,
    'ROLE_BRIGADA',
    inHealth(),
    ...booklet.fakes.map((fake) => (fake === list ? broken : fake)),
  );
  const retry = card.getByRole('button');
  await expect.element(retry).toBeVisible();
  broken.mend();
  await retry.click();
  await expect.element(card).toHaveTextContent('Hemoglobina de los 6 meses');
});

test("a woman's page shows her appointment and the vaccines of her weeks", async () => {
  const appointment = addDays(today(), 20);
  const booklet = fakeBooklet(
    'mujer',
    {},
    {
      etmi: [
        {
          ...etmi.example,
          tamizajes: [
            { vacuna: 'VIH', fechaRealizacion: addDays(today(), -7), resultado: 'no reactivo', semanaGestacion: 17 },
          ],
        },
      ],
      controlmujer: [{ ...controlmujer.example, fechaatencion: addDays(today(), -7), fechaproxima: appointment }],
    },
  );
  await screenAt(`/mujer/${booklet.id}`, 'ROLE_BRIGADA', ...booklet.fakes);
  await expect
    .poll(times)
    .toEqual([longDay(addDays(today(), 14)), longDay(appointment), 'Según la campaña de la temporada']);
  await expect.element(card).toHaveTextContent('Tdap');
  await expect.element(card).toHaveTextContent('Control prenatal');
  await expectElementAccessible();
});
