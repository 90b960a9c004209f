import type { Session } from '#domain/calls/session.ts';
import { alone } from '#web/device/pages/alone.ts';
import { openVault } from '#web/device/shown/open-vault.ts';
import { failureOf } from '#web/lib/api-errors.ts';
import { getSession, setSession, storedSession } from '#web/lib/session.ts';
import { sessionByTicket } from './ask-server.ts';
import { keepSession, keptSession, noteContact } from './vaults.ts';

/**
 * Goes on with a session that has ended by the ticket in the open vault, without asking anybody.
 * @returns whether there is a newer one now
 */
export async function renewed(used: Session): Promise<boolean> {
  const vault = openVault.get();
  if (vault?.usuario !== used._id) return false;
  return alone('renewal', vault.id, async () => {
    if (getSession()?._id !== used._id) return false;
    // Renewed in another tab, of which this one has yet to hear.
    const stored = storedSession();
    if (stored?._id === used._id && stored.accessToken !== used.accessToken) {
      setSession(stored);
      return true;
    }
    const kept = await keptSession(vault);
    if (!kept?.ficha) return false;
    try {
      const answer = await sessionByTicket(kept.ficha);
      if (!answer) return false;
      const { ficha, dias, ...session } = answer;
      if (session._id !== used._id) return false;
      // Sealed before the old one is forgotten: whoever is cut off here goes on with either.
      await keepSession(vault, { session, ficha });
      await noteContact(vault.id, dias);
      if (getSession()?._id !== used._id) return false;
      setSession(session);
      return true;
    } catch (error) {
      // No longer good: nobody need try it again.
      if (failureOf(error) === 'session') await keepSession(vault, { session: kept.session, ficha: null });
      return false;
    }
  });
}
