import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showInstantMinute } from '#domain/calendar.ts';
import { endOtherSessions, endSession, listSessions, type OpenSession } from '#domain/calls/open-sessions.ts';
import { AppError } from '#domain/errors.ts';
import { answering, refusing } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking, inHealth, withoutPauses } from '../../../../tests/support/breaking.ts';
import { button, confirm, dialog, expectCount, expectTexts, readNotice } from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';

beforeEach(withoutPauses);

const session = (_id: string, change: Partial<OpenSession> = {}): OpenSession => ({
  _id,
  equipo: 'Chrome en Android',
  direccion: '192.0.2.7',
  desde: '2026-11-20T12:00:00.000Z',
  ultimoUso: '2026-11-20T14:05:00.000Z',
  actual: false,
  ...change,
});
const here = () => session('1', { actual: true, equipo: 'Firefox en Linux' });

function keptSessions(...given: OpenSession[]) {
  let open = given;
  const list = answering(listSessions, () => open);
  const end = answering(endSession, ({ params: { id } }) => {
    open = open.filter(({ _id }) => _id !== id);
    return { message: 'Se cerró la sesión.' };
  });
  const endOthers = answering(endOtherSessions, () => {
    open = open.filter(({ actual }) => actual);
    return { message: 'Se cerraron las demás sesiones.' };
  });
  return { list, end, endOthers, all: [list, end, endOthers] };
}

const card = () => page.getByRole('region', { name: 'Sesiones abiertas' });
const devices = () => card().getByRole('heading', { level: 3 });
const ENDING = /^Cerrar la sesión de Chrome en Android/;
const open = (kept: ReturnType<typeof keptSessions>, ...first: Parameters<typeof screenAt>[2][]) =>
  screenAt('/profile', 'ROLE_BRIGADA', inHealth(), ...first, ...kept.all);

test('open sessions are listed, and one of them can be ended', async () => {
  const kept = keptSessions(here(), session('2'));
  await open(kept);
  await expectTexts(devices(), ['Firefox en Linux', 'Chrome en Android']);
  for (const text of ['Esta sesión', '192.0.2.7', showInstantMinute('2026-11-20T12:00:00.000Z')])
    await expect.element(card()).toHaveTextContent(text);
  await expectElementAccessible();
  // The current session cannot be ended here by mistake; that is what Salir is for.
  await expectCount(card().getByRole('button', { name: /^Cerrar la sesión/ }), 1);
  await button(ENDING).click();
  await expect.element(page.getByRole('heading', { name: 'Sesiones abiertas' })).toHaveFocus();
  await readNotice('Sesión cerrada', 'Se cerró la sesión.');
  await expectTexts(devices(), ['Firefox en Linux']);
  expect(kept.end.requests.map(({ params }) => params.id)).toEqual(['2']);
  await expect.element(card().getByText('No tienes otras sesiones abiertas.')).toBeVisible();
  await expectCount(button('Cerrar las demás sesiones'), 0);
});

test('all other sessions are ended after a confirmation, on a phone too', async () => {
  await onPhone();
  const kept = keptSessions(here(), session('2'), session('3'));
  await open(kept);
  await button('Cerrar las demás sesiones').click();
  await expect.element(dialog()).toHaveTextContent('Los otros 2 equipos tendrán que iniciar sesión de nuevo.');
  await confirm('Cancelar');
  expect(kept.endOthers.requests).toEqual([]);
  await button('Cerrar las demás sesiones').click();
  await confirm('Cerrar sesiones');
  await readNotice('Sesiones cerradas', 'Se cerraron las demás sesiones.');
  await expectTexts(devices(), ['Firefox en Linux']);
  await expectElementAccessible();
});

test('a failure to end a session is reported, and the list is loaded again', async () => {
  const kept = keptSessions(here(), session('2'));
  await open(kept, refusing(endSession, new AppError('notFound')));
  await button(ENDING).click();
  await readNotice('No se pudo cerrar la sesión', 'No se encontró la información solicitada.');
  await expect.poll(() => kept.list.requests.length).toBe(2);
});

test('a failed list shows only a retry button', async () => {
  const kept = keptSessions(here());
  const broken = breaking(kept.list);
  await open(kept, broken);
  await expect.element(button('Volver a intentar: sesiones')).toBeVisible();
  broken.mend();
  await button('Volver a intentar: sesiones').click();
  await expectTexts(devices(), ['Firefox en Linux']);
});
