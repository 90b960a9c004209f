import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { RECORDS } from '#domain/records/index.ts';
import { router } from '#web/app/router.tsx';
import { markDevice, unmarkDevice } from '#web/lib/device-mark.ts';
import { forgetKeeper, holdDrafts, keepDrafts } from '#web/lib/drafts.ts';
import { getSession } from '#web/lib/session.ts';
import { fakeRecords } from '../../../tests/support/fake-records.ts';
import { simulateOpeningDevice } from '../../../tests/support/held-on-device.ts';
import { servedOptions } from '../../../tests/support/served-options.ts';
import { screenAt } from '../../../tests/support/shown.tsx';

const NAME = '_0190a000-0000-7000-8000-00000000cafe';
const ignore = () => undefined;

/** A reloaded page with a search, on a device whose vault is still opening. */
async function loadedAnew() {
  const kept = fakeRecords(RECORDS.nino, { nombres: 'Sisa' }, { nombres: 'Inti' });
  markDevice();
  onTestFinished(unmarkDevice);
  const { open: opens } = simulateOpeningDevice();
  await screenAt(`/lista/ninos?q=${NAME}`, 'ROLE_BRIGADA', ...kept.fakes, ...servedOptions());
  await expect.element(page.getByRole('status', { name: 'Cargando…' })).toBeVisible();
  expect(kept.list.requests).toEqual([]);
  return { asked: kept.list.requests, opens };
}

test('after a reload a list requests only its earlier search', async () => {
  const { asked } = await loadedAnew();
  const busquedas = { values: { [NAME]: 'sisa' }, at: Date.now() };
  const user = getSession()?._id ?? '';
  keepDrafts({ user, seals: true, read: () => busquedas, write: () => true, remove: ignore, removeWhere: ignore });
  onTestFinished(forgetKeeper);
  await expect.element(page.getByPlaceholder('Buscar por cédula o nombre')).toHaveValue('sisa');
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(new Set(asked.map(({ query }) => query?.q))).toEqual(new Set(['sisa']));
});

test('a search that is lost leaves the address together with its page', async () => {
  const kept = fakeRecords(RECORDS.nino, { nombres: 'Sisa' }, { nombres: 'Inti' });
  await screenAt(`/lista/ninos?q=${NAME}&pagina=3`, 'ROLE_BRIGADA', ...kept.fakes, ...servedOptions());
  await expect.poll(() => router.state.location.searchStr).toBe('');
  await expect.element(page.getByRole('link', { name: /INTI/i }).first()).toBeVisible();
});

test('a search stays in the address while a closed vault may have its term, and leaves it once there is no vault', async () => {
  const kept = fakeRecords(RECORDS.nino, { nombres: 'Sisa' });
  await screenAt('/registros', 'ROLE_BRIGADA', ...kept.fakes, ...servedOptions());
  holdDrafts(getSession()?._id ?? '');
  onTestFinished(forgetKeeper);
  await router.navigate({ to: '/lista/ninos', search: { q: NAME, pagina: 1 } });
  await expect.element(page.getByRole('link', { name: /SISA/i }).first()).toBeVisible();
  expect(router.state.location.searchStr).toContain(NAME);
  keepDrafts(null);
  await expect.poll(() => router.state.location.searchStr).toBe('');
});

test('the list is unfiltered if the earlier search is unknown, which then leaves the address', async () => {
  const { asked, opens } = await loadedAnew();
  opens();
  await expect.poll(() => router.state.location.searchStr).toBe('');
  await expect.element(page.getByRole('link', { name: /INTI/i }).first()).toBeVisible();
  expect(asked.map(({ query }) => query?.q)).toEqual([undefined]);
});
