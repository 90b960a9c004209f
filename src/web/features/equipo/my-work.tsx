import { sendable } from '#domain/sync/lane.ts';
import { needsDecision } from '#domain/sync/pending-count.ts';
import { sendingState, waitingWork } from '#web/device/shown/waiting-work.ts';
import { currentWork } from '#web/device/work/work.ts';
import { useStore } from '#web/lib/store.ts';
import { ReviewCard } from './review-card.tsx';
import { RoleCallout } from './role-callout.tsx';
import { SentCard } from './sent-card.tsx';
import { ToSendCard } from './to-send-card.tsx';

/** The operations of this device: to send, to review, and sent. */
export function MyWork() {
  const work = useStore(currentWork);
  const waiting = (useStore(waitingWork) ?? []).filter(({ estado }) => estado !== 'hecha');
  const mayNotSend = useStore(sendingState).is === 'role';
  if (!work) return null;
  const toSend = waiting.filter((one) => !needsDecision(one));
  const sending = new Set(sendable(waiting));
  const toReview = waiting.filter(needsDecision);
  return (
    <>
      {mayNotSend && waiting.length > 0 && <RoleCallout work={work} many={waiting.length} />}
      {toSend.length > 0 && <ToSendCard work={work} waiting={toSend} going={sending} />}
      {toReview.length > 0 && <ReviewCard work={work} waiting={toReview} />}
      <SentCard work={work} />
    </>
  );
}
