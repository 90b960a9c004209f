import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { fetchAhead } from '#web/app/fetch-ahead.ts';
import { clockAsked } from '#web/device/shown/clock-asked.ts';
import { openingAsked } from '#web/device/shown/opening-asked.ts';
import { usePasswordDue } from '#web/lib/password-due.ts';
import { useReauthentication } from '#web/lib/reauthentication.ts';
import { useSession } from '#web/lib/session.ts';
import { useSignOut } from '#web/lib/sign-out.ts';
import { useStore } from '#web/lib/store.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { OverlayHost } from '#web/ui/feedback/overlay-host.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';

const SessionEndedDialog = lazyPart(() => import('#web/features/auth/session-ended-dialog.tsx'));
const OpeningDialog = lazyPart(() => import('#web/features/auth/opening-dialog.tsx'));
const ClockDialog = lazyPart(() => import('./clock-dialog.tsx'));
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
  const wondered = useStore(clockAsked);
  const [everWondered, setEverWondered] = useState(false);
  if (wondered && !everWondered) setEverWondered(true);
  const asked = useStore(openingAsked);
  const [everAsked, setEverAsked] = useState(false);
  if (asked && !everAsked) setEverAsked(true);

  const who = signedIn ? 'person' : signingIn ? 'guest' : null;
  useEffect(() => (who ? fetchAhead(router, who) : undefined), [who, router]);

  useEffect(() => router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && notify.leave()), [router]);

  return (
    <>
      <OverlayHost />
      {everWondered && <ClockDialog asked={wondered} />}
      {everDue && <PasswordDueDialog due={due} onLeave={() => signOut({ keepDrafts: true })} />}
      {everAsked && <OpeningDialog asked={asked} onLeave={() => signOut({ keepDrafts: true })} />}
      {everEnded && <SessionEndedDialog ended={ended} onLeave={() => signOut({ ended: true })} />}
    </>
  );
}
