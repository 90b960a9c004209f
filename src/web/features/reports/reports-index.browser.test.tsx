import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getStunting } from '#domain/calls/growth-reports.ts';
import { prevalence } from '#domain/reports/prevalence.ts';
import { answering } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import {
  button,
  expectCount,
  expectTexts,
  goBack,
  searchOf,
  showOnPaper,
} from '../../../../tests/support/on-screen.ts';
import {
  CARDS,
  FOLLOWED,
  KEY_FIGURES,
  RATE,
  SECTION_CARDS,
  SEX,
  TOTAL,
} from '../../../../tests/support/report-titles.ts';
import { servedReports } from '../../../../tests/support/served-reports.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

const card = (title: string) => page.getByRole('region', { name: title, exact: true });
const index = page.getByRole('navigation', { name: 'Índice de reportes' });
const entry = (label: string) => index.getByRole('link', { name: new RegExp(`^${label}`) });
const head = (label: string) => page.getByRole('main').getByRole('button', { name: new RegExp(`^${label}`) });
const boxOf = (locator: ReturnType<typeof card>) => locator.element().getBoundingClientRect();

const open = (search = '', served = servedReports()) =>
  screenAt(`/reportes${search}`, 'ROLE_SUPERVISOR', ...served.fakes);

/** Expects these titles, and none of the other cards. */
async function expectCards(titles: readonly string[]) {
  for (const title of titles) await expect.element(card(title)).toBeVisible();
  for (const title of CARDS) if (!titles.includes(title)) await expectCount(card(title), 0);
}

test('a closed section asks the server for nothing until it is opened', async () => {
  await onPhone();
  const served = servedReports();
  const { dashboard, stunting, sexes, weights, followed, vaccinated, staff, disagreeing, week, formTimes } = served;
  const askedOfClosed = () =>
    [weights, followed, vaccinated, disagreeing, staff, week, formTimes].map(({ requests }) => requests.length);
  await open('', served);
  await expectCards([...KEY_FIGURES, ...SECTION_CARDS.resumen]);
  await expect.element(card(SEX).getByRole('img')).toBeVisible();
  expect([dashboard, stunting, sexes].map(({ requests }) => requests.length)).toEqual([1, 1, 1]);
  expect(askedOfClosed()).toEqual([0, 0, 0, 0, 0, 0, 0]);
  await head('Campo').click();
  await expectCards([...KEY_FIGURES, ...SECTION_CARDS.campo]);
  await expect.poll(askedOfClosed).toEqual([0, 0, 0, 0, 1, 1, 1]);
});

test('on a phone the page begins with three figures and is at most 2,000 pixels high', async () => {
  await onPhone();
  await open();
  for (const title of [RATE, SEX]) await expect.element(card(title).getByRole('img')).toBeVisible();
  await expect.element(page.getByRole('slider')).toBeVisible();
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(2_000);
  const tops = [...KEY_FIGURES.map((title) => boxOf(card(title)).top), boxOf(index).top];
  expect(new Set(tops.slice(0, 3)).size).toBe(1);
  expect(Math.max(...tops)).toBe(tops.at(-1));
  expect(tops.at(-1)).toBeLessThan(740 / 2);
  await expectElementAccessible();
});

test('on a phone the list of provinces opens with the filters', async () => {
  await onPhone();
  await open();
  await button('Provincia, cantón y establecimiento').click();
  await expect.element(page.getByRole('combobox', { name: 'Provincia' })).toHaveFocus();
  await page.getByRole('option', { name: 'LOJA', exact: true }).click();
  await expect.poll(searchOf).toEqual({ provincia: 'LOJA' });
});

test('the address keeps what is open, and opens it again', async () => {
  await open();
  await expectCards(CARDS);
  await entry('Mapa').click();
  await expect.poll(searchOf).toEqual({ seccion: 'mapa' });
  await expectCards([...KEY_FIGURES, ...SECTION_CARDS.mapa]);
  await expect.element(entry('Mapa')).toHaveAttribute('aria-current');
  goBack();
  await expect.poll(searchOf).toEqual({});
  await expectCards(CARDS);
  await open('?seccion=crecimiento');
  await expectCards([...KEY_FIGURES, ...SECTION_CARDS.crecimiento]);
  await expect.element(entry('Mapa')).not.toHaveAttribute('aria-current');
  await entry('Ver todo').click();
  await expect.poll(searchOf).toEqual({ seccion: 'todas' });
  await expectCards(CARDS);
});

test('on a phone an open section can be closed, and a filter leaves open what is open', async () => {
  await onPhone();
  await open('?seccion=cobertura');
  await expect.element(head('Cobertura')).toHaveAttribute('aria-expanded', 'true');
  await button('Provincia, cantón y establecimiento').click();
  await page.getByRole('combobox', { name: 'Provincia' }).click();
  await page.getByRole('option', { name: 'LOJA', exact: true }).click();
  await expect.poll(searchOf).toEqual({ provincia: 'LOJA', seccion: 'cobertura' });
  await expect.element(page.getByText(/Provincia: LOJA · Datos al/)).toBeVisible();
  await head('Cobertura').click();
  await expect.poll(searchOf).toEqual({ provincia: 'LOJA', seccion: 'ninguna' });
  await expectCards(KEY_FIGURES);
  await expectElementAccessible();
});

test('a closed section tells its main figure', async () => {
  await onPhone();
  await open('?seccion=ninguna');
  await expect.element(head('Resumen')).toHaveTextContent('Desnutrición: 14,29 %');
  await expect.element(head('Crecimiento')).toHaveTextContent('Talla baja: 0,00 %');
  // No canton has ten children measured.
  await expect.element(head('Mapa')).toHaveTextContent('Provincias y cantones');
});

test('on a phone the index stays in view, and brings the section that it opens below itself', async () => {
  await onPhone();
  await open();
  await expect.element(page.getByRole('slider')).toBeVisible();
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.poll(() => boxOf(index).top).toBeCloseTo(60);
  await entry('Mapa').click();
  await expect.element(card('Talla baja por provincia')).toBeVisible();
  await expect.element(head('Mapa')).toHaveFocus();
  await expect.poll(() => boxOf(head('Mapa')).top - boxOf(index).bottom).toBeLessThan(40);
  expect(boxOf(head('Mapa')).top).toBeGreaterThanOrEqual(boxOf(index).bottom);
  const strip = boxOf(index);
  await expect.poll(() => boxOf(entry('Mapa')).right).toBeLessThanOrEqual(strip.right);
});

test('on a desk the index stands at the left and stays in view', async () => {
  await page.viewport(1280, 800);
  await open('?seccion=crecimiento');
  await expect.element(card(FOLLOWED)).toBeVisible();
  expect(boxOf(index).right).toBeLessThanOrEqual(boxOf(card(FOLLOWED)).left);
  expect(boxOf(index).right).toBeLessThanOrEqual(boxOf(card(TOTAL)).left);
  await expectCount(page.getByRole('main').getByRole('button', { name: /^Mapa/ }), 0);
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.poll(() => window.scrollY).toBeGreaterThan(200);
  expect(boxOf(index).top).toBeGreaterThanOrEqual(68);
  expect(boxOf(index).bottom).toBeLessThanOrEqual(800);
});

test.each([360, 1280])('at %i px the open section is printed under its name, and no other', async (width) => {
  await page.viewport(width, 800);
  await open('?seccion=cobertura');
  await expect.element(page.getByRole('table')).toBeVisible();
  await showOnPaper();
  await expect.element(page.getByRole('heading', { level: 2, name: 'Cobertura', exact: true })).toBeVisible();
  await expectCount(page.getByRole('heading', { level: 2 }), KEY_FIGURES.length + 1);
  await expectTexts(page.getByRole('heading', { level: 3 }), SECTION_CARDS.cobertura);
  await expectTexts(page.getByRole('button'), []);
  await expectTexts(page.getByRole('navigation'), []);
});

/** Twelve children measured in Loja, of whom three are low for their age, and nine in Pichincha. */
function measuredPlaces() {
  const served = servedReports();
  const shares = (n: number, low: number) => ({ n, bajo: prevalence(low, n), severa: prevalence(0, n) });
  const stunting = answering(getStunting, () => ({
    corregidos: 0,
    general: shares(21, 6),
    provincias: [
      { provincia: 'LOJA', ...shares(12, 3) },
      { provincia: 'PICHINCHA', ...shares(9, 3) },
    ],
    cantones: [
      { provincia: 'PICHINCHA', canton: 'QUITO', ...shares(9, 3) },
      { provincia: 'LOJA', canton: 'LOJA', ...shares(12, 3) },
    ],
    meses: [],
  }));
  return { ...served, fakes: [stunting, ...served.fakes] };
}

function shape(province: string): Element {
  const path = document.querySelector(`svg [data-province="${province}"] path`);
  if (!path) throw new Error(`${province} is not drawn`);
  return path;
}
const fillOf = (province: string) => shape(province).getAttribute('fill');

test('the map colours a province by its level, hatches one with fewer than ten measured, and filters', async () => {
  await open('?seccion=mapa', measuredPlaces());
  await expect.poll(() => fillOf('LOJA')).toBe('#12697b');
  expect(fillOf('PICHINCHA')).toMatch(/^url\(#/);
  expect(fillOf('NAPO')).toMatch(/^url\(#/);
  const figures = [...document.querySelectorAll('svg text')].map(({ textContent }) => textContent);
  expect(figures.filter(Boolean)).toEqual(['25,0']);
  await userEvent.click(shape('LOJA'));
  await expect.poll(searchOf).toEqual({ provincia: 'LOJA', seccion: 'mapa' });
  await expect.element(page.getByText('LOJA: 25,00 % con talla baja (alta), de 12 medidos').last()).toBeVisible();
  await userEvent.click(shape('LOJA'));
  await expect.poll(searchOf).toEqual({ seccion: 'mapa' });
});

test('keyboard and screen reader choose the provinces on tiles with the same figures', async () => {
  await open('?seccion=mapa', measuredPlaces());
  const tile = (name: string) => page.getByRole('link', { name, exact: true });
  const loja = tile('LOJA: 25,00 % con talla baja (alta), de 12 medidos');
  await expect.element(loja).toBeInTheDocument();
  await expect.element(tile('PICHINCHA: pocos datos (menos de 10 medidos)')).toBeInTheDocument();
  await expect.element(tile('NAPO: sin niñas ni niños medidos')).toBeInTheDocument();
  await expectElementAccessible();
  const opacity = () => getComputedStyle(loja.element().closest('ul') ?? document.body).opacity;
  expect(opacity()).toBe('0');
  loja.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(searchOf).toEqual({ provincia: 'LOJA', seccion: 'mapa' });
  await expect.element(loja).toHaveAttribute('aria-current', 'true');
  expect(opacity()).toBe('1');
  expect(boxOf(loja).height).toBeGreaterThanOrEqual(44);
  // The cards of the page are pale while they load the place.
  await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length).toBe(0);
  await expectElementAccessible();
});

test('the cantons are ranked from the highest share', async () => {
  await open('?seccion=mapa', measuredPlaces());
  const rows = page.getByRole('table', { name: 'Talla baja para la edad por cantón' }).getByRole('row');
  await expect.element(rows.nth(1).getByRole('cell').first()).toHaveTextContent('1. QUITO');
  await expect.element(rows.nth(2).getByRole('cell').first()).toHaveTextContent('2. LOJA');
});
