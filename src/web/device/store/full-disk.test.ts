import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keysOf, randomBytes } from '#web/device/crypto/cipher.ts';
import { childOnDevice } from '../../../../tests/support/child-on-device.ts';
import type { Between } from '../../../../tests/support/memory-disk.ts';
import { freshBrowser, outboxDevice, VAULT } from '../../../../tests/support/outbox-page.ts';
import { bucketOf } from './buckets.ts';

beforeEach(() => freshBrowser());
afterEach(() => vi.unstubAllGlobals());

const CHILD = '0190a000-0000-7000-8000-0000000000aa';

/** A disk that refuses every write of these kinds once it is full. */
function fillableDisk() {
  const state = { refused: [] as readonly string[] };
  const between: Between = ({ does, kinds }, act) => {
    if (does === 'write' && kinds.some((kind) => state.refused.includes(kind)))
      throw new DOMException('no room', 'QuotaExceededError');
    return act();
  };
  return { state, between };
}

it('on a new day the booklets are still read, although their recomputed rows cannot be stored', async () => {
  const { state, between } = fillableDisk();
  const device = outboxDevice();
  const modules = await device.load(between);
  await device.signIn(modules);
  const { createBookletStore } = await import('./booklet-store.ts');
  const stores = await modules.disk.openVault(VAULT);
  const { datos } = await keysOf(randomBytes(32));
  const store = createBookletStore({ stores, datos, id: VAULT, alone: (work) => work() });
  await store.keep({ booklets: [childOnDevice(CHILD, { revisar: '2026-11-21' })], removed: [], states: {} });
  const before = await store.rowsOf(bucketOf(CHILD), '2026-11-20');

  state.refused = ['indice', 'libretas', 'estado'];
  const [row, ...others] = await store.rowsOf(bucketOf(CHILD), '2028-11-22');
  expect(others).toEqual([]);
  expect(row).toMatchObject({ _id: CHILD });
  expect(row).not.toEqual(before[0]);
});

it('the count of wrong passwords uses the reserved space', async () => {
  const { state, between } = fillableDisk();
  const device = outboxDevice();
  let isFreed = false;
  const modules = await device.load((effect, act) => {
    if (effect.kinds.includes('reserva') && effect.does === 'write') {
      isFreed = true;
      state.refused = [];
    }
    return between(effect, act);
  });
  await device.signIn(modules);
  state.refused = ['bovedas'];
  const entry = await modules.changeVault(VAULT, (one) => ({ ...one, intentos: one.intentos + 1 }));
  expect([isFreed, entry?.intentos]).toEqual([true, 1]);
});

it('a device opens although the number of its pending operations cannot be stored', async () => {
  const { state, between } = fillableDisk();
  const device = outboxDevice();
  const modules = await device.load(between);
  await device.signIn(modules);
  await modules.changeVault(VAULT, (one) => ({ ...one, pendientes: 2 }));
  state.refused = ['bovedas'];
  const { outbox } = await device.open(modules);
  expect(outbox.all()).toEqual([]);
  expect(await device.pendientesOnDisk()).toBe(2);
});
