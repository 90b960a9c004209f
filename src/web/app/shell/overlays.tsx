import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { usePasswordDue } from '#web/lib/password-due.ts';
import { useReauthentication } from '#web/lib/reauthentication.ts';
import { useSession } from '#web/lib/session.ts';
import { useSignOut } from '#web/lib/sign-out.ts';
import { OverlayHost } from '#web/ui/feedback/overlay-host.tsx';
import { lazyPart, warmUp } from '#web/ui/page/lazy-part.tsx';

const SessionEndedDialog = lazyPart(() => import('#web/features/auth/session-ended-dialog.tsx'));
const PasswordDueDialog = lazyPart(() => import('#web/features/auth/password-due-dialog.tsx'));
const WARM_UP_AFTER_MS = 1_500;

/** The screens first: what they open late is announced when they are there. */
async function warmUpScreens({ routesById }: RegisteredRouter): Promise<void> {
  await Promise.allSettled(Object.values(routesById).map(({ options }) => options.component?.preload?.()));
  await warmUp();
}

/** Dialogs and notices above every screen. */
export function Overlays() {
  const router = useRouter();
  const signedIn = useSession() !== null;
  const ended = useReauthentication();
  const due = usePasswordDue();
  const signOut = useSignOut();
  const [everEnded, setEverEnded] = useState(false);
  const [everDue, setEverDue] = useState(false);
  if (due && !everDue) setEverDue(true);
  if (ended && !everEnded) setEverEnded(true);

  useEffect(() => {
    if (!signedIn) return;
    // Everything a shift may open is fetched while there is a signal: later there may be none.
    const later = setTimeout(() => void warmUpScreens(router), WARM_UP_AFTER_MS);
    return () => clearTimeout(later);
  }, [signedIn, router]);

  return (
    <>
      <OverlayHost />
      {everDue && <PasswordDueDialog due={due} onLeave={() => signOut({ keepDrafts: true })} />}
      {everEnded && <SessionEndedDialog ended={ended} onLeave={() => signOut({ ended: true })} />}
    </>
  );
}
