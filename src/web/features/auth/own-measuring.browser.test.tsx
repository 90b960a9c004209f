import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { RoleName } from '#domain/roles.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { inHealth, withoutPauses } from '../../../../tests/support/breaking.ts';
import { expectCount } from '../../../../tests/support/on-screen.ts';
import { servedMeasuring } from '../../../../tests/support/served-measuring.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

beforeEach(withoutPauses);

const card = () => page.getByRole('region', { name: 'Cómo mides' });
const open = (role: RoleName, controles: number) => screenAt('/profile', role, inHealth(), servedMeasuring(controles));

test('a brigade sees how well she measures', async () => {
  await onPhone();
  await open('ROLE_BRIGADA', 60);
  await expect.element(card()).toHaveTextContent('60 controles');
  await expect.element(card()).toHaveTextContent('6 longitudes son menores que la anterior');
  await expectCount(card().getByRole('img'), 3);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  await expectElementAccessible();
});

test('below 50 controls the card says how many are missing', async () => {
  await open('ROLE_BRIGADA', 40);
  await expect.element(card()).toHaveTextContent('Faltan 10 para poder decirlo.');
});

test('an account without booklets has no such card', async () => {
  await open('ROLE_USUARIO', 60);
  await expect.element(page.getByRole('heading', { name: 'Cambiar contraseña' })).toBeVisible();
  await expectCount(card(), 0);
});
