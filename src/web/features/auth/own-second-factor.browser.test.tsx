import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { withoutPauses } from '../../../../tests/support/breaking.ts';
import { fakeSecondFactor } from '../../../../tests/support/fake-second-factor.ts';
import { button, expectCount } from '../../../../tests/support/on-screen.ts';
import { showElement } from '../../../../tests/support/shown.tsx';
import { OwnSecondFactor } from './own-second-factor.tsx';

const codes = () => page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem');

beforeEach(withoutPauses);

test.each([
  [{ exigido: false, activo: false, codigos: 0 }, 'Tu rol no lo pide: entras solo con tu contraseña.'],
  [{ exigido: true, activo: false, codigos: 0 }, 'lo configurarás la próxima vez que inicies sesión'],
  [{ exigido: true, activo: true, codigos: 10 }, 'al iniciar sesión se te pide un código'],
  [{ exigido: false, activo: true, codigos: 10 }, 'Tu rol no lo pide ahora'],
])('the state of the second factor is shown: %j', async (state, sentence) => {
  await showElement(<OwnSecondFactor />, ...fakeSecondFactor(state).all);
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expectCount(button('Generar códigos nuevos'), state.activo ? 1 : 0);
});

test('new recovery codes require the current password and are shown once', async () => {
  await showElement(<OwnSecondFactor />, ...fakeSecondFactor({ exigido: true, activo: true, codigos: 1 }).all);
  await expect.element(page.getByText('Te queda 1 código de recuperación.')).toBeVisible();
  await button('Generar códigos nuevos').click();
  const password = page.getByRole('textbox', { name: 'Tu contraseña actual' });
  await expect.element(password).toHaveFocus();
  await password.fill('Equivocada1');
  await button('Generar').click();
  await expect.element(page.getByText('La contraseña actual no es correcta')).toBeVisible();
  await password.fill('Libreta2026');
  await button('Generar').click();
  await expectCount(codes(), 2);
  await expectElementAccessible();
  await button('Ya los guardé').click();
  await expectCount(codes(), 0);
  await expect.element(page.getByText('Te quedan 10 códigos de recuperación.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Segundo paso al entrar' })).toHaveFocus();
});
