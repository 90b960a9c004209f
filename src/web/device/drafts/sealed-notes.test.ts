import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keysOf, randomBytes } from '#web/device/crypto/cipher.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { channelOfPages } from '../../../../tests/support/channel-of-pages.ts';
import { diskInMemory } from '../../../../tests/support/device-page.ts';
import { locks } from '../../../../tests/support/locks.ts';
import { type Memory, newMemory } from '../../../../tests/support/memory-disk.ts';

let memory: Memory;
let vault: OpenVault;
beforeEach(async () => {
  memory = newMemory();
  vi.stubGlobal('BroadcastChannel', channelOfPages());
  vi.stubGlobal('navigator', { locks: locks() });
  vault = { id: crypto.randomUUID(), usuario: 'rosa', ...(await keysOf(randomBytes(32))) };
  await (await diskInMemory(memory)).makeVault(vault.id);
});
afterEach(() => vi.unstubAllGlobals());

async function page(of = vault) {
  const disk = await diskInMemory(memory);
  const { sealedNotes } = await import('./sealed-notes.ts');
  return { disk, notes: sealedNotes(of) };
}

const add = (item: string) => (stored: unknown) => [...(Array.isArray(stored) ? stored : []), item];

// proves N4
test('changes that two pages make at the same time are both kept, and each page hears of the other’s', async () => {
  const [one, other] = [await page(), await page()];
  const [hears, otherHears] = [vi.fn(), vi.fn()];
  const stop = one.notes.onChange(hears);
  other.notes.onChange(otherHears);
  const changes = ['a', 'b', 'c', 'd'].map((item, at) => (at % 2 ? one : other).notes.change('dia', add(item)));
  await Promise.all(changes);
  expect(await one.notes.read('dia')).toEqual(['a', 'b', 'c', 'd']);
  expect([hears.mock.calls.length, otherHears.mock.calls.length]).toEqual([2, 2]);
  stop();
  await other.notes.change('dia', add('e'));
  expect(hears).toHaveBeenCalledTimes(2);
});

test('null removes a note, and a note of another name stays', async () => {
  const { disk, notes } = await page();
  await notes.change('dia', add('a'));
  await notes.change('mensajes', add('b'));
  expect(await notes.change('dia', () => null)).toBeNull();
  expect([await notes.read('dia'), await notes.read('mensajes')]).toEqual([null, ['b']]);
  const stores = await disk.openVault(vault.id);
  expect((await stores.all('estado')).map(({ clave }) => clave)).toEqual(['nota.mensajes']);
  stores.close();
});

// proves N7
test('a note that was moved, changed or sealed with another key counts as missing', async () => {
  const { disk, notes } = await page();
  await notes.change('dia', add('a'));
  const stores = await disk.openVault(vault.id);
  const [row] = await stores.all('estado');
  const sellado = row?.sellado ?? new Uint8Array(1);
  await stores.write({ estado: { put: [{ clave: 'nota.mensajes', sellado }] } });
  expect(await notes.read('mensajes')).toBeNull();
  await stores.write({ estado: { put: [{ clave: 'nota.dia', sellado: new Uint8Array(40) }] } });
  expect(await notes.read('dia')).toBeNull();
  stores.close();
  const { notes: foreign } = await page({ ...vault, ...(await keysOf(randomBytes(32))) });
  await notes.change('dia', add('b'));
  expect([await foreign.read('dia'), await notes.read('dia')]).toEqual([null, ['b']]);
});

// proves N6
test('a wiped vault has no notes, and a late change does not create it again', async () => {
  const { disk, notes } = await page();
  await notes.change('dia', add('a'));
  await disk.dropVault(vault.id);
  expect(await notes.read('dia')).toBeNull();
  await expect(notes.change('dia', add('b'))).rejects.toThrow();
  expect(await disk.vaults()).toEqual([]);
});
