import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { prefetchCode } from '#web/app/screen/prefetch-code.ts';
import { datePrompt } from '#web/device/shown/date-prompt.ts';
import { openingPrompt } from '#web/device/shown/opening-prompt.ts';
import { usePasswordDue } from '#web/lib/password-due.ts';
import { useReauthentication } from '#web/lib/reauthentication.ts';
import { useSession } from '#web/lib/session.ts';
import { useSignOut } from '#web/lib/sign-out.ts';
import { useStore } from '#web/lib/store.ts';
import { leaveConfirm } from '#web/ui/feedback/confirm-dialog.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { OverlayHost } from '#web/ui/feedback/overlay-host.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';

const SessionEndedDialog = lazyPart(() => import('#web/features/auth/session-ended-dialog.tsx'));
const OpeningDialog = lazyPart(() => import('#web/features/auth/opening-dialog.tsx'));
const ClockDialog = lazyPart(() => import('./clock-dialog.tsx'));
const PasswordDueDialog = lazyPart(() => import('#web/features/auth/password-due-dialog.tsx'));

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
  const clockRequest = useStore(datePrompt);
  const [clockMounted, setClockMounted] = useState(false);
  if (clockRequest && !clockMounted) setClockMounted(true);
  const openingRequest = useStore(openingPrompt);
  const [openingMounted, setOpeningMounted] = useState(false);
  if (openingRequest && !openingMounted) setOpeningMounted(true);

  const visitor = signedIn ? 'person' : signingIn ? 'guest' : null;
  useEffect(() => (visitor ? prefetchCode(router, visitor) : undefined), [visitor, router]);

  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ pathChanged }) => {
        if (!pathChanged) return;
        notify.leave();
        leaveConfirm();
      }),
    [router],
  );

  return (
    <>
      <OverlayHost />
      {clockMounted && <ClockDialog request={clockRequest} />}
      {everDue && <PasswordDueDialog due={due} onLeave={() => signOut({ keepDrafts: true })} />}
      {openingMounted && <OpeningDialog opening={openingRequest} onLeave={() => signOut({ keepDrafts: true })} />}
      {everEnded && <SessionEndedDialog ended={ended} onLeave={() => signOut({ ended: true })} />}
    </>
  );
}
