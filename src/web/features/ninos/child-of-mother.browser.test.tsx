import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { recordCalls } from '#domain/calls/records.ts';
import { AppError } from '#domain/errors.ts';
import { RECORDS } from '#domain/records/index.ts';
import { remember } from '#web/lib/remembered.ts';
import { refusing } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { address, button, expectCount, goTo } from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt, serveFakes, signedInAs } from '../../../../tests/support/shown.tsx';

const { mujer, nino } = RECORDS;
const HER_CHILD = 'Agregar hija o hijo';

const input = (name: string) => page.getByName(name);
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('libreta.draft.'));

/** A woman as the only one whom this account sees. */
function registeredWoman(change: object = {}) {
  const booklet = fakeBooklet('mujer', change);
  return { ...booklet, path: `/ninos/add?madre=${booklet.id}` };
}

const expectEmptyForm = async () => {
  for (const name of ['cedulamadre', 'nombrePadres', 'direccion']) await expect.element(input(name)).toHaveValue('');
};

afterEach(() => localStorage.clear());

test("the woman's page leads to the form of her child, and the address holds only her id", async () => {
  await onPhone();
  const woman = registeredWoman();
  await screenAt(`/mujer/${woman.id}`, 'ROLE_BRIGADA', ...woman.fakes);
  await button('LUZ MARÍA TENESACA PILCO').click();
  const link = page.getByRole('link', { name: HER_CHILD });
  await expect.element(link).toHaveAttribute('href', woman.path);
  expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await expectElementAccessible();
  await link.click();
  await expect.element(input('cedulamadre')).toHaveValue('0603714026');
  expect(address()).toBe(woman.path);
});

test("the form begins with the mother's cedula, name, contact and place, and the child's own fields are empty", async () => {
  signedInAs('ROLE_BRIGADA');
  remember('last.establecimiento', 'Centro de Salud Guamote');
  const woman = registeredWoman();
  await screenAt(woman.path, 'ROLE_BRIGADA', ...woman.fakes);
  const begun = {
    ...{ cedulamadre: '0603714026', nombrePadres: 'LUZ MARÍA TENESACA PILCO', celular: '0900000000' },
    ...{ telfdomicilio: '032900000', direccion: 'COMUNIDAD MAJIPAMBA', zona: '3', parroquia: 'SICALPA' },
    ...{ provincia: 'CHIMBORAZO', canton: 'COLTA', establecimiento: 'Centro de Salud Colta' },
    ...{ hcu: '', cedula: '', nombres: '', apellidos: '', fechanacimiento: '' },
  };
  for (const [name, value] of Object.entries(begun)) await expect.element(input(name)).toHaveValue(value);
  await expectElementAccessible();

  await input('hcu').fill('50178');
  await input('cedula').fill('P-90');
  await input('nombres').fill('Inti');
  await input('apellidos').fill('Gualán Tenesaca');
  await button('Guardar').click();
  await expect.poll(address).toBe('/lista/ninos');
  expect(woman.of('nino').create.requests[0]?.body).toMatchObject({
    ...{ cedulamadre: '0603714026', apellidos: 'GUALÁN TENESACA', canton: 'COLTA', celular: '0900000000' },
  });
});

test('nothing that came from the mother counts as typed: leaving asks no question and keeps no draft', async () => {
  const woman = registeredWoman();
  await screenAt(woman.path, 'ROLE_BRIGADA', ...woman.fakes);
  await expect.element(input('cedulamadre')).toHaveValue('0603714026');
  goTo('/registros');
  await expect.poll(address).toBe('/registros');
  await expectCount(page.getByRole('alertdialog'), 0);
  expect(drafts()).toEqual([]);
});

test('a child that was begun for one mother is not proposed for another', async () => {
  const first = registeredWoman();
  await screenAt(first.path, 'ROLE_BRIGADA', ...first.fakes);
  await input('nombres').fill('Inti');
  await expect.poll(() => drafts().length).toBe(1);
  const second = registeredWoman({ cedula: 'P-55' });
  await screenAt(second.path, 'ROLE_BRIGADA', ...second.fakes);
  await expect.element(input('cedulamadre')).toHaveValue('P-55');
  await expect.element(input('nombres')).toHaveValue('');
});

test('without an establishment of the mother the last used one stays', async () => {
  signedInAs('ROLE_BRIGADA');
  remember('last.establecimiento', 'Centro de Salud Guamote');
  const woman = registeredWoman({ establecimiento: '' });
  await screenAt(woman.path, 'ROLE_BRIGADA', ...woman.fakes);
  await expect.element(input('cedulamadre')).toHaveValue('0603714026');
  await expect.element(input('establecimiento')).toHaveValue('Centro de Salud Guamote');
});

test('the establishment that another account used last on this device is not proposed', async () => {
  signedInAs('ROLE_BRIGADA', '0190a000-0000-7000-8000-000000000002');
  remember('last.establecimiento', 'Centro de Salud Guamote');
  const woman = registeredWoman({ establecimiento: '' });
  await screenAt(woman.path, 'ROLE_BRIGADA', ...woman.fakes);
  await expect.element(input('cedulamadre')).toHaveValue('0603714026');
  await expect.element(input('establecimiento')).toHaveValue('');
});

test.each(['notFound', 'internal'] as const)(
  'a mother who cannot be loaded (%s) leaves the form as it is',
  async (code) => {
    const woman = registeredWoman();
    await screenAt(woman.path, 'ROLE_BRIGADA', refusing(recordCalls(mujer).one, new AppError(code)), ...woman.fakes);
    await expectEmptyForm();
    await input('nombres').fill('Inti');
    // She can be read again later: what is typed stays.
    serveFakes(...woman.fakes);
    await expect.element(input('nombres')).toHaveValue('Inti');
    await expect.element(input('cedulamadre')).toHaveValue('');
  },
);

test('without her id in the address, or with one that is none, the form is the usual one', async () => {
  const woman = registeredWoman();
  for (const path of ['/ninos/add', '/ninos/add?madre=%3Cscript%3E']) {
    await screenAt(path, 'ROLE_BRIGADA', ...woman.fakes);
    await expect.element(page.getByRole('heading', { level: 1, name: nino.titles.form })).toBeVisible();
    await expectEmptyForm();
  }
});
