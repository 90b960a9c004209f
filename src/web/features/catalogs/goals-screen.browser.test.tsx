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

const settings = (metas: boolean) => answering(getSettings, () => ({ registro: true, metas }));

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

test('an administrator adds a goal, and a goal that contradicts itself is not sent', async () => {
  const goals = await openGoals();
  await button('Agregar meta').click();
  await page.getByLabelText('Nombre de la meta').fill('Hemoglobina a los 6 meses');
  await page.getByRole('radio', { name: 'Niña o niño' }).click();
  await button('Agregar', form()).click();
  await expect.poll(() => goals.create.requests.length).toBe(0);
  await expect.element(form()).toBeVisible();
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
