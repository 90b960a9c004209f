import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createGoal, listGoals, removeGoal, type StoredGoal, saveGoal } from '#domain/calls/goals.ts';
import { getSettings } from '#domain/calls/settings.ts';
import { AppError } from '#domain/errors.ts';
import type { GoalValues } from '#domain/goals/goal-fields.ts';
import { answering } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { goalBody } from '../../../../tests/support/goals.ts';
import { button, confirm, expectCount, form, main } from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

const settings = (metas: boolean) => answering(getSettings, () => ({ registro: true, metas, fhir: true }));

/** The calls of a list of goals. */
function fakeGoals(...bodies: GoalValues[]) {
  let rows: StoredGoal[] = bodies.map((body, at) => ({ ...body, _id: `meta-${at}`, version: 1 }));
  const list = answering(listGoals, () => rows);
  const create = answering(createGoal, ({ body: { _id, ...goal } }) => {
    const stored = { ...(goal as GoalValues), _id: String(_id), version: 1 };
    rows = [...rows, stored];
    return { ...stored, message: 'La meta ha sido guardada correctamente.' };
  });
  const replace = answering(saveGoal, ({ params, body: { version, ...goal } }) => {
    const before = rows.find(({ _id }) => _id === params.id);
    if (!before) throw new AppError('notFound');
    if (before.version !== version) throw new AppError('outdated', { row: before });
    const stored = { ...(goal as GoalValues), _id: before._id, version: before.version + 1 };
    rows = rows.map((row) => (row._id === stored._id ? stored : row));
    return { ...stored, message: 'La meta ha sido actualizada correctamente.' };
  });
  const remove = answering(removeGoal, ({ params }) => {
    rows = rows.filter(({ _id }) => _id !== params.id);
    return { message: 'La meta ha sido eliminada correctamente.' };
  });
  return { create, replace, all: [list, create, replace, remove, settings(true)] };
}

const openGoals = (...bodies: GoalValues[]) => {
  const goals = fakeGoals(...bodies);
  return screenAt('/formularios/metas', 'ROLE_ADMINISTRADOR', ...goals.all).then(() => goals);
};

test('an administrator adds a goal; one that contradicts itself is not sent', async () => {
  const goals = await openGoals();
  await button('Agregar meta').click();
  await page.getById('nombre').fill('Hemoglobina en el primer año');
  await page.getById('para').getByText('Niña o niño', { exact: true }).click();
  const counted = page.getByRole('combobox', { name: /^Qué se cuenta/ });
  await counted.click();
  await expectCount(page.getByRole('option', { name: 'Control prenatal' }), 0);
  await counted.fill('hemoglobina');
  await page.getByRole('option', { name: 'Control de hemoglobina', exact: true }).click();
  await page.getById('cantidad').fill('2');
  await page.getById('desde').fill('12');
  await page.getById('hasta').fill('12');
  await page.getById('vigente').fill('01/01/2026');
  await page.getById('fuente').fill('norma');
  await button('Agregar', form()).click();
  await expect.element(form().getByText('Debe ser mayor que «Desde»')).toBeVisible();
  expect(goals.create.requests).toEqual([]);
  await page.getById('desde').fill('0');
  await button('Agregar', form()).click();
  await expectCount(form(), 0);
  await expect.element(main().getByText('Niña o niño, de 0 a 12 meses: 2 controles de hemoglobina')).toBeVisible();
  expect(goals.create.requests).toMatchObject([
    { body: { para: 'nino', registro: 'anemia', plazo: null, vigente: '2026-01-01', mostrada: true } },
  ]);
});

test('what is counted is offered for whom the goal is, and is chosen anew when that changes', async () => {
  await openGoals(goalBody());
  await button('Editar Controles del primer semestre').click();
  await page.getById('para').getByText('Embarazo', { exact: true }).click();
  const counted = page.getByRole('combobox', { name: /^Qué se cuenta/ });
  await expect.element(counted).toHaveValue('');
  await counted.click();
  await page.getByRole('option', { name: 'Control prenatal' }).click();
  await page.getById('para').getByText('Niña o niño', { exact: true }).click();
  await expect.element(counted).toHaveValue('');
  await counted.click();
  await expect.element(page.getByRole('option', { name: 'Registro en la libreta' })).toBeVisible();
});

test('a goal is shown with what it asks for, changed and deleted', async () => {
  const goals = await openGoals(goalBody());
  await expect.element(main().getByText('Niña o niño, de 0 a 6 meses: 3 controles')).toBeVisible();
  await expect.element(main().getByText('Vigente desde el 01/01/2026. Fuente: norma de prueba.')).toBeVisible();
  await button('Editar Controles del primer semestre').click();
  await page.getByLabelText('Cuántos').fill('4');
  await userEvent.keyboard('{Enter}');
  await expectCount(form(), 0);
  expect(goals.replace.requests.map(({ body }) => body)).toMatchObject([{ cantidad: 4, version: 1 }]);
  await expect.element(main().getByText('Niña o niño, de 0 a 6 meses: 4 controles')).toBeVisible();
  await button('Eliminar Controles del primer semestre').click();
  await confirm('Eliminar');
  await expect.element(main().getByText('Todavía no hay metas')).toBeVisible();
});

test('the form is accessible on a phone', async () => {
  await onPhone();
  await openGoals(goalBody());
  await button('Agregar meta').click();
  await expect.element(form()).toBeVisible();
  await expectElementAccessible();
});
