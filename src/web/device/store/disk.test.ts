import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { diskContract } from '../../../../tests/support/disk-contract.ts';
import { indexedDiskUnderTest } from '../../../../tests/support/indexed-disk-under-test.ts';
import { bytesIn, hold, type Memory, memoryDisk, newMemory, upgrade } from '../../../../tests/support/memory-disk.ts';
import { disk } from './indexed-disk.ts';
import { vaultDatabase } from './steps.ts';

const freshBrowser = async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  return disk;
};

diskContract('IndexedDB', { ...indexedDiskUnderTest, begin: freshBrowser });

let memory: Memory;
diskContract('memory', {
  async begin() {
    memory = newMemory();
    return memoryDisk(memory);
  },
  fill() {
    memory.room = bytesIn(memory) + 100;
    return () => {
      memory.room = Number.POSITIVE_INFINITY;
    };
  },
  upgrade: async (id) => upgrade(memory, vaultDatabase(id)),
  hold: async (id) => hold(memory, vaultDatabase(id)),
});

test('strict writes and changes use strict durability, so that a power cut does not lose them', async () => {
  await freshBrowser();
  const id = crypto.randomUUID();
  await disk.makeVault(id);
  const stores = await disk.openVault(id);
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const [estado, salida] = [{ put: [{ clave: 'c', sellado: new Uint8Array(1) }] }, { drop: [1] }];
  await stores.write({ estado });
  await stores.write({ estado }, { strict: true });
  await stores.change(['marcas', 'salida'], () => [null, { salida }]);
  expect(transactions.mock.calls.map(([names, , options]) => [names, options?.durability])).toEqual([
    [['estado'], 'default'],
    [['estado'], 'strict'],
    [['marcas', 'salida'], 'strict'],
  ]);
  transactions.mockRestore();
  stores.close();
});
