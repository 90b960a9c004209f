import { diskContract } from '../../../../tests/support/disk-contract.ts';
import { indexedDiskInHand } from '../../../../tests/support/indexed-disk-in-hand.ts';
import { disk } from './indexed-disk.ts';

diskContract('IndexedDB of the browser', {
  ...indexedDiskInHand,
  async begin() {
    await disk.dropDevice();
    for (const id of await disk.vaults()) await disk.dropVault(id);
    return disk;
  },
});
