import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { fetchAhead } from '#web/app/fetch-ahead.ts';
import { usePasswordDue } from '#web/lib/password-due.ts';
import { useReauthentication } from '#web/lib/reauthentication.ts';
import { useSession } from '#web/lib/session.ts';
import { useSignOut } from '#web/lib/sign-out.ts';
import { OverlayHost } from '#web/ui/feedback/overlay-host.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';

const SessionEndedDialog = lazyPart(() => import('#web/features/auth/session-ended-dialog.tsx'));
const PasswordDueDialog = lazyPart(() => import('#web/features/auth/password-due-dialog.tsx'));

/** Dialogs and notices above every screen. */
export function Overlays() {
  const router = useRouter();
  const signedIn = useSession() !== null;
  const signingIn = useLocation({ select: ({ pathname }) => pathname === '/login' });
  const ended = useReauthentication();
  const due = usePasswordDue();
  const signOut = useSignOut();
  const [everEnded, setEverEnded] = useState(false);
  const [everDue, setEverDue] = useState(false);
  if (due && !everDue) setEverDue(true);
  if (ended && !everEnded) setEverEnded(true);

  const who = signedIn ? 'person' : signingIn ? 'guest' : null;
  useEffect(() => (who ? fetchAhead(router, who) : undefined), [who, router]);

  return (
    <>
      <OverlayHost />
      {everDue && <PasswordDueDialog due={due} onLeave={() => signOut({ keepDrafts: true })} />}
      {everEnded && <SessionEndedDialog ended={ended} onLeave={() => signOut({ ended: true })} />}
    </>
  );
}
