import type { RegisteredRouter } from '@tanstack/react-router';
import { deviceWarning } from '#web/device/shown/device-warning.ts';
import { wipedRemotely } from '#web/device/shown/wiped-remotely.ts';
import { removeExpiredDrafts } from '#web/lib/drafts.ts';
import { forgetLoaded } from '#web/lib/loaded.ts';
import { onPasswordDue, requestPasswordChange } from '#web/lib/password-due.ts';
import { requestReauthentication } from '#web/lib/reauthentication.ts';
import { getSession, onSessionChange, setSession } from '#web/lib/session.ts';
import { signOut } from '#web/lib/sign-out.ts';
import { createStore } from '#web/lib/store.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { hasUnsavedChanges } from '#web/ui/form/unsaved-changes.ts';

/** Counts changes of account; the screen is then rebuilt, because its forms belong to the previous account. */
export const accountChanges = createStore(0);

/** Reacts to changes of the session, here or in another tab, so that no account sees another one's data. */
export function startSessionEffects(router: RegisteredRouter): void {
  let account = getSession()?._id;
  removeExpiredDrafts();
  wipedRemotely.subscribe(() => {
    notify.warning({
      title: 'Este equipo se cortó',
      message: 'Lo que tenías guardado en él se borró. Para volver a trabajar, inicia sesión.',
    });
  });
  deviceWarning.subscribe(() => {
    const warning = deviceWarning.get();
    if (warning) notify.warning(warning);
  });
  onPasswordDue((session, method) => {
    if (method !== 'GET' || hasUnsavedChanges()) return requestPasswordChange(session);
    // Without unsaved changes the whole screen is used; it also survives a reload.
    if (getSession()?._id === session._id) setSession({ ...session, cambiarClave: true });
    return Promise.resolve(false);
  });
  onSessionChange((next, previous, elsewhere) => {
    if (next) removeExpiredDrafts();
    if (elsewhere && !next && previous && hasUnsavedChanges()) {
      // Signed out in another tab with unsaved changes here: sign in again before they are lost.
      void requestReauthentication(previous).then((renewed) => {
        // Unless another account signed in there, whose session must not end.
        if (!renewed && !getSession()) void signOut(router);
      });
      return;
    }
    if (next?._id === account) {
      // Unsaved changes would be lost by the redirect, so a dialog asks instead.
      if (next?.cambiarClave && hasUnsavedChanges()) return void requestPasswordChange(next);
      // Changed roles are checked by the guards again; a renewed token alone changes nothing.
      const isUnchanged =
        next?.roles.join() === previous?.roles.join() && next?.cambiarClave === previous?.cambiarClave;
      if (!next || !isUnchanged) void router.invalidate();
      return;
    }
    if (account && next) accountChanges.set(accountChanges.get() + 1);
    account = next?._id;
    forgetLoaded();
    void router.invalidate();
  });
}
