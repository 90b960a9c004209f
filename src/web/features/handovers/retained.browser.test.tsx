import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { acceptRetained } from '#domain/calls/retained.ts';
import { AppError } from '#domain/errors.ts';
import { refusing } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { inHealth, withoutPauses } from '../../../../tests/support/breaking.ts';
import { fakeRetained, storedRetained } from '../../../../tests/support/fake-retained.ts';
import { address, button, expectCount, readNotice } from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

beforeEach(withoutPauses);

const sheet = () => page.getByRole('dialog');
const rows = () => page.getByRole('row');
const open = (kept: ReturnType<typeof fakeRetained>, search = '', ...first: Parameters<typeof screenAt>[2][]) =>
  screenAt(`/traspasos/retenidos${search}`, 'ROLE_SUPERVISOR', inHealth(), ...first, ...kept.all);
const review = () => button('Revisar Registró: Control, SISA GUALÁN').click();

test('retained writes are listed with account, person and reason, and can be filtered by open ones', async () => {
  const decided = storedRetained({
    ...{ hace: 'reemplazar', tipo: 'nino', motivo: 'traspasada' },
    ...{ resuelta: '2026-11-22T14:00:00.000Z', resultado: 'cerrado', razon: 'Ya está' },
  });
  await open(fakeRetained(storedRetained(), decided));
  await expect.element(page.getByText('2 envíos')).toBeVisible();
  await expect.element(rows().nth(1)).toHaveTextContent('Rosa Yuquilema');
  await expect.element(rows().nth(1)).toHaveTextContent('SISA GUALÁN');
  await expect.element(rows().nth(1)).toHaveTextContent('La libreta fue eliminada');
  await expect.element(rows().nth(2)).toHaveTextContent('Editó: Niño');
  await expect.element(rows().nth(2)).toHaveTextContent('Cerrado sin guardar');
  await expectElementAccessible();
  await button('Ver Editó: Niño, SISA GUALÁN').click();
  await expect.element(sheet().getByText('Ya está')).toBeVisible();
  await expectCount(button('Aceptar', sheet()), 0);
  await button('Volver a la lista', sheet()).click();
  await page.getByRole('link', { name: 'Por resolver' }).click();
  await expect.poll(address).toBe('/traspasos/retenidos?estado=abiertos');
  await expectCount(rows(), 2);
});

test('an empty list shows a message, on a phone too', async () => {
  await onPhone();
  await open(fakeRetained());
  await expect.element(page.getByText('No hay envíos retenidos')).toBeVisible();
  await expectElementAccessible();
});

test('for a cedula that is already registered there is a link to the booklet', async () => {
  const registrada = { _id: '0190a000-0000-7000-8000-0000000000aa', nombre: 'SISA GUALÁN' };
  await open(fakeRetained(storedRetained({ hace: 'crear', tipo: 'nino', motivo: 'mismaPersona', registrada })));
  await button('Revisar Registró: Niño, SISA GUALÁN').click();
  await expect
    .element(sheet().getByRole('link', { name: 'SISA GUALÁN' }).last())
    .toHaveAttribute('href', `/ninos/${registrada._id}`);
});

test('the content of a write is shown before accepting, and the list then shows the result', async () => {
  const kept = fakeRetained(storedRetained());
  await open(kept);
  await review();
  await expect.element(sheet().getByText('8,50 kg')).toBeVisible();
  await expect
    .element(
      sheet().getByText(
        'La persona volverá con todos sus registros. Se guardará en la libreta, a nombre de Rosa Yuquilema.',
      ),
    )
    .toBeVisible();
  await expectElementAccessible();
  await button('Aceptar', sheet()).click();
  await readNotice('Envío aceptado', 'Quedó resuelto.');
  await expectCount(sheet(), 0);
  await expect.element(page.getByRole('heading', { name: 'Envíos retenidos' })).toBeVisible();
  await expect.element(rows().nth(1)).toHaveTextContent('Aceptado');
  expect(kept.accept.requests).toHaveLength(1);
});

test('the sender, the periods of custody and the changes are shown before accepting', async () => {
  const cambios = [
    { campo: 'nombres', antes: 'SISA', despues: 'SISA NINA' },
    { campo: 'hcu', antes: null, despues: 'H-9' },
  ];
  const persona = { ...storedRetained().persona, existe: true };
  const edited = storedRetained({ hace: 'reemplazar', tipo: 'nino', motivo: 'rol', cambios, persona });
  await open(fakeRetained(edited, storedRetained({ motivo: 'rol', tuvo: [], persona })));
  await expect.element(page.getByText('Lo que nadie resuelve en 400 días se borra.')).toBeVisible();
  await button('Revisar Editó: Niño, SISA GUALÁN').click();
  await expect.element(sheet().getByText(/^Rosa Yuquilema · /)).toBeVisible();
  await expect.element(sheet().getByText('Del 03/03/2026 al 20/11/2026')).toBeVisible();
  await expect.element(sheet().getByText('26/12/2027')).toBeVisible();
  await expect.element(sheet().getByRole('heading', { name: 'Lo que cambiará' })).toBeVisible();
  await expect.element(sheet().getByRole('deletion').last()).toHaveTextContent('antes: SISA');
  await expect.element(sheet().getByRole('insertion').last()).toHaveTextContent('SISA NINA');
  await expectElementAccessible();
  await button('Volver a la lista', sheet()).click();
  await review();
  await expect.element(sheet().getByText('Nunca')).toBeVisible();
});

test('Escape and the close button ask before the typed reason is lost, and close an untouched sheet', async () => {
  await open(fakeRetained(storedRetained()));
  const question = page.getByRole('alertdialog');
  const reason = () => sheet().getByLabelText('Motivo para cerrar sin guardar');
  await review();
  await expect.element(reason()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expectCount(sheet(), 0);
  await review();
  await reason().fill('Ya está en otra libreta');
  await userEvent.keyboard('{Escape}');
  await expect.element(question).toHaveTextContent('¿Salir sin guardar?');
  await userEvent.keyboard('{Escape}');
  await expectCount(question, 0);
  await expect.element(reason()).toHaveValue('Ya está en otra libreta');
  await button('Volver a la lista', sheet()).click();
  await button('Salir sin guardar', question).click();
  await expectCount(sheet(), 0);
});

test('closing requires a reason, which is then shown', async () => {
  const kept = fakeRetained(storedRetained());
  await onPhone();
  await open(kept);
  await review();
  await button('Cerrar sin guardar', sheet()).click();
  await expect.element(sheet().getByText('Escribe el motivo').first()).toBeVisible();
  expect(kept.close.requests).toEqual([]);
  await sheet().getByLabelText('Motivo para cerrar sin guardar').fill('Ya está en otra libreta');
  await expectElementAccessible();
  await button('Cerrar sin guardar', sheet()).click();
  await readNotice('Envío cerrado', 'Quedó resuelto.');
  await button('Ver Registró: Control, SISA GUALÁN').click();
  await expect.element(sheet().getByText('Ya está en otra libreta')).toBeVisible();
});

test('a failed acceptance shows why, and the write stays open', async () => {
  const refused = refusing(acceptRetained, new AppError('outdated'));
  await open(fakeRetained(storedRetained()), '', refused);
  await review();
  await button('Aceptar', sheet()).click();
  await expect.element(sheet().getByText('No se pudo aceptar')).toBeVisible();
  await expect.element(sheet().getByText(/Otra persona cambió esta información/)).toBeVisible();
  await expectElementAccessible();
  await expect.element(button('Aceptar', sheet())).toBeEnabled();
});
