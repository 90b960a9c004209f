import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

test.each([
  ['ROLE_BRIGADA', ['Generar PDF', 'Eliminar']],
  ['ROLE_SUPERVISOR', ['Generar PDF', 'Traspasar', 'Renovar código', 'Eliminar']],
  [
    'ROLE_ADMINISTRADOR',
    ['Generar PDF', 'Traspasar', 'Renovar código', 'Eliminar', 'Descargar todos sus datos', 'Borrar para siempre'],
  ],
] as const)('the menu of a booklet has the same entries on a phone and on a desk for %s', async (role, entries) => {
  const { id, fakes } = fakeBooklet('nino', {}, {});
  for (const width of [360, 1280]) {
    await page.viewport(width, 740);
    await screenAt(`/ninos/${id}`, role, ...fakes);
    await page.getByRole('button', { name: 'Opciones' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Eliminar' })).toBeVisible();
    const shown = page.getByRole('menuitem').elements();
    expect(
      shown.map(({ textContent }) => textContent),
      `${width} pixels`,
    ).toEqual(entries);
  }
});

test.each([360, 1280])('at %d pixels the dialog of a deletion returns the focus to the options', async (width) => {
  const { id, fakes } = fakeBooklet('nino', {}, {});
  await page.viewport(width, 740);
  await screenAt(`/ninos/${id}`, 'ROLE_BRIGADA', ...fakes);
  const options = page.getByRole('button', { name: 'Opciones' });
  for (const leave of ['{Escape}', '{Enter}']) {
    await options.click();
    await page.getByRole('menuitem', { name: 'Eliminar' }).click();
    await expect.element(page.getByRole('button', { name: 'Cancelar' })).toHaveFocus();
    await userEvent.keyboard(leave);
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    await expect.element(options).toHaveFocus();
  }
});
