import type { VaultEvent } from '#domain/device/vault.ts';
import { tellPages } from '#web/device/pages/pages.ts';
import { allVaults, forgetVault } from '#web/device/store/device-entry.ts';
import { disk } from '#web/device/store/indexed-disk.ts';
import type { VaultEntry } from '#web/device/store/stores.ts';
import { unmarkDevice } from '#web/lib/device-mark.ts';
import { removeDraftsOf } from '#web/lib/drafts.ts';
import { pause } from '#web/lib/line.ts';

/** Another tab lets go of a database when it is told to; one that does not is not waited for. */
const LET_GO_MS = 2_000;

const orSoon = (dropping: Promise<void>) => Promise.race([dropping, pause(LET_GO_MS)]);

/** First what opens it: whatever happens then, nobody reads the rest any more. */
async function dropVault({ id, usuario }: VaultEntry): Promise<void> {
  await forgetVault(id);
  for (const whose of [id, usuario]) removeDraftsOf(whose);
  await orSoon(disk.dropVault(id));
}

/** What the application ever wrote beside its databases. */
function forgetStorage(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('libreta.')) localStorage.removeItem(key);
  } catch {
    // nothing was stored
  }
}

/**
 * Takes what these vaults hold off the device.
 * @param close has the open one closed before
 */
export async function wipeVaults(
  vaults: readonly VaultEntry[],
  close: (ids: readonly string[]) => void,
): Promise<void> {
  const ids = vaults.map(({ id }) => id);
  close(ids);
  tellPages({ type: 'gone', vaults: ids });
  for (const vault of vaults) await dropVault(vault);
}

/**
 * As the server wants it of these accounts: their vaults, what they left, and the session of the one that is signed in.
 * @param tell has the open one closed, and the session of an account that is wiped ended
 * @returns whether nobody's is left, and with it nothing of the application
 */
export async function wipeAccounts(
  accounts: readonly string[],
  tell: (event: Extract<VaultEvent, { is: 'gone' | 'wiped' }>) => void,
): Promise<boolean> {
  const vaults = await allVaults();
  const theirs = vaults.filter(({ usuario }) => accounts.includes(usuario));
  for (const account of accounts) removeDraftsOf(account);
  await wipeVaults(theirs, (gone) => tell({ is: 'gone', vaults: gone }));
  const isLast = theirs.length === vaults.length;
  // The sign-in page, which comes next, looks for what waits where there is a mark: it would make what is dropped here anew.
  if (isLast) unmarkDevice();
  tell({ is: 'wiped', accounts });
  if (!isLast) return false;
  await orSoon(disk.dropDevice());
  forgetStorage();
  return true;
}

/** What a wiping left behind that was cut short: databases to which nothing belongs any more. */
export async function sweep(): Promise<void> {
  const here = await disk.vaults();
  if (here.length === 0) return;
  const listed = new Set((await allVaults()).map(({ id }) => id));
  for (const id of here) if (!listed.has(id)) await orSoon(disk.dropVault(id));
}
