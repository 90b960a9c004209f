import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addVisit, MAX_VISITS_OF_DAY } from '#domain/device/my-day.ts';
import { deviceNotes } from '#web/lib/device-notes.ts';
import { markVisited } from '#web/records/my-day/late-notes.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { childId, fakeVisit, servedVisits } from '../../../../tests/support/fake-visits.ts';
import { button, expectCount, expectTexts, readNotice, searchOf } from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt, signedInAs } from '../../../../tests/support/shown.tsx';

const VISITS = ['ELI', 'CIRO', 'FE'].map((name, at) =>
  fakeVisit(at + 1, name, 'control', { direccion: 'PULUCATE ALTO' }),
);
const child = (number: number) => {
  return { _id: childId(number), nombres: `N ${number}`, apellidos: '', celular: '', lugar: '', visitado: false };
};
const open = (search = '') => screenAt(`/seguimiento${search}`, 'ROLE_BRIGADA', ...servedVisits(VISITS));
const pick = (name: string) => button(`En mi día: ${name} CUJÍ`);
const names = () => page.getByRole('heading', { level: 2 });
const box = (name: string) => page.getByRole('checkbox', { name: `Visitado: ${name} CUJÍ` });
const myDay = () => page.getByRole('link', { name: /^Mi día/ });

async function pickAll() {
  for (const name of ['FE', 'ELI', 'CIRO']) await pick(name).click();
  await expect.element(myDay()).toHaveTextContent('Mi día (3)');
}

test('children are picked in the list and shown in that order, also after a reload', async () => {
  await onPhone();
  await open();
  await pickAll();
  await expect.element(pick('FE')).toHaveAttribute('aria-pressed', 'true');
  await myDay().click();
  await expect.poll(searchOf).toEqual({ vista: 'dia' });
  await expectTexts(names(), ['FE CUJÍ', 'ELI CUJÍ', 'CIRO CUJÍ']);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Mi día');
  await expect.element(page.getByRole('link', { name: 'Llamar al 0991234567' }).first()).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Registrar visita' }).first())
    .toHaveAttribute('href', `/ninos/${childId(3)}/visita`);
  await expectElementAccessible();
  await open('?vista=dia');
  await expectTexts(names(), ['FE CUJÍ', 'ELI CUJÍ', 'CIRO CUJÍ']);
  await open();
  await pick('FE').click();
  await expect.element(pick('FE')).toHaveAttribute('aria-pressed', 'false');
  await expect.element(myDay()).toHaveTextContent('Mi día (2)');
});

test('a desk has the same actions in its table', async () => {
  await open();
  const row = page.getByRole('row', { name: 'ELI' });
  await row.getByRole('button', { name: 'En mi día: ELI CUJÍ' }).click();
  await expect.element(myDay()).toHaveTextContent('Mi día (1)');
  // Picking does not open the row.
  await expect.element(page.getByRole('table', { name: 'Seguimiento' })).toBeVisible();
  await expect.element(row.getByRole('link', { name: 'Llamar al 0991234567' })).toBeVisible();
  await expect.element(row.getByRole('button', { name: 'WhatsApp al 0991234567' })).toBeVisible();
  await expect.element(row.getByRole('link', { name: 'Registrar visita' })).toBeVisible();
});

test('visits are moved with the keyboard, which keeps the focus, and taken out', async () => {
  await open();
  await pickAll();
  await myDay().click();
  const up = button('Subir a CIRO CUJÍ');
  ((await up.findElement()) as HTMLElement).focus();
  for (const order of [
    ['FE CUJÍ', 'CIRO CUJÍ', 'ELI CUJÍ'],
    ['CIRO CUJÍ', 'FE CUJÍ', 'ELI CUJÍ'],
    // The first one stays the first.
    ['CIRO CUJÍ', 'FE CUJÍ', 'ELI CUJÍ'],
  ]) {
    await userEvent.keyboard('{Enter}');
    await expectTexts(names(), order);
    await expect.element(up).toHaveFocus();
  }
  await expect.element(page.getByText('CIRO CUJÍ: lugar 1 de 3')).toBeInTheDocument();
  const down = button('Bajar a CIRO CUJÍ');
  await down.click();
  await expectTexts(names(), ['FE CUJÍ', 'CIRO CUJÍ', 'ELI CUJÍ']);
  await expect.element(down).toHaveFocus();
  await button('Quitar de mi día a CIRO CUJÍ').click();
  await expectTexts(names(), ['FE CUJÍ', 'ELI CUJÍ']);
  await expect.element(page.getByText('Mi día', { exact: true })).toHaveFocus();
});

test('a visit is ticked off by hand, and by itself once something was saved for the child', async () => {
  await open();
  await pickAll();
  await myDay().click();
  await box('ELI').click();
  await expect.element(page.getByText('1 de 3 visitas hechas')).toBeVisible();
  markVisited(childId(3));
  markVisited(childId(9));
  await expect.element(box('FE')).toBeChecked();
  await expect.element(page.getByText('2 de 3 visitas hechas')).toBeVisible();
  await box('ELI').click();
  await expect.element(page.getByText('1 de 3 visitas hechas')).toBeVisible();
});

test('another account on this device has a day of its own', async () => {
  await open();
  await pickAll();
  signedInAs('ROLE_BRIGADA', '0190a000-0000-7000-8000-000000000002');
  await expect.element(myDay()).toHaveTextContent('Mi día (0)');
  await open();
  await expect.element(myDay()).toHaveTextContent('Mi día (3)');
});

test('an empty day says what to do, and a full one that it is full', async () => {
  await open('?vista=dia');
  await expect.element(page.getByText('Todavía no elegiste a nadie para hoy')).toBeVisible();
  await expectElementAccessible();
  for (let number = 100; number < 100 + MAX_VISITS_OF_DAY; number += 1)
    deviceNotes.myDay.change((visits) => addVisit(visits, child(number)));
  await open();
  await pick('ELI').click();
  await readNotice('Tu día está lleno', `Caben ${MAX_VISITS_OF_DAY} visitas.`);
  await expectCount(page.getByRole('button', { name: 'En mi día: ELI CUJÍ', pressed: true }), 0);
});
