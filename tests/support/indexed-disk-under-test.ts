import { openDB } from 'idb';
import { vi } from 'vitest';
import { vaultDatabase } from '#web/device/store/steps.ts';
import type { DiskUnderTest } from './disk-contract.ts';

export const indexedDiskUnderTest: Omit<DiskUnderTest, 'begin'> = {
  fill() {
    const { put } = IDBObjectStore.prototype;
    let rows = 0;
    const spied = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function full(
      this: IDBObjectStore,
      ...args
    ) {
      rows += 1;
      if (rows > 1) throw new DOMException('no room', 'QuotaExceededError');
      return put.apply(this, args);
    });
    return () => spied.mockRestore();
  },
  async upgrade(id) {
    const older = await openDB(vaultDatabase(id));
    const version = older.version + 1;
    older.close();
    (await openDB(vaultDatabase(id), version)).close();
  },
  async hold(id) {
    const db = await openDB(vaultDatabase(id));
    return () => db.close();
  },
};
