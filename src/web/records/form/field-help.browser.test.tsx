import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Fields } from '#domain/fields/index.ts';
import { FIELD_HELP } from '#domain/help/explanations.ts';
import { HELP_SOURCES } from '#domain/help/sources.ts';
import { RECORDS } from '#domain/records/index.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { goBack, pressTwice } from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt, shownAddress } from '../../../../tests/support/shown.tsx';

const field = (name: string) => page.getByName(name);
const mark = (label: string) => page.getByRole('button', { name: `Ayuda: ${label}`, exact: true });
const sheet = (title: string) => page.getByRole('dialog', { name: title });
const LENGTH = FIELD_HELP.longitud;

async function openSection(person: 'nino' | 'mujer', section: string) {
  const booklet = fakeBooklet(person);
  const path = person === 'nino' ? '/ninos' : '/mujer';
  await screenAt(`${path}/${booklet.id}?seccion=${section}`, 'ROLE_BRIGADA', ...booklet.fakes);
}

describe('the explanation of a number', () => {
  beforeEach(async () => {
    await openSection('nino', 'control');
    await expect.element(field('longitud')).toBeVisible();
  });

  test('says what it is, how to measure, what its range means and who says so', async () => {
    await mark('Longitud').click();
    const shown = sheet(LENGTH.title);
    await expect.element(shown).toBeVisible();
    for (const text of [LENGTH.what, ...LENGTH.how, LENGTH.rule ?? ''])
      await expect.element(shown.getByText(text, { exact: true })).toBeVisible();
    await expect.element(shown).toHaveTextContent(`De 40 a 100 cm. ${LENGTH.range}`);
    for (const source of LENGTH.sources) await expect.element(shown).toHaveTextContent(HELP_SOURCES[source]);
    await expectElementAccessible();
  });

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['Entendido', () => page.getByRole('button', { name: 'Entendido' }).click()],
    ['the cross', () => page.getByRole('button', { name: 'Cerrar la ayuda' }).click()],
    ['"back"', async () => goBack()],
  ])('%s closes it: the focus is in the same field, and nothing typed is lost', async (_way, close) => {
    await field('peso').fill('8,55');
    await field('longitud').fill('73');
    const address = shownAddress();
    await mark('Longitud').click();
    await expect.element(sheet(LENGTH.title)).toBeVisible();
    await close();
    await expect.element(sheet(LENGTH.title)).not.toBeInTheDocument();
    await expect.element(field('longitud')).toHaveFocus();
    await expect.element(field('longitud')).toHaveValue('73');
    await expect.element(field('peso')).toHaveValue('8,55');
    expect(shownAddress()).toBe(address);
  });

  test('a double press on Entendido goes back once, so that the form is still there', async () => {
    await mark('Longitud').click();
    const address = shownAddress();
    await pressTwice(page.getByRole('button', { name: 'Entendido' }));
    await expect.element(sheet(LENGTH.title)).not.toBeInTheDocument();
    await expect.element(field('longitud')).toBeVisible();
    expect(shownAddress()).toBe(address);
  });

  test('Tab goes from number to number, and F1 opens the explanation', async () => {
    await field('peso').click();
    await userEvent.tab();
    await expect.element(field('longitud')).toHaveFocus();
    await userEvent.tab();
    await expect.element(field('perimetro')).toHaveFocus();
    await userEvent.keyboard('{F1}');
    await expect.element(sheet(FIELD_HELP.perimetro.title)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(field('perimetro')).toHaveFocus();
  });

  test('on a phone the "?" is a target of 44 pixels inside of the box and adds no height', async () => {
    await onPhone();
    for (const [name, label] of [
      ['peso', 'Peso'],
      ['longitud', 'Longitud'],
      ['edad', 'Edad'],
    ] as const) {
      const box = field(name).element().getBoundingClientRect();
      const target = mark(label).element().getBoundingClientRect();
      expect(target.width, label).toBeGreaterThanOrEqual(44);
      expect(target.height, label).toBeGreaterThanOrEqual(44);
      expect(target.right, label).toBeLessThanOrEqual(box.right);
      expect(target.top, label).toBeGreaterThanOrEqual(box.top - 1);
      expect(target.bottom, label).toBeLessThanOrEqual(box.bottom + 1);
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    await mark('Peso').click();
    await expect.element(page.getByRole('button', { name: 'Entendido' })).toBeInViewport();
    await expectElementAccessible();
  });

  test('a date has its explanation in its calendar, and with F1', async () => {
    await page.getByRole('button', { name: 'Abrir el calendario' }).click();
    await page.getByRole('button', { name: '¿Qué fecha va aquí?' }).click();
    await expect.element(sheet(FIELD_HELP.edad.title)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(field('fecha')).toHaveFocus();
    await userEvent.keyboard('{F1}');
    await expect.element(sheet(FIELD_HELP.edad.title)).toBeVisible();
  });

  test('the flags of a section share the "?" of its heading, and the section keeps its name', async () => {
    const { title = '' } = RECORDS.control.sections?.[1] ?? {};
    const group = page.getByRole('group', { name: title, exact: true });
    await group.getByRole('button', { name: `Ayuda: ${title}` }).click();
    await expect.element(sheet(FIELD_HELP.alimentacion.title)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(mark(title)).toHaveFocus();
    await page.getByRole('checkbox', { name: 'Vitamina A' }).click();
    await userEvent.keyboard('{F1}');
    await expect.element(sheet(FIELD_HELP.alimentacion.title)).toBeVisible();
  });
});

test('choices and lists have it at their label, and texts in their box', async () => {
  await openSection('mujer', 'etmi');
  for (const [label, title] of [
    ['Resultado', FIELD_HELP.resultadoEtmi.title],
    ['Semana de gestación', FIELD_HELP.semanaGestacion.title],
    // Last, because a list opens with the focus.
    ['Enfermedad', FIELD_HELP.enfermedad.title],
  ] as const) {
    await mark(label).click();
    await expect.element(sheet(title)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet(title)).not.toBeInTheDocument();
  }
  await openSection('nino', 'vacuna');
  await field('lote').fill('R-2201');
  await mark('Lote').click();
  await expect.element(sheet(FIELD_HELP.lote.title)).toBeVisible();
  await page.getByRole('button', { name: 'Entendido' }).click();
  await expect.element(field('lote')).toHaveFocus();
  await expect.element(field('lote')).toHaveValue('R-2201');
});

test('each section of the newborn shows as many "?" as it has explanations', async () => {
  await openSection('nino', 'rn');
  await expect.element(mark('Apgar')).toBeVisible();
  const fields: Fields = RECORDS.rn.fields;
  const helped = Object.values(fields).filter(({ kind, help, visibleWhen }) => help && !visibleWhen && kind !== 'date');
  const shared = helped.filter(({ kind, group }) => kind === 'flag' || group);
  const groups = new Set(shared.map(({ help }) => help));
  const marks = page.getByRole('button', { name: /^Ayuda: / }).elements();
  expect(marks).toHaveLength(helped.length - shared.length + groups.size);
});
