import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { catalogCalls } from '#domain/calls/catalogs.ts';
import { CATALOGS } from '#domain/catalogs.ts';
import { answering } from '../../../../tests/support/answering.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

const empty = Object.values(CATALOGS).map((catalog) =>
  answering(catalogCalls(catalog).list, () => ({ rows: [], total: 0 })),
);

test('an empty list says what to do', async () => {
  await screenAt('/formularios', 'ROLE_ADMINISTRADOR', ...empty);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Opciones formulario' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Agregar opción' })).toBeVisible();
});
