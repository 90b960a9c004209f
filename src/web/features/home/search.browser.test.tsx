import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addDays, addMonths, today } from '#domain/calendar.ts';
import { type FoundPerson, searchPeople } from '#domain/calls/search.ts';
import { answering, holding } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking } from '../../../../tests/support/breaking.ts';
import { button, expectCount, goBack, main, pathOf, searchOf } from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

const PLACE = { provincia: 'CHIMBORAZO', canton: 'COLTA', parroquia: 'COLUMBE', establecimiento: '' };
const CHILD: FoundPerson = {
  ...{ tipo: 'nino', _id: '0190b000-0000-7000-8000-000000000001', cedula: '0603714026', hcu: '7781' },
  ...{ nombres: 'NAYELI SAMANTHA', apellidos: 'GUALÁN TENESACA', ...PLACE, direccion: 'PULUCATE ALTO', celular: '' },
  ...{ fechanacimiento: addMonths(today(), -7), sexo: 'FEMENINO', estado: 'Normal' },
  ...{ zpeso: -1, ztalla: -2.4, zpesotalla: 0.2 },
};
const WOMAN: FoundPerson = {
  ...{ tipo: 'mujer', _id: '0190b000-0000-7000-8000-000000000002', cedula: '0601000009', hcu: '' },
  ...{ nombres: 'LUZ', apellidos: 'GUALÁN', ...PLACE, direccion: '', celular: '0991234567' },
  ...{ semanaGestacion: 24, proximaCita: addDays(today(), -3) },
};

const people = (found: readonly FoundPerson[]) =>
  answering(searchPeople, ({ query }) => (query?.q === 'nadie' ? [] : [...found]));
const field = () => page.getByRole('textbox', { name: 'Buscar por cédula o nombre' });
const cards = () => page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
const shown = async (...found: FoundPerson[]) => {
  const fake = people(found);
  await screenAt('/registros', 'ROLE_BRIGADA', fake);
  return fake;
};

test('a woman and a child are found with one field, and each result leads to the visit and the booklet', async () => {
  await shown(CHILD, WOMAN);
  await field().fill('gualan');
  await expectCount(cards(), 2);
  await expect.element(page.getByText('2 personas: 1 niña o niño, 1 mujer')).toBeVisible();
  const child = cards().first();
  await expect.element(child).toHaveTextContent('7 meses · PULUCATE ALTO');
  await expect.element(child).toHaveTextContent('0603714026');
  await expect.element(child.getByRole('mark')).toHaveTextContent('GUALÁN');
  const links = [
    ['Registrar visita de NAYELI SAMANTHA GUALÁN TENESACA', `/ninos/${CHILD._id}/visita`],
    ['Abrir a NAYELI SAMANTHA GUALÁN TENESACA', `/ninos/${CHILD._id}`],
    ['Registrar visita de LUZ GUALÁN', `/mujer/${WOMAN._id}/visita`],
    ['Abrir a LUZ GUALÁN', `/mujer/${WOMAN._id}`],
  ] as const;
  for (const [name, href] of links)
    await expect.element(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  await expect.element(cards().last()).toHaveTextContent('Semana 24 de embarazo · COLUMBE');
  await expectElementAccessible();
});

test('the address holds a name of the search, never its words, and back returns to the results', async () => {
  await shown(CHILD);
  await field().fill('Gualán');
  await expectCount(cards(), 1);
  expect(JSON.stringify(searchOf())).not.toContain('ual');
  await button('Borrar la búsqueda').click();
  await expect.element(page.getByText('Consultar Niños')).toBeVisible();
  goBack();
  await expect.element(field()).toHaveValue('Gualán');
  await expectCount(cards(), 1);
});

test('a person who is not found can be added with what was typed, which the address does not show', async () => {
  await shown();
  await field().fill('nadie');
  await expect.element(page.getByText('No encontramos a nadie con «nadie»')).toBeVisible();
  await expectElementAccessible();
  await page.getByRole('link', { name: 'Agregar niño' }).click();
  await expect.poll(pathOf).toBe('/ninos/add');
  expect(JSON.stringify(searchOf())).not.toContain('nadie');
  await expect.element(page.getByName('nombres')).toHaveValue('NADIE');
});

test('signs alone ask nothing of the server, and a long text is cut by the field', async () => {
  const fake = await shown(CHILD);
  await field().fill('¿?%_\\');
  await expect.element(page.getByText('Escribe al menos una letra o un número.')).toBeVisible();
  expect(fake.requests).toEqual([]);
  await field().fill('ñ'.repeat(300));
  await expect.poll(() => fake.requests.at(-1)?.query?.q).toBe('ñ'.repeat(200));
});

test('a search that fails can be tried again, and keeps what was typed', async () => {
  const fake = breaking(people([CHILD]), 503);
  await screenAt('/registros', 'ROLE_BRIGADA', fake);
  await field().fill('gualan');
  await expect.element(button('Volver a intentar')).toBeVisible();
  await expect.element(field()).toHaveValue('gualan');
  fake.mend();
  await button('Volver a intentar').click();
  await expectCount(cards(), 1);
});

test('/ and Ctrl+K lead to the field, and / within a field stays a sign', async () => {
  await shown(CHILD);
  await expect.element(field()).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('12/3');
  await expect.element(field()).toHaveValue('12/3');
  (document.activeElement as HTMLElement | null)?.blur();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field()).toHaveFocus();
});

test('from another screen Ctrl+K opens the search beside it, and a result closes it', async () => {
  const fake = people([WOMAN]);
  await screenAt('/profile', 'ROLE_BRIGADA', fake);
  await expect.element(main().getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(button('Buscar mujeres y niños')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  const sheet = page.getByRole('dialog');
  await expect.element(sheet.getByRole('textbox', { name: 'Buscar por cédula o nombre' })).toHaveFocus();
  await sheet.getByRole('textbox', { name: 'Buscar por cédula o nombre' }).fill('0991234567');
  await expectCount(cards(), 1);
  await expectElementAccessible();
  await page.getByRole('link', { name: 'Abrir a LUZ GUALÁN' }).click();
  await expect.poll(pathOf).toBe(`/mujer/${WOMAN._id}`);
  await expectCount(sheet, 0);
});

test('at 360 px a result has both of its buttons in full and nothing is wider than the phone', async () => {
  await onPhone();
  const longest = { ...CHILD, nombres: 'MARÍA FERNANDA GUADALUPE ESPERANZA', apellidos: 'PILATAXI GUALLI YUQUILEMA' };
  await shown({ ...longest, direccion: 'COMUNIDAD SAN FRANCISCO DE LA ESPERANZA ALTA, SECTOR LA LOMA' }, WOMAN);
  await field().fill('p');
  await expectCount(cards(), 2);
  for (const link of cards().getByRole('link').elements())
    expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  expect(document.documentElement.scrollWidth).toBe(360);
});

test('until its results come, a search is not answered by those of the one before', async () => {
  const second = holding(people([WOMAN]));
  const both: typeof second = Object.assign(
    {
      ...second,
      answer: (ask: Parameters<typeof second.answer>[0]) => (ask.query?.q === 'luz' ? second.answer(ask) : [CHILD]),
    },
    { release: second.release },
  );
  await screenAt('/registros', 'ROLE_BRIGADA', both);
  await field().fill('nayeli');
  await expectCount(cards(), 1);
  await expect.element(page.getByText('1 niña o niño')).toBeVisible();
  await field().fill('luz');
  await expect.element(page.getByText('Buscando…')).toBeVisible();
  await expectCount(page.getByText('1 niña o niño'), 0);
  second.release();
  await expect.element(page.getByText('1 mujer')).toBeVisible();
  await expectCount(page.getByText('Buscando…'), 0);
});
