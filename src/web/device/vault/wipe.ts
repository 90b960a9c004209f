import type { VaultEvent } from '#domain/device/vault.ts';
import { postToPages } from '#web/device/pages/pages.ts';
import { allVaults, forgetVault } from '#web/device/store/device-entry.ts';
import { disk } from '#web/device/store/indexed-disk.ts';
import type { VaultEntry } from '#web/device/store/stores.ts';
import { markWaiting, unmarkDevice } from '#web/lib/device-mark.ts';
import { removeDraftsOf } from '#web/lib/drafts.ts';
import { pause } from '#web/lib/line.ts';
import { isLocked, unmarkLocked } from '#web/lib/lock-mark.ts';
import { storedKeys, storedMark } from '#web/lib/stored-mark.ts';

/** Other tabs close a database on request; one that does not is not waited for longer. Chromium may never answer while it deletes databases. */
const LET_GO_MS = 2_000;

const orTimeout = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, pause(LET_GO_MS).then(() => undefined)]);

/** The keys are deleted first, so that an interrupted wipe leaves nothing readable. */
async function dropVault({ id, usuario }: VaultEntry): Promise<void> {
  await forgetVault(id);
  markWaiting(id, 0);
  for (const owner of [id, usuario]) removeDraftsOf(owner);
  if (isLocked(usuario)) unmarkLocked();
  await orTimeout(disk.dropVault(id));
}

export async function wipeVaults(
  vaults: readonly VaultEntry[],
  close: (ids: readonly string[]) => void,
): Promise<void> {
  const ids = vaults.map(({ id }) => id);
  close(ids);
  postToPages({ type: 'gone', vaults: ids });
  for (const vault of vaults) await dropVault(vault);
}

/** Wipes accounts on the server's order. @param dispatch closes the vault and signs out @returns whether no vault was left */
export async function wipeAccounts(
  accounts: readonly string[],
  dispatch: (event: Extract<VaultEvent, { is: 'gone' | 'wiped' }>) => void,
): Promise<boolean> {
  const vaults = await allVaults();
  const theirs = vaults.filter(({ usuario }) => accounts.includes(usuario));
  for (const account of accounts) removeDraftsOf(account);
  await wipeVaults(theirs, (closed) => dispatch({ is: 'gone', vaults: closed }));
  const isLast = theirs.length === vaults.length;
  // The mark goes first: with it, the sign-in page would open the databases and so create them again.
  if (isLast) unmarkDevice();
  dispatch({ is: 'wiped', accounts });
  if (!isLast) return false;
  await orTimeout(disk.dropDevice());
  for (const key of storedKeys('libreta.')) storedMark(key).remove();
  return true;
}

/** Deletes the databases that an interrupted wipe left behind. */
export async function deleteOrphanVaults(): Promise<void> {
  const here = (await orTimeout(disk.vaults())) ?? [];
  if (here.length === 0) return;
  const listed = new Set((await allVaults()).map(({ id }) => id));
  for (const id of here) if (!listed.has(id)) await orTimeout(disk.dropVault(id));
}
