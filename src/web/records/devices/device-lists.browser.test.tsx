import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showInstantDay, showInstantInWords, showInstantMinute } from '#domain/calendar.ts';
import { cutDevice, cutDeviceOf, type ListedDevice, listDevices, listDevicesOf } from '#domain/calls/devices.ts';
import { AppError } from '#domain/errors.ts';
import { answering, refusing } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking, inHealth, withoutPauses } from '../../../../tests/support/breaking.ts';
import { button, confirm, dialog, expectCount, expectTexts, readNotice } from '../../../../tests/support/on-screen.ts';
import { fakeUsers, storedUser } from '../../../../tests/support/served-users.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

beforeEach(withoutPauses);

const CONTACT = new Date(Date.now() - 60_000).toISOString();
const device = (_id: string, change: Partial<ListedDevice> = {}): ListedDevice => ({
  ...{ _id, nombre: 'Tablet 7', desde: '2026-11-02T12:00:00.000Z', ultimoContacto: CONTACT },
  ...{ pendientes: 0, cortado: null, borrado: null, actual: false, ...change },
});

function keptDevices(...given: ListedDevice[]) {
  let kept = given;
  const cut = (id: string, message: string) => {
    kept = kept.map((one) => (one._id === id ? { ...one, cortado: '2026-11-22T15:00:00.000Z' } : one));
    return { message };
  };
  const own = answering(listDevices, () => kept);
  const of = answering(listDevicesOf, () => kept);
  const cutOwn = answering(cutDevice, ({ params: { id } }) => cut(id, 'Quedó cortado lo tuyo.'));
  const cutWhole = answering(cutDeviceOf, ({ params: { equipo } }) => cut(equipo, 'Quedó cortado todo.'));
  return { own, of, cutOwn, cutWhole, all: [own, of, cutOwn, cutWhole] };
}

const card = (name = 'Tus equipos') => page.getByRole('region', { name });
const names = (of?: string) => card(of).getByRole('heading', { level: 3 });
const CUT =
  /^Cortar este equipo: Tablet 7, último contacto hoy a las|^Cortar este equipo: Tablet 7, último contacto ayer/;
const profile = (...fakes: Parameters<typeof screenAt>[2][]) =>
  screenAt('/profile', 'ROLE_BRIGADA', inHealth(), ...fakes);

test('the own devices are listed with last contact and pending records, and revoking one first tells what is lost', async () => {
  await onPhone();
  const kept = keptDevices(device('1', { pendientes: 3 }), device('2', { nombre: 'Chrome en Linux', actual: true }));
  await profile(...kept.all);
  await expectTexts(names(), ['Tablet 7', 'Chrome en Linux']);
  for (const text of ['3 por enviar', 'Este equipo', showInstantInWords(CONTACT), '02/11/2026'])
    await expect.element(card()).toHaveTextContent(text);
  await expectElementAccessible();
  await button(CUT).click();
  for (const text of ['Tablet 7 borrará lo tuyo', 'Tiene 3 registros por enviar, que se pierden.', 'puede haber más'])
    await expect.element(dialog()).toHaveTextContent(text);
  await expectElementAccessible();
  await confirm('Cancelar');
  expect(kept.cutOwn.requests).toEqual([]);
  await button(CUT).click();
  await confirm('Cortar equipo');
  await expect.element(page.getByRole('heading', { name: 'Tus equipos' })).toHaveFocus();
  await readNotice('Equipo cortado', 'Quedó cortado lo tuyo.');
  expect(kept.cutOwn.requests.map(({ params }) => params.id)).toEqual(['1']);
  await expect.element(card()).toHaveTextContent(/Cortado el22\/11\/2026.*Lo guardado se borra la próxima vez/);
  await expectCount(card().getByRole('button', { name: CUT }), 0);
  await expectElementAccessible();
});

test('revoking the current device says that it is the one in use', async () => {
  await profile(...keptDevices(device('1', { actual: true })).all);
  await button(CUT).click();
  for (const text of ['Es el equipo que estás usando.', 'No tenía nada por enviar.'])
    await expect.element(dialog()).toHaveTextContent(text);
});

test('a device that was ordered to wipe shows when', async () => {
  const wiped = device('1', {
    cortado: '2026-11-20T15:00:00.000Z',
    borrado: '2026-11-21T15:00:00.000Z',
    pendientes: 4,
  });
  await profile(...keptDevices(wiped).all);
  await expect
    .element(card())
    .toHaveTextContent(`El ${showInstantMinute('2026-11-21T15:00:00.000Z')} recibió la orden de borrar lo guardado.`);
  await expect.element(card()).not.toHaveTextContent('por enviar');
});

test('an account without devices sees a sentence', async () => {
  await profile(...keptDevices().all);
  await expect
    .element(card().getByText('No guardas información en ningún equipo para trabajar sin señal.'))
    .toBeVisible();
  await expectElementAccessible();
});

test('a failed revocation is reported, and the list is loaded again', async () => {
  const kept = keptDevices(device('1'));
  await profile(refusing(cutDevice, new AppError('notFound')), ...kept.all);
  await button(CUT).click();
  await confirm('Cortar equipo');
  await readNotice('No se pudo cortar el equipo.', 'No se encontró la información solicitada.');
  await expect.poll(() => kept.own.requests.length).toBe(2);
});

test('a failed list shows only a retry button', async () => {
  const kept = keptDevices(device('1'));
  const broken = breaking(kept.own);
  await profile(broken);
  await expect.element(button('Volver a intentar: equipos')).toBeVisible();
  broken.mend();
  await button('Volver a intentar: equipos').click();
  await expectTexts(names(), ['Tablet 7']);
});

test('an administrator revokes a device for all its accounts', async () => {
  const rosa = storedUser({ nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0601000002' });
  const kept = keptDevices(device('1', { pendientes: 1 }));
  await screenAt(`/admin/edit/${rosa._id}`, 'ROLE_ADMINISTRADOR', ...kept.all, ...fakeUsers(rosa).all);
  await expectTexts(names('Sus equipos'), ['Tablet 7']);
  await expect.element(card('Sus equipos')).toHaveTextContent(showInstantDay('2026-11-02T12:00:00.000Z'));
  await expectElementAccessible();
  await button(CUT).click();
  for (const text of ['también lo de otras personas', 'De esta persona tiene 1 registro por enviar, que se pierde.'])
    await expect.element(dialog()).toHaveTextContent(text);
  await confirm('Cortar equipo');
  await readNotice('Equipo cortado', 'Quedó cortado todo.');
  expect(kept.cutWhole.requests.map(({ params }) => params)).toEqual([{ id: rosa._id, equipo: '1' }]);
});

test('deleting an account warns about records that could no longer be sent', async () => {
  const rosa = storedUser({ nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0601000002' });
  const devices = [
    device('1', { pendientes: 12 }),
    device('2', { nombre: 'Teléfono', pendientes: 1_200 }),
    device('3', { nombre: 'Tablet 9' }),
    device('4', { nombre: 'Tablet 5', pendientes: 7, cortado: '2026-11-20T15:00:00.000Z' }),
  ];
  const kept = keptDevices(...devices);
  await screenAt('/admin', 'ROLE_ADMINISTRADOR', kept.of, ...fakeUsers(rosa).all);
  await button('Eliminar a Rosa Yuquilema').click();
  await expect
    .element(dialog())
    .toHaveTextContent('Tiene 12 por enviar en Tablet 7 y 1.200 por enviar en Teléfono: si eliminas la cuenta');
  for (const name of ['Tablet 9', 'Tablet 5']) await expect.element(dialog()).not.toHaveTextContent(name);
  await expectElementAccessible();
  await confirm('Cancelar');
  expect(kept.of.requests.map(({ params }) => params.id)).toEqual([rosa._id]);
});
