import { expect, test } from 'vitest';
import { addDays, addMonths, showDay, today } from '#domain/calendar.ts';
import { listDueGoals, listGoals } from '#domain/calls/goals.ts';
import { getSettings } from '#domain/calls/settings.ts';
import { answering } from '../../../../tests/support/answering.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { goalBody } from '../../../../tests/support/goals.ts';
import { expectCount, main } from '../../../../tests/support/on-screen.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

const settings = (metas: boolean) => answering(getSettings, () => ({ registro: true, metas, fhir: true }));
const goals = () =>
  answering(listGoals, () => [
    { ...goalBody(), _id: 'a', version: 1 },
    {
      ...goalBody({ nombre: 'Prenatales', para: 'embarazo', registro: 'controlmujer', hasta: 40 }),
      _id: 'b',
      version: 1,
    },
    { ...goalBody({ nombre: 'Oculta', mostrada: false }), _id: 'c', version: 1 },
  ]);
const card = () => main().getByRole('region', { name: 'Metas' });
/** On a day that every month has. */
const BIRTH = `${addMonths(today(), -3).slice(0, 8)}15`;

test("a child's page says how many are missing and until when", async () => {
  const { id, fakes } = fakeBooklet('nino', { fechanacimiento: BIRTH });
  await screenAt(`/ninos/${id}`, 'ROLE_BRIGADA', ...fakes, settings(true), goals());
  await expect.element(card().getByText(`Faltan 3 controles antes del ${showDay(addMonths(BIRTH, 6))}`)).toBeVisible();
  await expect.element(card().getByText('Fuente: norma de prueba.')).toBeVisible();
  await expectCount(card().getByRole('listitem'), 1);
});

test("a woman's page counts from the latest screening", async () => {
  const fechaRealizacion = addDays(today(), -7);
  const screening = { vacuna: 'VIH', fechaRealizacion, resultado: 'no reactivo', semanaGestacion: 20 };
  const { id, fakes } = fakeBooklet('mujer', {}, { etmi: [{ tamizajes: [screening] }] });
  await screenAt(`/mujer/${id}`, 'ROLE_BRIGADA', ...fakes, settings(true), goals());
  const due = addDays(fechaRealizacion, 140);
  await expect.element(card().getByText(`Faltan 3 controles antes del ${showDay(due)}`)).toBeVisible();
});

test('where goals are off nothing is asked or shown', async () => {
  const { id, fakes } = fakeBooklet('nino', { fechanacimiento: BIRTH });
  const listed = goals();
  const due = answering(listDueGoals, () => ({ rows: [], total: 0 }));
  await screenAt(`/ninos/${id}`, 'ROLE_BRIGADA', ...fakes, settings(false), listed, due);
  await expect
    .element(
      main()
        .getByRole('tab', { name: /Control/ })
        .first(),
    )
    .toBeVisible();
  await expectCount(card(), 0);
  expect(listed.requests).toEqual([]);
});
