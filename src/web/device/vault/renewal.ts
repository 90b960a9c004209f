import type { Session } from '#domain/calls/session.ts';
import { withPageLock } from '#web/device/pages/page-locks.ts';
import { openVault } from '#web/device/shown/open-vault.ts';
import { failureOf } from '#web/lib/api-errors.ts';
import { getSession, setSession, storedSession } from '#web/lib/session.ts';
import { sessionByTicket } from './ask-server.ts';
import { readVaultSession, saveContact, saveVaultSession } from './vaults.ts';

/** Renews an ended session with the ticket in the open vault. @returns whether there is a newer session */
export async function renewWithVault(used: Session): Promise<boolean> {
  const vault = openVault.get();
  if (vault?.usuario !== used._id) return false;
  return withPageLock('renewal', vault.id, async () => {
    if (getSession()?._id !== used._id) return false;
    // Another tab has renewed it, and its event has not arrived yet.
    const stored = storedSession();
    if (stored?._id === used._id && stored.accessToken !== used.accessToken) {
      setSession(stored);
      return true;
    }
    const kept = await readVaultSession(vault);
    if (!kept?.ficha) return false;
    try {
      const answer = await sessionByTicket(kept.ficha);
      if (!answer) return false;
      const { ficha, dias, ...session } = answer;
      if (session._id !== used._id) return false;
      // Stored before it is used, so that an interruption leaves one valid ticket.
      await saveVaultSession(vault, { session, ficha });
      await saveContact(vault.id, dias);
      if (getSession()?._id !== used._id) return false;
      setSession(session);
      return true;
    } catch (error) {
      if (failureOf(error) === 'session') await saveVaultSession(vault, { session: kept.session, ficha: null });
      return false;
    }
  });
}
