import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addDays, addMonths, showDay, today } from '#domain/calendar.ts';
import { recordCalls } from '#domain/calls/records.ts';
import { setClockBehind } from '#domain/clock.ts';
import { AppError } from '#domain/errors.ts';
import { RECORDS } from '#domain/records/index.ts';
import { recordKeys } from '#web/lib/booklets/record-api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { rememberLot } from '#web/records/visit/remembered-lots.ts';
import { hanging, refusing, unreachable } from '../../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../../tests/support/axe.ts';
import { breaking, inHealth, withoutPauses } from '../../../../../tests/support/breaking.ts';
import { fakeBooklet } from '../../../../../tests/support/fake-records.ts';
import { button, expectCount, isOnTop, pressTwice, readNotice } from '../../../../../tests/support/on-screen.ts';
import { REFUSAL } from '../../../../../tests/support/refusal.ts';
import { onPhone, screenAt, serveFakes } from '../../../../../tests/support/shown.tsx';

const { control, vacuna, anemia } = RECORDS;
const BIRTH = addMonths(today(), -7);

/** A girl of seven months with one control and no vaccines: doses and haemoglobin are due. */
function visited(change: object = {}) {
  return fakeBooklet(
    'nino',
    { fechanacimiento: BIRTH, sexo: 'FEMENINO', nombres: 'NAYELI SAMANTHA', ...change },
    {
      control: [
        {
          ...control.example,
          ...{ fecha: addDays(today(), -34), edad: 6, peso: 6.6, longitud: 62.5, perimetro: 41 },
          ...{ lactmaterna: true, otrosalimento: true, micronutrientes: false },
        },
      ],
    },
  );
}

const open = (booklet: ReturnType<typeof visited>) =>
  screenAt(`/ninos/${booklet.id}/visita`, 'ROLE_BRIGADA', ...booklet.fakes);
const input = (name: string) => page.getByName(name);
const part = (name: string) => page.getByRole('region', { name });
const idOf = (request: { body?: unknown } | undefined) => (request?.body as { _id?: string } | undefined)?._id;
const save = () => button('Guardar visita').click();

async function measure(peso = '7,1', longitud = '64,9', perimetro = '42') {
  await input('control.peso').fill(peso);
  await input('control.longitud').fill(longitud);
  await input('control.perimetro').fill(perimetro);
}

async function tickFirstDose() {
  await part('Vacunas que tocan hoy').getByRole('checkbox').first().click();
  await page.getByRole('textbox', { name: 'Lote' }).fill('HX-2214');
}

async function fillHaemoglobin() {
  await input('anemia.valorhemoglobina').fill('12,4');
  await input('anemia.valorcorregido').fill('11,2');
  await button('Sin novedad').click();
}

test('control, a ticked vaccine and haemoglobin are saved together, and what is empty is not saved', async () => {
  const booklet = visited();
  await open(booklet);
  await expect.element(input('control.peso')).toHaveFocus();
  await measure();
  await button('Igual que antes').click();
  await tickFirstDose();
  await fillHaemoglobin();
  await save();
  await expect.element(page.getByRole('heading', { name: 'Visita guardada' })).toBeVisible();

  const [sentControl] = booklet.of('control').create.requests;
  expect(sentControl?.body).toMatchObject({
    ...{ ninoId: booklet.id, fecha: today(), edad: 7, peso: 7.1, longitud: 64.9, perimetro: 42 },
    ...{ lactmaterna: true, otrosalimento: true, micronutrientes: false },
  });
  const [sentVaccine] = booklet.of('vacuna').create.requests;
  expect(sentVaccine?.body).toMatchObject({
    ninoId: booklet.id,
    esquema: [{ fechaaplicacion: today(), lote: 'HX-2214', vacunador: 'ROSA YUQUILEMA' }],
  });
  const [sentHaemoglobin] = booklet.of('anemia').create.requests;
  expect(sentHaemoglobin?.body).toMatchObject({ valorhemoglobina: 12.4, observacion: 'SIN NOVEDAD' });
  for (const key of ['control', 'vacuna', 'anemia'] as const) expect(booklet.of(key).create.requests).toHaveLength(1);
  for (const key of ['tamizaje', 'rn'] as const) expect(booklet.of(key).create.requests).toEqual([]);

  const saved = part('Lo que se guardó');
  for (const { messages } of [control, vacuna, anemia]) await expect.element(saved).toHaveTextContent(messages.created);
  await expect.element(part('Dile a su mamá')).toHaveTextContent('Nayeli ganó 500 gramos y creció 2,4 cm');
  await expect.element(part('Próxima visita')).toHaveTextContent('Control de los 8 meses');
  await expect.element(part('Próxima visita')).not.toHaveTextContent('Hemoglobina');
  await expectElementAccessible();
});

test('what the measures mean is shown while they are typed, before anything is saved', async () => {
  const booklet = visited();
  await open(booklet);
  const growth = part('Así va creciendo');
  await expect.element(growth).toHaveTextContent('Escribe el peso y la longitud');
  await measure('6,4', '62,4', '40,5');
  await expect.element(growth).toHaveTextContent('Necesita atención. En 34 días bajó 0,20 kg y mide 0,10 cm menos.');
  await expect.element(growth).toHaveTextContent('El peso bajó 0,20 kg desde el control anterior.');
  await expect.element(growth).toHaveTextContent('Sin guardar');
  await expect.element(page.getByText('Mide 0,50 cm menos que el último control. Revisa la medida.')).toBeVisible();
  expect(booklet.of('control').create.requests).toEqual([]);
  await expectElementAccessible();
});

test('a second control of the day gives a warning, although its date stands in one line with the others', async () => {
  const booklet = fakeBooklet('nino', {}, { control: [{ ...control.example, fecha: today() }] });
  await open(booklet);
  const repeated = page.getByText('Ya hay un registro con esta fecha. Guarda otro solo si lo repetiste.');
  await expect.element(input('control.peso')).toHaveFocus();
  await expectCount(repeated, 0);
  await input('control.peso').fill('7,1');
  await expect.element(repeated).toBeVisible();
  await button(/^Revisa \d avisos?$/).click();
  await expect.poll(() => document.activeElement?.textContent).toContain('Ya hay un registro');
  await expectElementAccessible();
  await button('Cambiar la fecha de la visita').click();
  await expectCount(repeated, 1);
});

test('a refused part is marked and alone sent again; the others are saved once', async () => {
  const booklet = visited();
  await open(booklet);
  await measure();
  await tickFirstDose();
  const refused = new AppError('invalid', { problems: [{ msg: REFUSAL, path: 'esquema.0.lote' }] });
  serveFakes(refusing(recordCalls(vacuna).create, refused), ...booklet.fakes);
  await save();
  await readNotice('Falta una parte', 'Corrige la parte marcada y guarda otra vez.');
  await expect.element(part('Control')).toHaveTextContent('Ya está guardado.');
  await expect.element(part('Vacunas que tocan hoy')).toHaveTextContent(vacuna.messages.saveFailed);
  await expect.element(page.getByText(REFUSAL).first()).toBeVisible();
  // The booklet is loaded again with the saved control, which does not count twice.
  await expect.poll(() => booklet.of('control').list.requests.length).toBeGreaterThan(1);
  await expect.element(part('Control')).toHaveTextContent('Ya está guardado.');
  serveFakes(...booklet.fakes);
  await page.getByRole('textbox', { name: 'Lote' }).fill('HX-1');
  await save();
  await expect.element(page.getByRole('heading', { name: 'Visita guardada' })).toBeVisible();
  await expect.element(part('Dile a su mamá')).toHaveTextContent('Nayeli ganó 500 gramos y creció 2,4 cm');
  await expect.element(part('Lo que se guardó')).toHaveTextContent(control.messages.created);
  expect(booklet.of('control').create.requests).toHaveLength(1);
  expect(booklet.of('vacuna').create.requests).toHaveLength(1);
});

test('a visit to a booklet that was handed over shows why it was refused, at the place that is on the screen', async () => {
  await page.viewport(360, 740);
  const booklet = visited();
  await open(booklet);
  await measure();
  booklet.of('nino').rows.splice(0);
  const control = breaking(booklet.of('control').create, new AppError('notFound'));
  serveFakes(control, ...booklet.fakes);
  await save();
  const reason = page.getByText(/Lo que escribiste sigue aquí, pero ya no se puede guardar/);
  await expect.element(reason).toBeVisible();
  await expect.poll(() => isOnTop(reason)).toBe(true);
});

test('a saved visit stays on the screen when its booklet is handed over', async () => {
  const booklet = visited();
  await open(booklet);
  await measure();
  await save();
  await expect.element(page.getByText('Visita guardada')).toBeVisible();
  booklet.of('nino').rows.splice(0);
  await queryClient.refetchQueries({ queryKey: recordKeys.one(RECORDS.nino, booklet.id) });
  await expect.element(page.getByText('Visita guardada')).toBeVisible();
});

test('without a connection nothing that was typed is lost, and a second attempt sends the same ids', async () => {
  const booklet = visited();
  await open(booklet);
  await measure();
  await tickFirstDose();
  const failing = [control, vacuna].map((definition) => unreachable(recordCalls(definition).create));
  serveFakes(...failing, ...booklet.fakes);
  await save();
  await expectCount(page.getByRole('alert').filter({ hasText: 'No hay conexión' }), 2);
  await expect.element(input('control.peso')).toHaveValue('7,1');
  const ids = failing.map(({ requests }) => idOf(requests[0]));
  serveFakes(...booklet.fakes);
  await save();
  await expect.element(page.getByRole('heading', { name: 'Visita guardada' })).toBeVisible();
  const sent = (['control', 'vacuna'] as const).map((key) => idOf(booklet.of(key).create.requests[0]));
  expect(sent).toEqual(ids);
});

test('a double press sends each record once', async () => {
  const booklet = visited();
  await open(booklet);
  await measure();
  await pressTwice(button('Guardar visita'));
  await expect.element(page.getByRole('heading', { name: 'Visita guardada' })).toBeVisible();
  expect(booklet.of('control').create.requests).toHaveLength(1);
});

test('while the visit is being saved no dose can be ticked, which would be left out', async () => {
  const booklet = visited();
  await open(booklet);
  await measure();
  serveFakes(hanging(recordCalls(control).create), ...booklet.fakes);
  await save();
  await expect.element(button('Guardando…')).toBeVisible();
  const dose = part('Vacunas que tocan hoy').getByRole('checkbox').first().element() as HTMLElement;
  expect(dose.closest('[inert]')).not.toBeNull();
  dose.focus();
  expect(document.activeElement).not.toBe(dose);
});

test('an empty visit says so, and a part that is begun must be complete', async () => {
  const booklet = visited();
  await open(booklet);
  await save();
  await readNotice('La visita está vacía', 'Llena el control, una vacuna u otro registro.');
  await input('control.peso').fill('7,1');
  await save();
  await expect.element(input('control.longitud')).toHaveFocus();
  await expectCount(part('Control').getByText('Este campo es obligatorio', { exact: true }), 2);
  await expect.element(page.getByText('Faltan: longitud y perímetro cefálico')).toBeVisible();
  expect(booklet.of('control').create.requests).toEqual([]);
  // It would contradict what the form says now.
  await expectCount(page.getByText('La visita está vacía'), 0);
});

test('Enter leads from one number to the next and does not save', async () => {
  const booklet = visited();
  await open(booklet);
  await expect.element(input('control.peso')).toHaveFocus();
  await userEvent.keyboard('7,1{Enter}64,9{Enter}42');
  await expect.element(input('control.longitud')).toHaveValue('64,9');
  await expect.element(input('control.perimetro')).toHaveValue('42');
  expect(booklet.of('control').create.requests).toEqual([]);
});

test('the day of the visit is changed once for all of its records', async () => {
  const booklet = visited();
  await open(booklet);
  await button('Cambiar la fecha de la visita').click();
  const yesterday = addDays(today(), -1);
  await input('control.fecha').fill(showDay(yesterday));
  await measure();
  await tickFirstDose();
  await save();
  await expect.element(page.getByRole('heading', { name: 'Visita guardada' })).toBeVisible();
  expect(booklet.of('control').create.requests[0]?.body).toMatchObject({ fecha: yesterday });
  expect(booklet.of('vacuna').create.requests[0]?.body).toMatchObject({ esquema: [{ fechaaplicacion: yesterday }] });
});

test('the lot of today is proposed for the same vaccine at the same establishment', async () => {
  const first = visited();
  await open(first);
  await tickFirstDose();
  await save();
  await expect.element(page.getByRole('heading', { name: 'Visita guardada' })).toBeVisible();
  await open(visited());
  await part('Vacunas que tocan hoy').getByRole('checkbox').first().click();
  await expect.element(page.getByRole('textbox', { name: 'Lote' })).toHaveValue('HX-2214');
  await expect.element(page.getByText('El lote que usaste hoy')).toBeVisible();
});

test('any other record can be added on request', async () => {
  const booklet = visited();
  await open(booklet);
  await button('Agregar otro registro').click();
  await page.getByRole('menuitem', { name: 'Tamizaje' }).click();
  const screening = part('Tamizaje');
  await screening.getByLabelText('Observación').fill('TODO BIEN');
  await button('Quitar Tamizaje').click();
  await expectCount(screening, 0);
  await measure();
  await save();
  await expect.element(page.getByRole('heading', { name: 'Visita guardada' })).toBeVisible();
  expect(booklet.of('tamizaje').create.requests).toEqual([]);
});

test('on a phone the first number is near the top, and the cover opens and closes', async () => {
  await onPhone();
  const booklet = visited();
  await open(booklet);
  await expect.element(input('control.peso')).toHaveFocus();
  expect(input('control.peso').element().getBoundingClientRect().top + window.scrollY).toBeLessThanOrEqual(260);
  await button('NAYELI SAMANTHA GUALÁN TENESACA').click();
  await expect.element(page.getByText('Estado según tabla del programa')).toBeVisible();
  await expectElementAccessible();
});

test('a booklet that cannot be loaded can be tried again', async () => {
  const booklet = visited();
  const broken = breaking(booklet.of('control').list, 'abort');
  withoutPauses();
  await screenAt(`/ninos/${booklet.id}/visita`, 'ROLE_BRIGADA', inHealth(), broken, ...booklet.fakes);
  // Only then no other attempt is under way, whose success would take the button away.
  await expect.element(button('Volver a intentar')).toHaveAttribute('aria-disabled', 'false');
  broken.mend();
  await button('Volver a intentar').click();
  await expect.element(input('control.peso')).toBeVisible();
});

test('the age of a newborn in months is typed, for the control and for a dose', async () => {
  await open(visited({ fechanacimiento: addDays(today(), -12) }));
  await expect.element(input('control.edad')).toBeVisible();
  await expect.element(input('control.edad')).toHaveValue('');
  await part('Vacunas que tocan hoy').getByRole('checkbox').first().click();
  await expect.element(page.getByRole('textbox', { name: 'Edad de aplicación' })).toBeVisible();
  await input('control.edad').fill('1');
  await expect.element(input('control.edad')).toHaveValue('1');
});

test('what was saved is named with its dose, its lot and its units', async () => {
  await open(visited());
  await measure();
  await tickFirstDose();
  await save();
  const saved = part('Lo que se guardó');
  await expect.element(saved).toHaveTextContent('Peso 7,10 kg · Longitud 64,90 cm · Perímetro cefálico 42,00 cm');
  await expect.element(saved).toHaveTextContent('Lote HX-2214');
});

const draftsOf = (id: string) => Object.keys(localStorage).filter((key) => key.includes('draft') && key.includes(id));

test('an empty part leaves no draft behind that would date the next visit', async () => {
  const booklet = visited();
  await open(booklet);
  await button('Cambiar la fecha de la visita').click();
  await input('control.fecha').fill(showDay(addDays(today(), -1)));
  await tickFirstDose();
  await expect.poll(() => draftsOf(booklet.id)).not.toEqual([]);
  await save();
  await expect.element(page.getByRole('heading', { name: 'Visita guardada' })).toBeVisible();
  expect(booklet.of('control').create.requests).toEqual([]);
  await expect.poll(() => draftsOf(booklet.id)).toEqual([]);
});

test('a visit that was left is restored, and can be discarded as a whole', async () => {
  const booklet = visited();
  await open(booklet);
  await input('control.peso').fill('7,1');
  await tickFirstDose();
  await expect.poll(() => draftsOf(booklet.id).length).toBeGreaterThan(2);
  await open(booklet);
  await expect.element(page.getByText('Recuperamos lo que habías escrito.')).toBeVisible();
  await expect.element(input('control.peso')).toHaveValue('7,1');
  await button('Descartar').click();
  await expect.element(input('control.peso')).toHaveValue('');
  await expectCount(page.getByRole('textbox', { name: 'Lote' }), 0);
  await expectCount(page.getByText('Recuperamos lo que habías escrito.'), 0);
  await expect.poll(() => draftsOf(booklet.id)).toEqual([]);
});

test.each([
  ['a ticked dose', tickFirstDose, vacuna, { esquema: [{ fechaaplicacion: today() }] }],
  ['haemoglobin', fillHaemoglobin, anemia, { fechaaplicacion: today() }],
  ['a control', () => measure(), control, { fecha: today() }],
] as const)(
  'a visit with only %s keeps its day when it is restored three days later',
  async (_, fill, definition, sent) => {
    const booklet = visited();
    await open(booklet);
    await fill();
    await expect.poll(() => draftsOf(booklet.id).some((key) => key.includes('.visita.'))).toBe(true);
    await expect.poll(() => draftsOf(booklet.id).length).toBeGreaterThan(1);
    onTestFinished(() => setClockBehind(0));
    setClockBehind(3 * 24 * 60 * 60 * 1_000);
    await open(booklet);
    await expect.element(page.getByText('Recuperamos lo que habías escrito.')).toBeVisible();
    await save();
    await expect.element(page.getByRole('heading', { name: 'Visita guardada' })).toBeVisible();
    expect(booklet.of(definition.key).create.requests.map(({ body }) => body)).toMatchObject([sent]);
  },
);

test('a visit whose values were taken back, or discarded, leaves no day for the next one', async () => {
  const booklet = visited();
  await open(booklet);
  await input('control.peso').fill('7,1');
  await expect.poll(() => draftsOf(booklet.id).length).toBeGreaterThan(1);
  await input('control.peso').fill('');
  await expect.poll(() => draftsOf(booklet.id)).toEqual([]);
  await input('control.peso').fill('7,1');
  await expect.poll(() => draftsOf(booklet.id).length).toBeGreaterThan(1);
  await open(booklet);
  await button('Descartar').click();
  await expect.poll(() => draftsOf(booklet.id)).toEqual([]);
  await input('control.longitud').fill('64');
  await input('control.longitud').fill('');
  await expect.poll(() => draftsOf(booklet.id)).toEqual([]);
});

test('a date of the visit that does not exist is reported, not replaced', async () => {
  const booklet = visited();
  await open(booklet);
  await button('Cambiar la fecha de la visita').click();
  await input('control.fecha').fill('31/02/2026');
  await measure();
  await save();
  await expect.element(input('control.fecha')).toHaveValue('31/02/2026');
  await expect.element(input('control.fecha')).toHaveAttribute('aria-invalid', 'true');
  expect(booklet.of('control').create.requests).toEqual([]);
});

test('a ticked dose stays when the day of the visit is one before it is due', async () => {
  // Her doses of seven months are due since today.
  const booklet = visited({ fechanacimiento: addMonths(today(), -2) });
  await open(booklet);
  await tickFirstDose();
  await button('Cambiar la fecha de la visita').click();
  const yesterday = addDays(today(), -1);
  for (let end = 1; end <= showDay(yesterday).length; end += 1)
    await input('control.fecha').fill(showDay(yesterday).slice(0, end));
  await expect.element(page.getByRole('textbox', { name: 'Lote' })).toHaveValue('HX-2214');
  await expectCount(page.getByText('Recuperamos lo que habías escrito.'), 0);
  await save();
  await expect.element(page.getByRole('heading', { name: 'Visita guardada' })).toBeVisible();
  const [given] = booklet.of('vacuna').create.requests;
  expect(given?.body).toMatchObject({ esquema: [{ fechaaplicacion: yesterday, lote: 'HX-2214' }] });
});

test('haemoglobin that is not due can be added, with its correction for the altitude', async () => {
  const booklet = visited({ fechanacimiento: addMonths(today(), -4), provincia: 'CHIMBORAZO', canton: 'COLTA' });
  await open(booklet);
  await expectCount(part('Hemoglobina'), 0);
  await button('Agregar otro registro').click();
  await page.getByRole('menuitem', { name: 'Anemia' }).click();
  await expect.element(part('Hemoglobina')).toBeVisible();
  await part('Hemoglobina').getByRole('textbox', { name: 'Valor de hemoglobina' }).fill('12,4');
  await expect.element(part('Hemoglobina').getByRole('textbox', { name: 'Valor corregido' })).not.toHaveValue('');
  await button('Quitar Hemoglobina').click();
  await expectCount(part('Hemoglobina'), 0);
});

test('a lot serves every dose of its vaccine, and not another establishment or day', async () => {
  const booklet = visited({ establecimiento: 'Centro de Salud Colta' });
  await open(booklet);
  rememberLot('hexavalente', 'Centro de Salud Colta', 'HX-2214');
  const hexavalent = part('Vacunas que tocan hoy').getByRole('checkbox', { name: /^Hexavalente/ });
  await hexavalent.click();
  await expect.element(page.getByRole('textbox', { name: 'Lote' })).toHaveValue('HX-2214');
  await button('Cambiar la fecha de la visita').click();
  await input('control.fecha').fill(showDay(addDays(today(), -1)));
  await expect.element(page.getByRole('textbox', { name: 'Lote' })).toHaveValue('');
});

test('Enter on a tile neither saves nor moves the focus away', async () => {
  const booklet = visited();
  await open(booklet);
  const tile = page.getByRole('checkbox', { name: 'Otras leches' });
  await expect.element(tile).toBeVisible();
  tile.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(tile).toHaveFocus();
  expect(booklet.of('control').create.requests).toEqual([]);
});

test('several problems of a part are listed with links to their fields', async () => {
  await open(visited());
  await input('control.peso').fill('7,1');
  await save();
  await page.getByRole('link', { name: /^Perímetro cefálico:/ }).click();
  await expect.element(input('control.perimetro')).toHaveFocus();
});
