import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addMonths, today } from '#domain/calendar.ts';
import { getMeasuring, type MeasuringRow } from '#domain/calls/measuring.ts';
import { DIGITS, noCounts } from '#domain/quality/counts.ts';
import { measuringOf } from '#domain/quality/figures.ts';
import { answering } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking, inHealth, withoutPauses } from '../../../../tests/support/breaking.ts';
import { button, expectCount, pathOf, searchOf } from '../../../../tests/support/on-screen.ts';
import { servedReports } from '../../../../tests/support/served-reports.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

beforeEach(withoutPauses);

const LENGTHS = [40, 2, 3, 4, 5, 30, 4, 4, 4, 4];

/** A hundred controls whose lengths mostly end in ,0 and ,5. */
const hundred = () =>
  measuringOf(
    {
      ...noCounts(),
      ...{ controles: 100, evaluables: 100, comparados: 80, longitudCon: 100, pesoCon: 100, perimetroCon: 100 },
      ...Object.fromEntries(DIGITS.map((digit) => [`longitud${digit}`, LENGTHS[digit]])),
    },
    1,
  );
const few = () => measuringOf({ ...noCounts(), controles: 12 }, 0);

const ana = { _id: '1', nombre: 'Ana', apellido: 'Alvarado' };
const zoe = { _id: '2', nombre: 'Zoe', apellido: 'Zambrano' };
const people = (): MeasuringRow[] => [
  { persona: ana, provincia: '', canton: '', ...hundred() },
  { persona: zoe, provincia: '', canton: '', ...few() },
];
const cantons = (): MeasuringRow[] => [{ persona: null, provincia: 'LOJA', canton: 'OLMEDO', ...hundred() }];

const served = (pendientes = 0) =>
  answering(getMeasuring, ({ query }) => {
    const por: 'canton' | 'persona' = query?.por === 'canton' ? 'canton' : 'persona';
    const filas = por === 'canton' ? cantons() : people();
    const [desde, hasta] = [String(query?.desde ?? '') || null, String(query?.hasta ?? '') || null];
    return { answer: { por, desde, hasta, pendientes, filas }, total: filas.length };
  });

const open = (fake: ReturnType<typeof served>, search = '', path = '/reportes/calidad') =>
  screenAt(`${path}${search}`, 'ROLE_SUPERVISOR', inHealth(), fake, ...servedReports().fakes);
const card = (name: string) => page.getByRole('region', { name, exact: true });
const figuresOf = (name: string) => button(`Ver las cifras: ${name}`);

test('people are described in sentences, with figures and ten bars on request', async () => {
  const fake = served();
  await open(fake);
  await expect
    .element(card('Ana Alvarado'))
    .toHaveTextContent('Muchas longitudes terminan en ,0 y ,5: lee el milímetro en la cinta.');
  await expect.element(card('Zoe Zambrano')).toHaveTextContent('Faltan 38 para poder decirlo.');
  await expectCount(figuresOf('Zoe Zambrano'), 0);
  expect(fake.requests[0]?.query).toMatchObject({
    ...{ por: 'persona', desde: addMonths(`${today().slice(0, 7)}-01`, -2), limit: '5', offset: '0' },
  });
  await figuresOf('Ana Alvarado').click();
  const bars = card('Ana Alvarado').getByRole('img', { name: /^Longitud: ,0 40,0 %; ,1 2,0 %/ });
  await expect.element(bars).toBeVisible();
  expect(bars.element().querySelectorAll('rect')).toHaveLength(10);
  for (const text of ['Disimilitud 50,00 % · Preferencia', 'Puntajes improbables', 'Longitudes que se acortan'])
    await expect.element(card('Ana Alvarado')).toHaveTextContent(text);
  await expectElementAccessible();
  await button('Ocultar las cifras: Ana Alvarado').click();
  await expectCount(bars, 0);
});

test('cantons are chosen by a button, and the address keeps rows and days', async () => {
  const fake = served();
  await open(fake, '?desde=2026-01-05&hasta=2026-02-05');
  await button('Por cantón').click();
  await expect.element(card('OLMEDO, LOJA')).toBeVisible();
  expect(fake.requests.at(-1)?.query).toMatchObject({ por: 'canton', desde: '2026-01-05', hasta: '2026-02-05' });
});

test('the first day can be cleared and typed again key by key', async () => {
  const fake = served();
  await open(fake);
  const from = page.getByLabelText('Desde');
  await userEvent.clear(from);
  await expect.element(page.getByText('Desde el comienzo')).toBeVisible();
  expect(searchOf()).toEqual({ periodo: 'todo' });
  await expect.element(from).toHaveValue('');
  await from.click();
  await userEvent.keyboard('01/02/2025');
  await expect.element(page.getByText('Desde el 01/02/2025')).toBeVisible();
  expect(searchOf()).toEqual({ desde: '2025-02-01' });
  await expect.element(from).toHaveValue('01/02/2025');
  expect(fake.requests.map(({ query }) => query?.desde)).toEqual([expect.any(String), undefined, '2025-02-01']);
});

test('changes that are not counted yet are named', async () => {
  await open(served(700));
  await expect.element(page.getByText('Faltan 700 cambios por contar')).toBeVisible();
});

test('on a phone nothing is wider than the screen, and the index of the reports leads here', async () => {
  await onPhone();
  await open(served(), '', '/reportes');
  await page.getByRole('link', { name: 'Cómo se mide' }).click();
  await expect.poll(pathOf).toBe('/reportes/calidad');
  await figuresOf('Ana Alvarado').click();
  await expect.element(card('Ana Alvarado').getByRole('img').first()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  await expectElementAccessible();
});

test('after a failure the list can be loaded again', async () => {
  const fake = served();
  const broken = breaking(fake, 500);
  await screenAt('/reportes/calidad', 'ROLE_SUPERVISOR', inHealth(), broken, fake);
  await expect.element(page.getByText('No se pudo cargar la calidad de las medidas.')).toBeVisible();
  broken.mend();
  await button('Volver a intentar').click();
  await expect.element(card('Ana Alvarado')).toBeVisible();
});
