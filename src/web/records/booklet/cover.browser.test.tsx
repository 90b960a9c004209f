import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { showOnPaper } from '../../../../tests/support/on-screen.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

test.each([
  ['a phone', 360, 740, false],
  ['a tablet', 800, 1100, true],
  ['a desk', 1280, 800, true],
] as const)('the cover of a booklet on %s', async (_, width, height, whole) => {
  await page.viewport(width, height);
  const woman = fakeBooklet('mujer', { nombres: 'MARÍA DE LOS ÁNGELES', apellidos: 'CHIMBORAZO YAUTIBUG' });
  await screenAt(`/mujer/${woman.id}`, 'ROLE_BRIGADA', ...woman.fakes);
  await expect.element(page.getByText('Panel de Mujeres').first()).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toBeVisible();
  const options = page.getByRole('button', { name: 'Opciones' });
  await expect.element(options).toBeVisible();
  const [name, menu] = [heading, options].map((one) => one.element().getBoundingClientRect());
  // The buttons in the corner do not cover the name.
  const range = document.createRange();
  range.selectNodeContents(heading.element());
  const overlap = [...range.getClientRects()].some(
    ({ right, top, bottom }) => menu && right > menu.left && bottom > menu.top && top < menu.bottom,
  );
  expect(overlap, JSON.stringify({ name, menu })).toBe(false);

  const child = fakeBooklet('nino', {}, { control: [{ fecha: '2026-09-22', peso: 7.1, longitud: 69 }] });
  await screenAt(`/ninos/${child.id}`, 'ROLE_BRIGADA', ...child.fakes);
  await expect.element(options).toBeVisible();
  const last = page.getByText(/Responsable del registro: /).first();
  if (whole) await expect.element(last).toBeVisible();
  else await expect.element(last).not.toBeVisible();
});

test.each([
  ['a phone', 360, 740],
  ['a tablet', 800, 1100],
  ['a desk', 1280, 800],
] as const)('a name and a history number of one long word stay within the cover on %s', async (_, width, height) => {
  await page.viewport(width, height);
  const woman = fakeBooklet('mujer', { nombres: 'X'.repeat(180), apellidos: 'Y'.repeat(180), hcu: '9'.repeat(100) });
  await screenAt(`/mujer/${woman.id}`, 'ROLE_BRIGADA', ...woman.fakes);
  const options = page.getByRole('button', { name: 'Opciones' });
  await expect.element(options).toBeVisible();
  // A clipped text does not widen the page, so its glyphs are measured.
  const texts = document.createTreeWalker(
    options.element().closest('[class*="cover"]') ?? document,
    NodeFilter.SHOW_TEXT,
  );
  const range = document.createRange();
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    for (const { right } of range.getClientRects())
      expect(right, texts.currentNode.textContent ?? '').toBeLessThanOrEqual(width);
  }
});

test.each([
  ['a phone', 360, 740],
  ['a tablet', 800, 1100],
  ['a desk', 1280, 800],
] as const)('a booklet printed from %s has no buttons, and its cover keeps its colour', async (_, width, height) => {
  await page.viewport(width, height);
  const child = fakeBooklet('nino', {}, {});
  await screenAt(`/ninos/${child.id}`, 'ROLE_BRIGADA', ...child.fakes);
  const buttons = ['Opciones', 'Editar'].map((name) => page.getByRole('button', { name, exact: true }));
  const sections = page.getByRole('tablist', { includeHidden: true });
  for (const one of [...buttons, sections]) await expect.element(one).toBeVisible();
  await showOnPaper();
  for (const one of [...buttons, page.getByRole('button', { name: /^(Ayuda|Abrir el calendario)/ })])
    await expect.poll(() => one.elements()).toEqual([]);
  await expect.element(sections).not.toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toBeVisible();
  const content = page.getByRole('tabpanel').element().getBoundingClientRect();
  expect(content.width, 'also on wide paper').toBeGreaterThan(0.7 * width);
  expect(getComputedStyle(heading.element()).printColorAdjust).toBe('exact');
});
