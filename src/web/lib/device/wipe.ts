import { deleteDB } from 'idb';
import { removeDraftsOf } from '#web/lib/drafts.ts';
import { pause } from '#web/lib/line.ts';
import { forgetLoaded } from '#web/lib/loaded.ts';
import { clearSession, getSession } from '#web/lib/session.ts';
import { allVaults, forgetVault } from './device-entry.ts';
import { tellPages } from './key-pages.ts';
import { unmarkDevice } from './mark.ts';
import { DEVICE, type VaultEntry, vaultDatabase } from './stores.ts';
import { wipedFromElsewhere } from './wiped.ts';

/** Another tab lets go of a database when it is told to; one that does not is not waited for. */
const LET_GO_MS = 2_000;

const VAULT = /^libreta-[\da-f-]{36}$/;

const drop = (name: string) => Promise.race([deleteDB(name), pause(LET_GO_MS)]);

/** First what opens it: whatever happens then, nobody reads the rest any more. */
async function dropVault({ id, usuario }: VaultEntry): Promise<void> {
  await forgetVault(id);
  for (const whose of [id, usuario]) removeDraftsOf(whose);
  await drop(vaultDatabase(id));
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
 * As the server wants it of these accounts: their vaults, what they left, and the session of whoever is one of them.
 * @returns whether nobody's is left, and with it nothing of the application
 */
export async function wipeAccounts(
  accounts: readonly string[],
  close: (ids: readonly string[]) => void,
): Promise<boolean> {
  const vaults = await allVaults();
  const theirs = vaults.filter(({ usuario }) => accounts.includes(usuario));
  for (const account of accounts) removeDraftsOf(account);
  const session = getSession();
  await wipeVaults(theirs, close);
  const isLast = theirs.length === vaults.length;
  // The sign-in page, which comes next, looks for what waits where there is a mark: it would make what is dropped here anew.
  if (isLast) unmarkDevice();
  if (session && accounts.includes(session._id)) {
    wipedFromElsewhere.set(true);
    forgetLoaded();
    clearSession();
  }
  if (!isLast) return false;
  await drop(DEVICE);
  forgetStorage();
  return true;
}

/** What a wiping left behind that was cut short: databases to which nothing belongs any more. */
export async function sweep(): Promise<void> {
  if (!('databases' in indexedDB)) return;
  const names = (await indexedDB.databases()).flatMap(({ name = '' }) => (VAULT.test(name) ? [name] : []));
  if (names.length === 0) return;
  const known = new Set((await allVaults()).map(({ id }) => vaultDatabase(id)));
  for (const name of names) if (!known.has(name)) await drop(name);
}
