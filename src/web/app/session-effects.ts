import type { RegisteredRouter } from '@tanstack/react-router';
import { wipedFromElsewhere } from '#web/device/shown/wiped.ts';
import { removeExpiredDrafts } from '#web/lib/drafts.ts';
import { forgetLoaded } from '#web/lib/loaded.ts';
import { onPasswordDue, requestPasswordChange } from '#web/lib/password-due.ts';
import { requestReauthentication } from '#web/lib/reauthentication.ts';
import { getSession, onSessionChange, setSession } from '#web/lib/session.ts';
import { signOut } from '#web/lib/sign-out.ts';
import { createStore } from '#web/lib/store.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { hasUnsavedChanges } from '#web/ui/form/unsaved-changes.ts';

/** How often somebody else took over an open screen: it then starts anew, for what stands on it was typed by the one before. */
export const takeovers = createStore(0);

/** Follows who is signed in, here and in other tabs: nobody sees what was loaded for somebody else. */
export function startSessionEffects(router: RegisteredRouter): void {
  let person = getSession()?._id;
  removeExpiredDrafts();
  wipedFromElsewhere.subscribe(() => {
    notify.warning({
      title: 'Este equipo se cortó',
      message: 'Lo que tenías guardado en él se borró. Para volver a trabajar, inicia sesión.',
    });
  });
  onPasswordDue((session, method) => {
    if (method !== 'GET' || hasUnsavedChanges()) return requestPasswordChange(session);
    // Nothing is under way: the screen for it, which outlives a reload.
    if (getSession()?._id === session._id) setSession({ ...session, cambiarClave: true });
    return Promise.resolve(false);
  });
  onSessionChange((next, previous, elsewhere) => {
    if (next) removeExpiredDrafts();
    if (elsewhere && !next && previous && hasUnsavedChanges()) {
      // Signed out in another tab while something here is not saved: ask before it is lost.
      void requestReauthentication(previous).then((renewed) => {
        // Unless somebody else signed in there: that session is not ours to end.
        if (!renewed && !getSession()) void signOut(router);
      });
      return;
    }
    if (next?._id === person) {
      // What is being typed would be lost on the way to the screen: asked above it instead.
      if (next?.cambiarClave && hasUnsavedChanges()) return void requestPasswordChange(next);
      // The same person may come back with other roles: the guards look again. A newer token alone is nobody's business.
      const asBefore = next?.roles.join() === previous?.roles.join() && next?.cambiarClave === previous?.cambiarClave;
      if (!next || !asBefore) void router.invalidate();
      return;
    }
    if (person && next) takeovers.set(takeovers.get() + 1);
    person = next?._id;
    forgetLoaded();
    void router.invalidate();
  });
}
