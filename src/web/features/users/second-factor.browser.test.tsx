import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking, withoutPauses } from '../../../../tests/support/breaking.ts';
import { fakeSecondFactor } from '../../../../tests/support/fake-second-factor.ts';
import { button, confirm, dialog, expectCount } from '../../../../tests/support/on-screen.ts';
import { fakeUsers, roleId, storedUser } from '../../../../tests/support/served-users.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

const rosa = storedUser({ nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0601000002' });
const role = (name: string) => page.getByRole('switch', { name });
const RESET = 'Restablecer segundo paso';

beforeEach(withoutPauses);

test('requiring a second factor for a role first tells whose sessions end', async () => {
  const factor = fakeSecondFactor();
  const save = breaking(factor.save);
  await screenAt('/admin', 'ROLE_ADMINISTRADOR', save, ...factor.all, ...fakeUsers(rosa).all);
  await expect.element(role('Supervisor')).not.toBeChecked();
  await expectElementAccessible();
  const ask = async () => {
    await role('Supervisor').click();
    await expect.element(dialog()).toHaveTextContent('¿Pedir un segundo paso a Supervisor?');
    await expect
      .element(dialog())
      .toHaveTextContent('Se cerrarán ahora las sesiones de todas las demás personas con el rol Supervisor.');
  };
  await ask();
  await confirm('Cancelar');
  await expect.element(role('Supervisor')).not.toBeChecked();
  expect(save.requests).toHaveLength(0);
  await ask();
  await confirm('Pedir segundo paso');
  await expect.element(page.getByText('No se pudo cambiar el segundo paso.')).toBeVisible();
  await expect.element(role('Supervisor')).not.toBeChecked();
  save.mend();
  await ask();
  await confirm('Pedir segundo paso');
  await expect.element(role('Supervisor')).toBeChecked();
  await expect.element(role('Brigada')).not.toBeChecked();
  await role('Supervisor').click();
  await expect.element(dialog()).toHaveTextContent('No se cierra ninguna sesión.');
  await confirm('Dejar de pedirlo');
  await expect.element(role('Supervisor')).not.toBeChecked();
  expect(save.requests.at(-1)).toMatchObject({ params: { id: roleId('ROLE_SUPERVISOR') }, body: { exigido: false } });
});

test('a failed list of roles can be retried', async () => {
  const factor = fakeSecondFactor();
  const roles = breaking(factor.roles);
  await screenAt('/admin', 'ROLE_ADMINISTRADOR', roles, ...factor.all, ...fakeUsers(rosa).all);
  const again = button('Volver a intentar: segundo paso');
  await expect.element(again).toBeVisible();
  await expectCount(page.getByRole('switch'), 0);
  roles.mend();
  await again.click();
  await expect.element(role('Brigada')).toBeVisible();
});

test('a second factor is reset after a confirmation, and the button disappears', async () => {
  const factor = fakeSecondFactor({ exigido: true, activo: true, codigos: 4 });
  await screenAt(`/admin/edit/${rosa._id}`, 'ROLE_ADMINISTRADOR', ...factor.all, ...fakeUsers(rosa).all);
  await expect.element(page.getByText(/Códigos de recuperación que le quedan: 4/)).toBeVisible();
  await expectElementAccessible();
  await button(RESET).click();
  await expect.element(dialog()).toHaveTextContent('Rosa Yuquilema tendrá que configurar de nuevo su aplicación');
  await confirm('Cancelar');
  expect(factor.reset.requests).toHaveLength(0);
  await button(RESET).click();
  await confirm('Restablecer');
  await expect.element(page.getByText('No ha configurado una aplicación de autenticación.')).toBeVisible();
  await expectCount(button(RESET), 0);
  await expect.element(page.getByRole('heading', { name: 'Segundo paso al entrar' })).toHaveFocus();
  expect(factor.reset.requests).toMatchObject([{ params: { id: rosa._id } }]);
});
