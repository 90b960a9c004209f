import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addDays, showDay, today } from '#domain/calendar.ts';
import { catalogCalls } from '#domain/calls/catalogs.ts';
import { CATALOGS } from '#domain/catalogs.ts';
import { RECORDS } from '#domain/records/index.ts';
import { dayAtAge } from '#domain/vaccines/age-day.ts';
import { answering } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

const BIRTH = addDays(today(), -130); // four months and some days
const GIVEN = (
  [
    ['BCG', 1],
    ['ROTAVIRUS', 65],
    ['Hexavalente (DPT-HB-Hib-IPV)', 65],
    ['Antirrábica', 70],
  ] as const
).map(([tipovacuna, days]) => {
  const [example] = RECORDS.vacuna.example.esquema as [object];
  const entry = { ...example, tipovacuna, dosis: 1, fechaaplicacion: addDays(BIRTH, days), edadapli: 2 };
  return { clasificacion: '2 meses', esquema: [entry] };
});

const calendar = page.getByRole('region', { name: 'Calendario de vacunas' });
const dose = (name: string) => calendar.getByRole('listitem').getByRole('listitem').filter({ hasText: name });
const due = (name: RegExp) => calendar.getByRole('button', { name });

async function openChild(fechanacimiento: string | null, vacuna: object[] = GIVEN) {
  const booklet = fakeBooklet('nino', { fechanacimiento }, { vacuna });
  await screenAt(`/ninos/${booklet.id}?seccion=vacuna`, 'ROLE_BRIGADA', ...booklet.fakes);
  await expect.element(calendar).toBeVisible();
  return booklet;
}

test('the calendar shows by age which doses were given, are due, late, next or no longer possible', async () => {
  await openChild(BIRTH);
  await expect
    .poll(() =>
      calendar
        .getByRole('heading', { level: 3 })
        .elements()
        .map((heading) => heading.textContent),
    )
    .toEqual([
      'Hoy le tocan 3 vacunas',
      'Nacimiento',
      '2 meses',
      '4 meses',
      '6 meses',
      '12 meses',
      '15 meses',
      '18 meses',
      'Sin edad confirmada',
      'Otras vacunas registradas',
    ]);
  const last = showDay(addDays(dayAtAge(BIRTH, 8), -1));
  for (const [name, words] of [
    ['BCG, dosis única', `Aplicada el ${showDay(addDays(BIRTH, 1))}`],
    ['HB recién nacido', 'Ya no corresponde por edad era hasta 24 horas'],
    ['Hexavalente, 1.ª dosis', `Aplicada el ${showDay(addDays(BIRTH, 65))}`],
    ['Neumococo conjugada, 1.ª dosis', `Atrasada desde el ${showDay(dayAtAge(BIRTH, 2))}`],
    ['Rotavirus, 2.ª dosis', `Toca ahora desde el ${showDay(dayAtAge(BIRTH, 4))}, hasta el ${last}`],
    ['Neumococo conjugada, 2.ª dosis', 'Primero va la dosis anterior'],
    ['SRP, 1.ª dosis', `Próxima desde el ${showDay(dayAtAge(BIRTH, 12))}`],
    ['Influenza pediátrica, 2.ª dosis', 'Sin fecha recomendada confirmada'],
  ] as const)
    await expect.element(dose(name)).toHaveTextContent(words);
  await expect.element(calendar).toHaveTextContent(`Antirrábica, dosis 1 el ${showDay(addDays(BIRTH, 70))}`);
});

test('a dose that is clicked before the options have loaded is filled in with them', async () => {
  const booklet = fakeBooklet('nino', { fechanacimiento: BIRTH }, { vacuna: GIVEN });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const rows = CATALOGS.vacunaninotipo.defaults.map((tipo, index) => ({ _id: `${index}`, version: 1, tipo }));
  const slow = answering(catalogCalls(CATALOGS.vacunaninotipo).list, async () => {
    await released;
    return { rows, total: rows.length };
  });
  await screenAt(`/ninos/${booklet.id}?seccion=vacuna`, 'ROLE_BRIGADA', slow, ...booklet.fakes);
  await due(/^Rotavirus, 2.ª dosis/).click();
  await expect.element(page.getByRole('combobox', { name: /^Dosis/ })).toHaveValue('');
  release();
  await expect.element(page.getByRole('combobox', { name: /^Tipo/ })).toHaveValue('Rotavirus');
  await expect.element(page.getByRole('combobox', { name: /^Dosis/ })).toHaveValue('2');
  await expect.element(page.getByRole('combobox', { name: /^Clasificación/ })).toHaveValue('4 meses');
});

test('what the option lists do not contain of a clicked dose is emptied, not left from the dose before', async () => {
  const booklet = fakeBooklet('nino', { fechanacimiento: BIRTH }, { vacuna: GIVEN });
  const rows = CATALOGS.vacunaninotipo.defaults
    .filter((tipo) => !tipo.startsWith('Rotavirus'))
    .map((tipo, index) => ({ _id: `${index}`, version: 1, tipo }));
  const types = answering(catalogCalls(CATALOGS.vacunaninotipo).list, () => ({ rows, total: rows.length }));
  await screenAt(`/ninos/${booklet.id}?seccion=vacuna`, 'ROLE_BRIGADA', types, ...booklet.fakes);
  await due(/^Hexavalente.*, 2.ª dosis/).click();
  const type = page.getByRole('combobox', { name: /^Tipo/ });
  await expect.element(type).toHaveValue('Hexavalente');
  await due(/^Rotavirus, 2.ª dosis/).click();
  await expect.element(type).toHaveValue('');
});

test('the lot of another vaccine is emptied, and a lot that was typed first or for the same vaccine stays', async () => {
  await openChild(BIRTH);
  const lot = page.getByName('lote');
  await lot.fill('HX-2214');
  await due(/^Hexavalente.*, 2.ª dosis/).click();
  await expect.element(page.getByRole('combobox', { name: /^Tipo/ })).toHaveValue('Hexavalente');
  await expect.element(lot).toHaveValue('HX-2214');
  await due(/^Hexavalente.*, 2.ª dosis/).click();
  await expect.element(lot).toHaveValue('HX-2214');
  await due(/^Rotavirus, 2.ª dosis/).click();
  await expect.element(page.getByRole('combobox', { name: /^Tipo/ })).toHaveValue('Rotavirus');
  await expect.element(lot).toHaveValue('');
});

test('the schedule shows its sources', async () => {
  await openChild(BIRTH);
  await due(/^Esquema y fuentes$/).click();
  await expect.element(calendar).toHaveTextContent('Hexavalente, 2.ª dosis: EXPRESO-2025-08, ECUAVISA-2025-08');
  await expect
    .element(calendar.getByRole('link', { name: /cambios del esquema desde el 19\/08\/2025/ }))
    .toHaveAttribute('href', expect.stringMatching(/^https:\/\/www\.expreso\.ec\//));
  await expectElementAccessible();
});

test('without a birth date the calendar asks for it', async () => {
  await openChild(null, []);
  await expect.element(calendar).toHaveTextContent('hace falta la fecha de nacimiento');
  await calendar.getByRole('link', { name: 'agrégala en Información Personal' }).click();
  await expect.element(page.getByName('fechanacimiento')).toBeVisible();
});

test('on a phone due doses come first, the rest on request, and nothing scrolls sideways', async () => {
  await onPhone();
  await openChild(BIRTH);
  await expect.element(due(/^Rotavirus, 2.ª dosis/)).toBeVisible();
  const bcg = calendar.getByText('BCG, dosis única');
  await expect.element(bcg).not.toBeVisible();
  await expectElementAccessible();
  await calendar.getByText('Todas las dosis por edad').click();
  await expect.element(bcg).toBeVisible();
  await expectElementAccessible();
});
