import { lazy, Suspense, useEffect, useState } from 'react';
import { useReauthentication } from '#web/lib/reauthentication.ts';
import { useSession } from '#web/lib/session.ts';
import { useSignOut } from '#web/lib/sign-out.ts';
import { OverlayHost } from '#web/ui/overlay-host.tsx';

const loadDialog = () => import('#web/features/auth/session-ended-dialog.tsx');
const SessionEndedDialog = lazy(loadDialog);

/** Dialogs and notices above every screen. */
export function Overlays() {
  const signedIn = useSession() !== null;
  const ended = useReauthentication();
  const signOut = useSignOut();
  const [everEnded, setEverEnded] = useState(false);
  if (ended && !everEnded) setEverEnded(true);

  useEffect(() => {
    if (!signedIn) return;
    const later = setTimeout(() => void loadDialog().catch(() => undefined), 2000);
    return () => clearTimeout(later);
  }, [signedIn]);

  return (
    <>
      <OverlayHost ready={signedIn} />
      <Suspense fallback={null}>
        {everEnded && <SessionEndedDialog ended={ended} onLeave={() => signOut({ keepDrafts: true })} />}
      </Suspense>
    </>
  );
}
