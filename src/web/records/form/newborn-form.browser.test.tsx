import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { RECORDS } from '#domain/records/index.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

const GROUPS = [
  'Medidas y Apgar',
  'Reanimación',
  'Quién atendió',
  'Lugar del parto',
  'Examen y cuidados',
  'Egreso',
] as const;
const PROFESSIONS = ['Médico', 'Obstetriz', 'Enfermera', 'Auxiliar', 'Estudiante', 'Empírico', 'Otro'];

beforeEach(async () => {
  const { id, fakes } = fakeBooklet('nino');
  await screenAt(`/ninos/${id}?seccion=rn`, 'ROLE_BRIGADA', ...fakes);
});

const field = (name: string) => page.getByName(name);
const contents = (title: string) =>
  page.getByRole('navigation', { name: 'Contenido del formulario' }).getByRole('link', { name: title });

// proves 3.43
test('the form has six numbered groups and an index with what each still needs', async () => {
  for (const title of GROUPS) await expect.element(page.getByRole('group', { name: title, exact: true })).toBeVisible();
  await expect.element(contents('Medidas y Apgar')).toHaveTextContent('Medidas y Apgar, por completar: 9');
  // The group has not been filled in yet.
  await expect.element(contents('Reanimación')).toHaveTextContent('Reanimación, opcional');
  await page.getByRole('group', { name: 'Reanimación', exact: true }).getByRole('checkbox').first().click();
  await expect.element(contents('Reanimación')).toHaveTextContent('Reanimación, completo');
  await expect.element(contents('Egreso')).toHaveTextContent('Egreso, por completar: 1');
  await field('responsableegreso').fill('rosa yuquilema');
  await expect.element(contents('Egreso')).toHaveTextContent('Egreso, completo');
  await contents('Egreso').click();
  await expect.element(field('pesoegreso')).toHaveFocus();
  await expect.element(field('pesoegreso')).toBeInViewport();
  await expectElementAccessible();
});

// proves 4.22, 9.32
test('the weeks determine the days and their bounds, and the days stay editable', async () => {
  await field('sem').fill('39');
  await expect.element(field('dias')).toHaveValue('273');
  await expect.element(field('dias')).toHaveAccessibleDescription('De 267 a 273');
  await field('dias').fill('266');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect.element(field('dias')).toHaveAccessibleDescription('Debe estar entre 267 y 273 días');
  await field('sem').fill('38');
  await expect.element(field('dias')).toHaveValue('266');
  await field('sem').fill('43');
  await expect.element(field('dias')).toHaveValue('');
});

test('the attendants are a table of flags, each named by row and column', async () => {
  const table = page.getByRole('table', { name: 'Quién atendió' });
  await expect.element(table).toBeVisible();
  expect(table.getByRole('checkbox').elements()).toHaveLength(14);
  for (const profession of PROFESSIONS)
    for (const what of ['parto', 'neonato'])
      await expect
        .element(table.getByRole('checkbox', { name: `${profession}, ${what}`, exact: true }))
        .not.toBeChecked();
  await table.getByRole('checkbox', { name: 'Obstetriz, parto' }).click();
  await expect.element(table.getByRole('checkbox', { name: 'Obstetriz, parto' })).toBeChecked();
  await expect.element(table.getByRole('checkbox', { name: 'Obstetriz, neonato' })).not.toBeChecked();
});

// proves 4.20, 4.21
test('a detail is visible only with its flag', async () => {
  for (const [flag, detail] of [
    ['Defectos congénitos', 'valordefectoscongenitos'],
    ['Enfermedades', 'valorenfermedades'],
  ] as const) {
    const tile = page.getByRole('checkbox', { name: flag });
    await expect.element(tile).toBeVisible();
    await expect.element(field(detail)).not.toBeInTheDocument();
    await tile.click();
    await expect.element(field(detail)).toBeVisible();
    await tile.click();
    await expect.element(field(detail)).not.toBeInTheDocument();
  }
});

test('on a phone the save bar says what is missing, and the index is hidden', async () => {
  await onPhone();
  await expect.element(page.getByText('Faltan 10 campos')).toBeInViewport();
  await expect.element(page.getByRole('button', { name: 'Guardar' })).toBeInViewport();
  await expect
    .element(page.getByRole('navigation', { name: 'Contenido del formulario', includeHidden: true }))
    .not.toBeVisible();
  expect(RECORDS.rn.fieldNames.length).toBeGreaterThan(10);
  await expectElementAccessible();
});
