import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addDays, showDay, today } from '#domain/calendar.ts';
import type { VisitRow } from '#domain/calls/follow-up.ts';
import { VISIT_REASON_KEYS } from '#domain/follow-up/reasons.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { childId, fakeVisit, servedVisits } from '../../../../tests/support/fake-visits.ts';
import {
  button,
  expectCount,
  expectTexts,
  goBack,
  main,
  option,
  searchOf,
} from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

const PULUCATE = { direccion: 'PULUCATE ALTO' };
const VISITS = [
  fakeVisit(1, 'ELI', 'cruce', { ...PULUCATE, cruce: 'talla/edad', visto: today() }),
  fakeVisit(2, 'CIRO', 'desnutricion', { parroquia: 'COLUMBE', estado: 'Desnutrición' }),
  fakeVisit(3, 'FE', 'control', { direccion: 'Pulucate  alto', visto: null }),
  fakeVisit(4, 'ANA', 'vacunas', { proximaVacuna: addDays(today(), -6), celular: '032900000' }),
];
/** The longest of everything. */
const LONGEST = fakeVisit(5, 'MARÍA FERNANDA GUADALUPE ESPERANZA DEL ROSARIO', 'cruce', {
  apellidos: 'PILATAXI GUALLI YUQUILEMA CEPEDA',
  direccion: 'COMUNIDAD SAN FRANCISCO DE LA ESPERANZA ALTA, SECTOR LA LOMA, JUNTO A LA CASA COMUNAL',
  estado: 'No evaluado',
  cruce: 'talla/edad, peso/edad',
  motivos: VISIT_REASON_KEYS.map((motivo) => ({ motivo, desde: today(), texto: 'Largo.' })),
  proximoControl: addDays(today(), 3),
  proximaVacuna: addDays(today(), 30),
  proximaHemoglobina: addDays(today(), 60),
});

async function open(visits: readonly VisitRow[] = VISITS, search = '', options = {}) {
  await onPhone();
  const fakes = servedVisits(visits, options);
  await screenAt(`/seguimiento${search}`, 'ROLE_SUPERVISOR', ...fakes);
  return fakes;
}
const places = () => page.getByRole('heading', { level: 2 });
const names = () => page.getByRole('heading', { level: 3 });
const cards = () => page.getByRole('listitem').filter({ has: names() });
const boxOf = (element: Element | undefined) => element?.getBoundingClientRect() ?? new DOMRect(0, 9_999, 0, 9_999);

test('children are grouped by community, the most urgent first, with a true count', async () => {
  await open();
  await expectTexts(places(), ['PULUCATE ALTO 2 visitas', 'COLUMBE 1 visita', 'Sin dirección 1 visita']);
  await expectTexts(names(), ['ELI CUJÍ', 'FE CUJÍ', 'CIRO CUJÍ', 'ANA CUJÍ']);
  await expect.element(page.getByText('4 necesitan una visita')).toBeVisible();
});

test('a card has the reason in words, the ways to reach the family and its visit', async () => {
  await open();
  const card = cards().first();
  await expect.element(card).toHaveTextContent('Crecimiento en riesgo: talla/edad');
  await expect.element(card.getByRole('link', { name: 'ELI CUJÍ' })).toHaveAttribute('href', `/ninos/${childId(1)}`);
  await expect
    .element(card.getByRole('link', { name: 'Registrar visita' }))
    .toHaveAttribute('href', `/ninos/${childId(1)}/visita`);
  await expect.element(card.getByRole('link', { name: 'Llamar al 0991234567' })).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'WhatsApp al 0991234567' })).toBeVisible();
  await expectCount(
    cards()
      .last()
      .getByRole('button', { name: /WhatsApp/ }),
    0,
  );
});

test('a haemoglobin that is due is named after the reasons, one of a later day is not', async () => {
  const due = fakeVisit(1, 'ELI', 'control', { proximaHemoglobina: today() });
  await open([due, fakeVisit(2, 'FE', 'control', { proximaHemoglobina: addDays(today(), 1) })]);
  await expect.element(cards().filter({ hasText: 'ELI' })).toHaveTextContent('; hemoglobina');
  await expect.element(cards().filter({ hasText: 'FE CUJÍ' })).not.toHaveTextContent('; hemoglobina');
});

test('a card names the appointments after today beside the age', async () => {
  const day = addDays(today(), 20);
  await open([
    fakeVisit(1, 'ELI', 'control', { proximoControl: today(), proximaVacuna: day, proximaHemoglobina: null }),
  ]);
  await expect.element(cards().first()).toHaveTextContent(` · vacunas ${showDay(day)}`);
  await expect.element(cards().first()).not.toHaveTextContent(`control ${showDay(today())}`);
});

test('at 360 × 740 the first card begins within 206 px, and no card is higher than 150 px', async () => {
  await open([LONGEST, ...VISITS], '', { withoutBirth: 3, datosAl: '2026-11-22T15:32:40.000Z' });
  await expectCount(cards(), 5);
  await expectElementAccessible();
  expect(boxOf(cards().elements()[0]).top).toBeLessThanOrEqual(206);
  for (const card of cards().elements()) expect(boxOf(card).height).toBeLessThanOrEqual(150);
  for (const place of places().elements()) expect(boxOf(place).height).toBe(44);
  expect(boxOf(page.getByRole('navigation', { name: 'Filtrar por motivo' }).element()).height).toBe(44);
  for (const control of page.getByRole('main').getByRole('button').elements())
    expect([boxOf(control).width >= 44, boxOf(control).height >= 44]).toEqual([true, true]);
});

test('the name of a community stays in view while its cards scroll', async () => {
  await open(Array.from({ length: 12 }, (_, number) => fakeVisit(number, `NIÑO ${number}`, 'control', PULUCATE)));
  await expectCount(cards(), 12);
  window.scrollTo(0, 700);
  await expect.poll(() => Math.round(boxOf(places().elements()[0]).top)).toBe(60);
});

test('a list that is not whole says so, and grows on request without losing its place', async () => {
  const many = Array.from({ length: 30 }, (_, number) => fakeVisit(number, `NIÑO ${number}`, 'control', PULUCATE));
  const [list] = await open(many);
  await expectTexts(places(), ['PULUCATE ALTO 25 en esta lista']);
  await expect.element(page.getByText('25 de 30')).toBeVisible();
  await button('Ver más visitas').click();
  await expectTexts(places(), ['PULUCATE ALTO 30 visitas']);
  await expectCount(button('Ver más visitas'), 0);
  expect(list?.requests.at(-1)).toMatchObject({ query: { limit: '50', offset: '0' } });
  await page.getByRole('link', { name: 'NIÑO 29 CUJÍ' }).click();
  goBack();
  await expectCount(cards(), 30);
});

test('place and responsible account are in a sheet, and the title shows the place', async () => {
  await open();
  await button('Filtrar por lugar o responsable').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('combobox', { name: 'Provincia' }).click();
  await option('CHIMBORAZO').click();
  await expect.poll(searchOf).toEqual({ provincia: 'CHIMBORAZO' });
  await expectElementAccessible();
  await button('Ver la lista').click();
  await expectCount(sheet, 0);
  await expect.element(page.getByText('· CHIMBORAZO')).toBeVisible();
  await expect.element(button('Filtrar por lugar o responsable')).toHaveFocus();
});

test('the search opens with the focus, and closing it shows the whole list', async () => {
  await open();
  const box = page.getByRole('textbox', { name: 'Buscar por cédula o nombre' });
  await expectCount(box, 0);
  await button('Buscar', main()).click();
  await expect.element(box).toHaveFocus();
  await box.fill('eli');
  await expect.poll(() => Object.keys(searchOf())).toEqual(['q']);
  await button('Buscar', main()).click();
  await expect.poll(searchOf).toEqual({});
  await expectCount(box, 0);
});

test('the exports are in the menu', async () => {
  await open();
  await button('Opciones', main()).click();
  await expect.element(page.getByRole('menuitem', { name: 'Exportar Excel' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Exportar CSV' })).toBeVisible();
  await expectElementAccessible();
});

test('the chosen reason is in view although it is the last of the line', async () => {
  await open(VISITS, '?motivo=vacunas');
  const chosen = page.getByRole('link', { name: 'Vacunas pendientes (1)' });
  await expect.element(chosen).toBeVisible();
  await expect.poll(() => boxOf(chosen.element()).right).toBeLessThanOrEqual(360);
  expect(boxOf(chosen.element()).left).toBeGreaterThanOrEqual(0);
});

test('nobody to visit, and children without a birth date, are said below', async () => {
  await open([], '?provincia=LOJA', { withoutBirth: 2 });
  await expect.element(page.getByText('No hay resultados con estos filtros')).toBeVisible();
  await expect.element(page.getByText('2 niñas o niños sin fecha de nacimiento no se pueden seguir.')).toBeVisible();
  await open([]);
  await expect.element(page.getByText('Nadie necesita una visita hoy')).toBeVisible();
  await expectElementAccessible();
});
