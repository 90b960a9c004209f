import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { countVisits } from '#domain/calls/follow-up.ts';
import { addVisit, setVisited } from '#domain/device/my-day.ts';
import { deviceNotes } from '#web/lib/device-notes.ts';
import { unreachable } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { listenToConsole } from '../../../../tests/support/breaking.ts';
import { childId, fakeVisit, servedVisits } from '../../../../tests/support/fake-visits.ts';
import { onPhone, showWithLinks, signedInAs } from '../../../../tests/support/shown.tsx';
import { MyDayTile } from './my-day-tile.tsx';

const VISITS = [
  fakeVisit(1, 'ELI', 'cruce', {}),
  fakeVisit(2, 'FE', 'control', {}),
  fakeVisit(3, 'ANA', 'vacunas', {}),
  fakeVisit(4, 'INÉS', 'vacunas', {}),
];
const link = (name: RegExp) => page.getByRole('link', { name });
const show = async () => {
  await onPhone();
  signedInAs('ROLE_BRIGADA');
  await showWithLinks(<MyDayTile />, ...servedVisits(VISITS));
};
const pick = (number: number) => {
  const child = { _id: childId(number), nombres: 'ANA', apellidos: '', celular: '', lugar: '' };
  deviceNotes.myDay.change((visits) => addVisit(visits, { ...child, visitado: false }));
};

test('the three counts open the list filtered', async () => {
  await show();
  for (const [name, motivo] of [
    [/^1 Crecimiento en riesgo/, 'cruce'],
    [/^1 Control atrasado/, 'control'],
    [/^2 Vacunas pendientes/, 'vacunas'],
  ] as const)
    await expect.element(link(name)).toHaveAttribute('href', `/seguimiento?motivo=${motivo}`);
  await expect.element(link(/Mi día/)).toHaveAttribute('href', '/seguimiento');
  await expect.element(link(/Mi día/)).toHaveTextContent('4 necesitan una visita');
  await expectElementAccessible();
});

test('with a plan for today the tile opens it and says how many visits are done', async () => {
  await show();
  for (const number of [1, 2, 3]) pick(number);
  deviceNotes.myDay.change((visits) => setVisited(visits, childId(2), true));
  await expect.element(link(/Mi día/)).toHaveTextContent('1 de 3 visitas hechas hoy');
  await expect.element(link(/Mi día/)).toHaveAttribute('href', '/seguimiento?vista=dia');
});

test('without the server the tile still opens the list and the plan', async () => {
  listenToConsole();
  await onPhone();
  signedInAs('ROLE_BRIGADA');
  await showWithLinks(<MyDayTile />, unreachable(countVisits));
  await expect.element(link(/Mi día/)).toHaveAttribute('href', '/seguimiento');
  pick(1);
  await expect.element(link(/Mi día/)).toHaveTextContent('0 de 1 visita hecha hoy');
  await expect.element(link(/^… Vacunas pendientes/)).toHaveAttribute('href', '/seguimiento?motivo=vacunas');
});
