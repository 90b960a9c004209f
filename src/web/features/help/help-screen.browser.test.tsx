import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FIELD_HELP } from '#domain/help/explanations.ts';
import { MEASURED } from '#domain/help/measures.ts';
import type { RoleName } from '#domain/roles.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { catchDownloads } from '../../../../tests/support/downloads.ts';
import { goBack, pathOf } from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt, shownAddress } from '../../../../tests/support/shown.tsx';
import { GUIDES } from './guides/all-guides.ts';
import { helpLabel } from './helped-field.ts';
import { QUICK_GUIDE } from './quick-guide.ts';

const search = () => page.getByRole('textbox', { name: '¿Qué quieres hacer?' });
const guide = (title: string) => page.getByRole('link', { name: title, exact: true });
const titlesFor = (audience: string) => GUIDES.filter((one) => one.audience === audience).map(({ title }) => title);

/** The address keeps the search after a pause in typing. */
const searchInAddress = () => expect.poll(shownAddress).toMatch(/\?q=_/);

async function expectGuides(titles: readonly string[]): Promise<void> {
  for (const title of titles) await expect.element(guide(title)).toBeVisible();
  const others = GUIDES.map(({ title }) => title).filter((title) => !titles.includes(title));
  for (const title of others) await expect.element(guide(title)).not.toBeInTheDocument();
}

describe('/ayuda', () => {
  test.each<[RoleName, string]>([
    ['ROLE_BRIGADA', 'brigada'],
    ['ROLE_SUPERVISOR', 'supervision'],
    ['ROLE_ADMINISTRADOR', 'administracion'],
  ])('%s sees the guides of its own work first, and those of the others in their tab', async (role, own) => {
    await screenAt('/ayuda', role);
    await expectGuides(titlesFor(own));
    await page.getByRole('link', { name: 'Supervisión' }).click();
    await expectGuides(titlesFor('supervision'));
    await expect.poll(shownAddress).toBe('/ayuda?para=supervision');
    await expectElementAccessible();
  });

  test('an account that waits for verification sees how that goes on, and nothing about forms', async () => {
    await screenAt('/ayuda', 'ROLE_USUARIO');
    await expectGuides(titlesFor('usuario'));
    await expect.element(page.getByRole('heading', { name: 'Cómo medir bien' })).not.toBeInTheDocument();
    await search().fill('lote');
    await expect.element(page.getByText('No hay ayuda con esas palabras')).toBeVisible();
    await page.getByRole('button', { name: 'Ver todas las guías' }).click();
    await guide(titlesFor('usuario')[0] ?? '').click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Esperar la verificación' })).toBeVisible();
  });

  test('the search ignores accents and case, finds fields too, and says what to do when nothing is found', async () => {
    await screenAt('/ayuda', 'ROLE_BRIGADA');
    await search().fill('PERIMETRO CEFALICO');
    await expect.element(guide('Medir bien')).toBeVisible();
    await expect.element(guide('Registrar una visita')).not.toBeInTheDocument();
    await searchInAddress();
    await page.getByRole('button', { name: FIELD_HELP.perimetro.title, exact: true }).click();
    await expect.element(page.getByRole('dialog', { name: FIELD_HELP.perimetro.title })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await search().fill('<b>zzzz</b> 100%');
    await expect.element(page.getByText('No hay ayuda con esas palabras')).toBeVisible();
    await expectElementAccessible();
    await page.getByRole('button', { name: 'Ver todas las guías' }).click();
    await expectGuides(titlesFor('brigada'));
    await expect.element(search()).toHaveValue('');
  });

  test('going back from a guide shows the search as it was', async () => {
    await screenAt('/ayuda', 'ROLE_BRIGADA');
    await search().fill('señal');
    await searchInAddress();
    await guide('Trabajar sin señal').click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Trabajar sin señal' })).toBeVisible();
    goBack();
    await expect.element(search()).toHaveValue('señal');
    await expect.element(guide('Trabajar sin señal')).toBeVisible();
  });

  test('the measures open where they are, and closing returns to their button', async () => {
    await onPhone();
    await screenAt('/ayuda', 'ROLE_BRIGADA');
    for (const help of MEASURED) {
      const tile = page.getByRole('button', { name: helpLabel(help), exact: true });
      await tile.click();
      await expect.element(page.getByRole('dialog', { name: FIELD_HELP[help].title })).toBeVisible();
      await page.getByRole('button', { name: 'Entendido' }).click();
      await expect.element(tile).toHaveFocus();
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });

  test('the quick guide is a PDF of one page', async () => {
    const files = catchDownloads();
    await screenAt('/ayuda', 'ROLE_BRIGADA');
    await page.getByRole('button', { name: 'Generar PDF' }).click();
    await expect.poll(() => files.has(QUICK_GUIDE.file)).toBe(true);
    const content = (await files.get(QUICK_GUIDE.file)) ?? '';
    expect(content).toMatch(/^%PDF/);
    expect(content.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
  });
});

describe('a guide', () => {
  test.each(GUIDES.map(({ id, title }) => [id, title]))('/ayuda/%s is accessible on a phone', async (id, title) => {
    await onPhone();
    await screenAt(`/ayuda/${id}`, 'ROLE_BRIGADA');
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectElementAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });

  test('an unknown one leads to the start, like any unknown path', async () => {
    await screenAt('/ayuda/no-existe', 'ROLE_BRIGADA');
    await expect.poll(pathOf).toBe('/');
  });

  test('the day offline is also shown without an account, and no other is', async () => {
    await screenAt('/ayuda/sin-senal', null);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Trabajar sin señal' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Ayuda', exact: true })).not.toBeInTheDocument();
    await screenAt('/ayuda/medir-bien', null);
    await expect.poll(pathOf).toBe('/login');
  });
});

test.each([
  ['a desk', 1280, () => page.getByRole('banner').getByRole('link', { name: 'Ayuda', exact: true })],
  ['a phone', 360, () => page.getByRole('dialog').getByRole('link', { name: 'Ayuda', exact: true })],
] as const)('the menu of %s leads to the help, beside the specified navigation', async (_device, width, link) => {
  await page.viewport(width, 740);
  await screenAt('/bienvenida', 'ROLE_USUARIO');
  if (width === 360) await page.getByRole('button', { name: 'Abrir menú' }).click();
  const navigation = page.getByRole('navigation', { name: 'Principal' });
  await expect.element(navigation.getByRole('link', { name: 'Bienvenido' })).toBeVisible();
  expect(navigation.getByRole('link', { name: 'Ayuda' }).elements()).toEqual([]);
  await link().click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Ayuda' })).toBeVisible();
});
