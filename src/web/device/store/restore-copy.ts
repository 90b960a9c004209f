import { withPageLock } from '#web/device/pages/page-locks.ts';
import { markLost, markWaiting, waitingIn } from '#web/lib/device-mark.ts';
import { disk } from './indexed-disk.ts';
import { asRestored } from './outbox-store.ts';
import { type CopiedVault, copiedRows, copiedVault, copiedVaults, dropCopy } from './second-copy.ts';

async function hasEntry(): Promise<boolean> {
  const db = await disk.openDevice();
  const entry = await db?.get('equipo', 'equipo');
  db?.close();
  return entry !== undefined;
}

async function restoreOutbox({ boveda: { id } }: CopiedVault): Promise<void> {
  const rows = copiedRows(id);
  await disk.makeVault(id);
  const db = await disk.openVault(id);
  try {
    await db.write(asRestored(rows), { strict: true });
  } finally {
    db.close();
  }
  const missing = waitingIn(id) - rows.length;
  if (missing <= 0) return;
  markWaiting(id, rows.length);
  markLost(missing);
}

/**
 * Restores from their copies the vaults of a device whose databases the browser deleted (rule V24). The device's entry comes last, so that an
 * interrupted restoration is done again.
 */
export const restoreFromCopy = (): Promise<void> =>
  withPageLock('vault', 'copia', async () => {
    if (await hasEntry()) return;
    const copies = copiedVaults().flatMap((id) => copiedVault(id) ?? []);
    const [first] = copies;
    if (!first) return copiedVaults().forEach(dropCopy);
    for (const copy of copies) await restoreOutbox(copy);
    const db = await disk.makeDevice();
    try {
      const bovedas = copies.map(({ boveda }) => boveda);
      await db.write({ equipo: { put: [first.equipo] }, bovedas: { put: bovedas } }, { strict: true });
    } finally {
      db.close();
    }
  });
