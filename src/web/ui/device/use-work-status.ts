import { useEffect, useMemo, useState } from 'react';
import { now } from '#domain/clock.ts';
import type { DeviceStatus } from '#web/device/shown/status.ts';
import { statusText, type WorkStatus, workStatus } from '#web/device/shown/status-text.ts';
import { lastSent, sendingState, waitingWork } from '#web/device/shown/waiting-work.ts';
import { applicationHere } from '#web/lib/application-here.ts';
import { useReauthentication } from '#web/lib/reauthentication.ts';
import { useServerReachable } from '#web/lib/server-reach.ts';
import { useStore } from '#web/lib/store.ts';

const MINUTE_MS = 60_000;

export function useWorkStatus(): WorkStatus {
  const all = useStore(waitingWork);
  const sending = useStore(sendingState);
  const sentAt = useStore(lastSent);
  // While the password dialog is open, sending is paused.
  const passwordPending = useReauthentication() !== null;
  return useMemo(
    () => workStatus(all, passwordPending && sending.is === 'sending' ? { is: 'password' } : sending, sentAt),
    [all, sending, sentAt, passwordPending],
  );
}

/** A short text of the status, updated every minute. */
export function useStatusWords(status: DeviceStatus | null, work: WorkStatus): string {
  const reachable = useServerReachable();
  const application = useStore(applicationHere);
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return status ? statusText(status, reachable, application, work, now().getTime()) : '';
}
