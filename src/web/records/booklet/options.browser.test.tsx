import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
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
