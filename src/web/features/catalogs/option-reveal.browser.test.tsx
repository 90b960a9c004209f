import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOGS, type CatalogKey } from '#domain/catalogs.ts';
import { catalogOptions } from '#web/lib/booklets/catalog-options.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { Fake } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { controlTimers } from '../../../../tests/support/controlled-timers.ts';
import { allOptions, fakeOptions } from '../../../../tests/support/fake-options.ts';
import {
  button,
  confirm,
  expectCount,
  expectTexts,
  form,
  main,
  searchOf,
} from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

/** After an option is saved, its list shows the page that contains it. */
const NAMES = Array.from({ length: 12 }, (_, place) => `Centro ${String(place + 1).padStart(2, '0')}`);

/** The duration of the highlight. */
const MARKED_MS = 6_000;

const option = (value: string) => page.getByRole('row').filter({ has: button(`Editar ${value}`) });
const search = () => page.getByLabelText('Buscar en la lista');
const status = () => main().getByText(/^\d+–\d+ de \d+$/);
const marked = () => page.getBySelector('[data-revealed]');
const openList = (key: CatalogKey, ...first: Fake[]) =>
  screenAt(`/formularios?lista=${key}`, 'ROLE_ADMINISTRADOR', ...first, ...allOptions());

let establishments: ReturnType<typeof fakeOptions>;
beforeEach(() => {
  establishments = fakeOptions(CATALOGS.establecimiento, NAMES);
});

async function add(text: string): Promise<void> {
  await button('Agregar opción').click();
  await form().getByRole('textbox').fill(text);
  await userEvent.keyboard('{Enter}');
  await expectCount(form(), 0);
}

async function remove(name: string): Promise<void> {
  await button(`Eliminar ${name}`).click();
  await confirm('Eliminar');
  await expectCount(button(`Eliminar ${name}`), 0);
}

test('a new option is shown at the end, in the middle, and while another text is searched', async () => {
  const pass = controlTimers();
  await openList('establecimiento', ...establishments.all);
  await add('Ñucanchi');
  await expect.element(option('Ñucanchi')).toBeInViewport();
  await expectTexts(status(), ['11–13 de 13']);
  await expectTexts(marked(), ['Ñucanchi']);
  expect(searchOf()).toMatchObject({ pagina: '3' });
  await add('Centro 7 bis');
  await expect.element(option('Centro 7 bis')).toBeInViewport();
  await expectTexts(status(), ['6–10 de 14']);
  await search().fill('Ñucanchi');
  await expectTexts(status(), ['1–1 de 1']);
  await add('Centro 08 bis');
  await expect.element(search()).toHaveValue('');
  await expect.element(option('Centro 08 bis')).toBeInViewport();
  await expectTexts(status(), ['6–10 de 15']);
  // The highlight disappears by itself.
  await expectTexts(marked(), ['Centro 08 bis']);
  await pass(MARKED_MS);
  await expectCount(marked(), 0);
});

test('an edited option is shown, in a matching search too, and a deletion leaves an existing page', async () => {
  await openList('establecimiento', ...establishments.all);
  const rename = async (before: string, after: string) => {
    await button(`Editar ${before}`).click();
    await form().getByRole('textbox').fill(after);
    await button('Guardar Cambios', form()).click();
    await expectCount(form(), 0);
  };
  await rename('Centro 01', 'Zumbahua');
  await expect.element(option('Zumbahua')).toBeInViewport();
  await expectTexts(status(), ['11–12 de 12']);
  await search().fill('centro');
  await expectTexts(status(), ['1–5 de 11']);
  await rename('Centro 02', 'Centro 99');
  await expect.element(option('Centro 99')).toBeInViewport();
  await expect.element(search()).toHaveValue('centro');
  await expectTexts(status(), ['11–11 de 11']);
  await remove('Centro 99');
  await expectTexts(status(), ['6–10 de 10']);
});

test('on a phone the option is scrolled into view, doses are in numeric order, and of many options the first is shown', async () => {
  await onPhone();
  await openList('vacunadosisnino');
  await add('10');
  const ten = page.getByRole('listitem').filter({ has: button('Editar 10') });
  await expect.element(ten).toBeInViewport({ ratio: 0.9 });
  await expectTexts(status(), ['6–6 de 6']);
  await expectElementAccessible();
  await remove('10');
  await expectTexts(status(), ['1–5 de 5']);
  await openList('establecimiento', ...establishments.all);
  await button('Agregar varios').click();
  await page.getById('lineas').fill('Yaruquí\nAlausí');
  await button('Agregar', form()).click();
  await expectTexts(marked(), ['Yaruquí']);
});

test('a user who has navigated meanwhile stays on the new page', async () => {
  const { list, all } = establishments;
  let release = () => {};
  const waiting = new Promise<void>((done) => {
    release = done;
  });
  // Blocks only after the save, because the screen would not load before.
  let isSaved = false;
  const answer = async (ask: Parameters<typeof list.answer>[0]) => {
    if (isSaved) await waiting;
    return list.answer(ask);
  };
  await openList('establecimiento', { ...list, answer }, ...all);
  await expect.element(status()).toBeVisible();
  isSaved = true;
  await add('Zaruma');
  await page.getByRole('link', { name: /^Discapacidades/ }).click();
  await expect.element(option('Auditiva')).toBeVisible();
  const reading = () => queryClient.isFetching(catalogOptions('establecimiento'));
  expect(reading()).toBe(1);
  release();
  await expect.poll(reading).toBe(0);
  expect(searchOf()).toEqual({ lista: 'discapacidad' });
});
