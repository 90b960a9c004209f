import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listDueGoals, listGoals } from '#domain/calls/goals.ts';
import { getSettings } from '#domain/calls/settings.ts';
import { answering } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { goalBody } from '../../../../tests/support/goals.ts';
import { expectCount, main } from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt, shownAddress } from '../../../../tests/support/shown.tsx';

const PERSON = {
  ...{ cedula: '0600000001', nombres: 'SISA', apellidos: 'CUJÍ', provincia: 'CHIMBORAZO', canton: 'COLTA' },
  ...{ celular: '0991234567', responsable: { _id: 'u', nombre: 'Rosa', apellido: 'Yuquilema' }, tipo: 'nino' as const },
};
const due = () =>
  answering(listDueGoals, () => ({
    rows: ['uno', 'dos'].map((meta) => ({
      ...{ ...PERSON, _id: 'nina', meta: { _id: meta, nombre: `Meta ${meta}` }, faltan: 2, antes: '2027-03-14' },
      texto: `Faltan 2 controles antes del 14/03/2027 (${meta})`,
    })),
    total: 2,
  }));
const goals = answering(listGoals, () => [{ ...goalBody(), _id: 'uno', version: 1 }]);
const settings = (metas: boolean) => answering(getSettings, () => ({ registro: true, metas, fhir: true }));
const chip = () => page.getByRole('link', { name: 'Metas por vencer (30 días)' });

test('Seguimiento lists the goals that are due, two of one child too', async () => {
  const list = due();
  await screenAt('/seguimiento?provincia=CHIMBORAZO', 'ROLE_BRIGADA', list, goals, settings(true));
  await chip().click();
  await expect.element(main().getByText('2 resultados')).toBeVisible();
  for (const meta of ['uno', 'dos'])
    await expect.element(main().getByText(`Faltan 2 controles antes del 14/03/2027 (${meta})`)).toBeVisible();
  expect(list.requests.at(-1)).toMatchObject({ query: { provincia: 'CHIMBORAZO', limit: '5', offset: '0' } });
  await main().getByRole('link', { name: 'SISA CUJÍ' }).first().click();
  await expect.poll(shownAddress).toContain('/ninos/nina');
});

test('the list is accessible on a phone', async () => {
  await onPhone();
  await screenAt('/seguimiento?vista=metas', 'ROLE_BRIGADA', due(), goals, settings(true));
  await expectCount(main().getByRole('listitem').filter({ hasText: 'SISA' }), 2);
  await expectElementAccessible();
});

test('where goals are off Seguimiento has no entry for them', async () => {
  await screenAt('/seguimiento', 'ROLE_BRIGADA', due(), goals, settings(false));
  await expect.element(page.getByRole('link', { name: /^Mi día/ })).toBeVisible();
  await expectCount(chip(), 0);
});
