import type { AnyRouter } from '@tanstack/react-router';
import { queryClient } from '#web/lib/query-client.ts';
import { requestReauthentication } from '#web/lib/reauthentication.ts';
import { getSession, onSessionChange } from '#web/lib/session.ts';
import { signOut } from '#web/lib/sign-out.ts';
import { hasUnsavedChanges } from '#web/ui/unsaved-changes.ts';

/** Follows who is signed in, here and in other tabs: nobody sees what was loaded for somebody else. */
export function startSessionEffects(router: AnyRouter): void {
  let person = getSession()?._id;
  onSessionChange((next, previous, elsewhere) => {
    if (elsewhere && !next && previous && hasUnsavedChanges()) {
      // Signed out in another tab while something here is not saved: ask before it is lost.
      void requestReauthentication(previous).then((renewed) => (renewed ? undefined : signOut(router)));
      return;
    }
    // The same person may come back with other roles: the guards look again.
    if (next?._id === person) return void router.invalidate();
    person = next?._id;
    queryClient.clear();
    void router.invalidate();
  });
}
