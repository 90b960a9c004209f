import { diskContract } from '../../../../tests/support/disk-contract.ts';
import { indexedDiskUnderTest } from '../../../../tests/support/indexed-disk-under-test.ts';
import { disk } from './indexed-disk.ts';

diskContract('IndexedDB of the browser', {
  ...indexedDiskUnderTest,
  async begin() {
    await disk.dropDevice();
    for (const id of await disk.vaults()) await disk.dropVault(id);
    return disk;
  },
});
