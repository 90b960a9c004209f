import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { recordCalls } from '#domain/calls/records.ts';
import { addVisit } from '#domain/device/my-day.ts';
import { AppError } from '#domain/errors.ts';
import { showValue } from '#domain/fields/index.ts';
import { columnsOf, parseRecord, type RecordDefinition, toNested } from '#domain/records/define-record.ts';
import { RECORD_LIST, RECORDS, type RecordKey } from '#domain/records/index.ts';
import { afterPaint } from '#web/lib/after-paint.ts';
import { deviceNotes } from '#web/lib/device-notes.ts';
import { answering, hanging, holding, refusing, unreachable } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { fillForm } from '../../../../tests/support/locators.ts';
import { REFUSAL } from '../../../../tests/support/refusal.ts';
import { sectionEightOf } from '../../../../tests/support/section-8.ts';
import { onPhone, screenAt, serveFakes } from '../../../../tests/support/shown.tsx';

const PANELS: Record<string, string> = { mujer: '/mujer/', nino: '/ninos/' };
const KINDS = RECORD_LIST.filter(({ parent }) => parent);

/** The section of a person with these records. */
async function openSection({ key, parent }: RecordDefinition, ...bodies: object[]) {
  const patient = parent?.record as 'mujer' | 'nino';
  const booklet = fakeBooklet(patient, {}, { [key]: bodies });
  await screenAt(`${PANELS[patient]}${booklet.id}?seccion=${key}`, 'ROLE_BRIGADA', ...booklet.fakes);
  return booklet;
}

const flatExample = (record: RecordDefinition) => parseRecord(record, record.example).values ?? {};
const save = () => page.getByRole('button', { name: 'Guardar', exact: true }).click();
const deleting = page.getByRole('button', { name: /^Eliminar/ });
const rows = page.getByRole('row').filter({ has: deleting });
const failure = page.getByRole('alert').filter({ hasText: /^Error/ });
const refusal = (path: string) => new AppError('invalid', { problems: [{ msg: REFUSAL, path }] });

/** Values that the form fills in when it opens. */
const given = (record: RecordDefinition, name: string): boolean => {
  const field = record.fields[name];
  if (field?.kind === 'number') return field.derivation?.from.every((other) => given(record, other)) ?? false;
  return field?.kind === 'date' && field.defaultToday === true;
};

for (const record of KINDS) {
  const [firstField = ''] = record.nest?.fields ?? record.fieldNames;
  const refusedPath = record.nest ? `${record.nest.key}.0.${firstField}` : firstField;
  const calls = recordCalls(record);
  const words = sectionEightOf(record.key);

  // proves 1.3-1.10, 2.142-2.150, 2.159, 2.167-2.169, 5.48, 7.61, 7.94, 8.28-8.31, 8.42, 8.43, 8.70-8.72
  test(`${record.key}: validated, refused, saved, listed and deleted with the specified messages`, async () => {
    const booklet = await openSection(record);
    await expect.element(page.getByRole('heading', { name: record.titles.form, exact: true })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: record.titles.table })).toBeVisible();
    await expect.element(page.getByText('Todavía no hay registros')).toBeVisible();
    for (const sentence of [record.intro, ...(record.info ?? [])])
      if (sentence) await expect.element(page.getByText(sentence)).toBeVisible();

    await save();
    const wanted = record.fieldNames.filter((name) => record.fields[name]?.required && !given(record, name));
    await expect
      .poll(() => page.getByText('Este campo es obligatorio', { exact: true }).elements())
      .toHaveLength(wanted.length);
    await expectElementAccessible();

    const values = flatExample(record);
    await fillForm(record, values);
    serveFakes(refusing(calls.create, refusal(refusedPath)), ...booklet.fakes);
    await save();
    await expect.element(failure).toHaveTextContent(`Error${words.saveFailed} ${REFUSAL}`);
    await expect.element(page.getById(`${firstField}-error`)).toHaveTextContent(REFUSAL);
    expect(booklet.of(record.key as RecordKey).create.requests).toEqual([]);

    serveFakes(...booklet.fakes);
    await save();
    const saved = page.getByRole('status').filter({ hasText: record.messages.created });
    await expect.element(saved.getByText(words.saved, { exact: true })).toBeVisible();
    // Otherwise a user who returns to the telephone would record it again.
    await expect.element(failure).not.toBeInTheDocument();
    const { requests } = booklet.of(record.key as RecordKey).create;
    expect(requests.map(({ body }) => body)).toEqual([expect.objectContaining(toNested(record, values))]);
    await expect.poll(() => rows.elements()).toHaveLength(1);
    for (const name of columnsOf(record)) {
      const field = record.fields[name];
      if (field) await expect.element(rows).toHaveTextContent(showValue(field, values[name]));
    }
    for (const [name, field] of Object.entries(record.fields))
      if (field.kind === 'number' && !field.catalog && !given(record, name))
        await expect.element(page.getByName(name)).toHaveValue('');
    await expectElementAccessible();

    const ask = async () => {
      await rows.getByRole('button', { name: /^Eliminar/ }).click();
      const dialog = page.getByRole('alertdialog');
      await expect.element(dialog).toHaveTextContent('¿Estás seguro?');
      await expect.element(dialog).toHaveTextContent('Una vez eliminado, no podrás recuperar este registro.');
      await expect.element(dialog.getByRole('button', { name: 'Cancelar' })).toHaveFocus();
      return dialog;
    };
    await (await ask()).getByRole('button', { name: 'Cancelar' }).click();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    await expect.poll(() => rows.elements()).toHaveLength(1);
    serveFakes(refusing(calls.remove, refusal('cedula')), ...booklet.fakes);
    await (await ask()).getByRole('button', { name: 'Eliminar' }).click();
    await expect.element(failure).toHaveTextContent(`Error${words.deleteFailed} ${REFUSAL}`);
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    serveFakes(...booklet.fakes);
    await (await ask()).getByRole('button', { name: 'Eliminar' }).click();
    const deleted = page.getByRole('status').filter({ hasText: record.messages.deleted });
    await expect.element(deleted.getByText(words.deleted, { exact: true })).toBeVisible();
    await expect.element(page.getByText('Todavía no hay registros')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: record.titles.table })).toHaveFocus();
  });

  const optional = columnsOf(record).filter((name) => {
    const field = record.fields[name];
    return field && !field.required && field.kind !== 'flag';
  });
  if (optional.length > 0)
    // proves 2.151
    test(`${record.key}: empty values are shown as N/A in the table and in the cards`, async () => {
      const empty = Object.fromEntries(optional.map((name) => [name, null]));
      await openSection(record, toNested(record, { ...flatExample(record), ...empty }));
      await expect
        .poll(() => rows.getByRole('cell', { name: 'N/A', exact: true }).elements())
        .toHaveLength(optional.length);
      await onPhone();
      await expect
        .poll(() => page.getByRole('listitem').getByText('N/A', { exact: true }).elements())
        .toHaveLength(optional.length);
    });
}

test('while the deletion of a record is being sent, its button shows that and is not pressed twice', async () => {
  const booklet = await openSection(RECORDS.control, {});
  const remove = holding(booklet.of('control').remove);
  serveFakes(remove, ...booklet.fakes);
  await rows.getByRole('button', { name: /^Eliminar/ }).click();
  const confirming = page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' });
  await confirming.click();
  await expect.element(confirming).toHaveAttribute('data-loading');
  await expect.element(confirming).toBeDisabled();
  remove.release();
  await expect.element(page.getByText('Todavía no hay registros')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: RECORDS.control.titles.table })).toHaveFocus();
  expect(remove.requests).toHaveLength(1);
});

// proves 2.152, 9.3
test('the table has five rows per page and dates of ten characters', async () => {
  const { control } = RECORDS;
  await openSection(control, ...[1, 2, 3, 4, 5, 6].map((month) => ({ fecha: `2026-0${month}-05` })));
  await expect.poll(() => rows.elements()).toHaveLength(5);
  await expect.element(page.getByText('1–5 de 6')).toBeVisible();
  await page.getByRole('button', { name: 'Página 2' }).click();
  await expect.poll(() => rows.elements()).toHaveLength(1);
  await expect.element(rows.getByRole('cell').first()).toHaveTextContent(/^\d{4}-\d{2}-\d{2}$/);
});

test('a saved control ticks the child off for today; a refused one and another record do not', async () => {
  const { control, anemia } = RECORDS;
  const visited = () => deviceNotes.myDay.view.get().items.map(({ visitado }) => visitado);
  const pick = (_id: string) =>
    deviceNotes.myDay.change((visits) =>
      addVisit(visits, { _id, nombres: 'SISA', apellidos: '', celular: '', lugar: '', visitado: false }),
    );
  const { id, fakes } = await openSection(control);
  pick(id);
  await fillForm(control, flatExample(control));
  serveFakes(refusing(recordCalls(control).create, refusal('fecha')), ...fakes);
  await save();
  await expect.element(failure).toBeVisible();
  expect(visited()).toEqual([false]);
  serveFakes(...fakes);
  await save();
  await expect.poll(visited).toEqual([true]);

  const other = await openSection(anemia);
  deviceNotes.myDay.change(() => []);
  pick(other.id);
  await fillForm(anemia, flatExample(anemia));
  await save();
  await expect.poll(() => other.of('anemia').create.requests.length).toBe(1);
  await expect.element(page.getByRole('status').filter({ hasText: anemia.messages.created })).toBeVisible();
  expect(visited()).toEqual([false]);
});

test('a record that is being saved is not sent twice', async () => {
  const { control } = RECORDS;
  const { fakes } = await openSection(control);
  await fillForm(control, flatExample(control));
  const create = hanging(recordCalls(control).create);
  serveFakes(create, ...fakes);
  await save();
  const saving = page.getByRole('button', { name: 'Guardando…' });
  await expect.element(saving).toHaveAttribute('aria-disabled', 'true');
  (saving.element() as HTMLElement).click();
  await expect.poll(() => create.requests).toHaveLength(1);
});

test('while a record is being saved its fields take no input, which would be lost, and afterwards they do', async () => {
  const { control } = RECORDS;
  const { fakes } = await openSection(control);
  await fillForm(control, flatExample(control));
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const refused = answering(recordCalls(control).create, async (): Promise<never> => {
    await held;
    throw refusal('fecha');
  });
  serveFakes(refused, ...fakes);
  const weight = page.getByName('peso');
  await weight.click();
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Guardando…' })).toBeVisible();
  const input = weight.element() as HTMLInputElement;
  input.focus();
  expect(document.activeElement).not.toBe(input);
  answer();
  await expect.element(failure).toBeVisible();
  await expect
    .poll(() => {
      input.focus();
      return document.activeElement;
    })
    .toBe(input);
  await expect.element(weight).toHaveValue('8,55');
});

test('the second press of a double press does not submit the form that the first one cleared', async () => {
  const { control } = RECORDS;
  const booklet = await openSection(control);
  await fillForm(control, flatExample(control));
  const savedAt = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(savedAt);
  await save();
  await expect.element(page.getByRole('status').filter({ hasText: control.messages.created })).toBeVisible();
  await expect.element(page.getByName('peso')).toHaveValue('');
  const guardar = page.getByRole('button', { name: 'Guardar', exact: true });
  const press = async () => {
    (guardar.element() as HTMLElement).click();
    await afterPaint();
  };
  const missing = page.getByText('Este campo es obligatorio', { exact: true });
  await press();
  expect(missing.elements()).toEqual([]);
  clock.mockReturnValue(savedAt + 1_000);
  await press();
  await expect.poll(() => missing.elements().length).toBeGreaterThan(0);
  expect(booklet.of('control').create.requests).toHaveLength(1);
});

test('without a connection the form shows an error and keeps its values', async () => {
  const { control } = RECORDS;
  const { fakes } = await openSection(control);
  await fillForm(control, flatExample(control));
  serveFakes(unreachable(recordCalls(control).create), ...fakes);
  await save();
  await expect
    .element(failure)
    .toHaveTextContent('No hay conexión con el servidor. Revisa tu señal e inténtalo de nuevo.');
  await expect.element(page.getByName('peso')).toHaveValue('8,55');
});

test('an error disappears with its screen or when it is closed', async () => {
  const { control } = RECORDS;
  const { fakes } = await openSection(control, { fecha: '2026-01-05' });
  serveFakes(refusing(recordCalls(control).remove, refusal('fecha')), ...fakes);
  const fail = async () => {
    await rows.getByRole('button', { name: /^Eliminar/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
    await expect.element(failure).toHaveTextContent(REFUSAL);
  };
  await fail();
  await failure.getByRole('button', { name: 'Cerrar aviso' }).click();
  await expect.element(failure).not.toBeInTheDocument();
  await fail();
  await page.getByRole('banner').getByRole('link', { name: 'Registros' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Registros');
  await expect.element(failure).not.toBeInTheDocument();
});
