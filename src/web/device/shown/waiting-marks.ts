import type { PendingOperation } from '#domain/sync/lane.ts';
import { needsDecision } from '#domain/sync/pending-count.ts';
import { useStore } from '#web/lib/store.ts';
import { waitingWork } from './waiting-work.ts';

/** Work that exists only on this device: it is sent automatically, or it needs a decision. */
export type WaitingMark = 'send' | 'review';

type Marks = ReadonlyMap<string, WaitingMark>;

export function marksOf(all: readonly PendingOperation[]): Marks {
  const marks = new Map<string, WaitingMark>();
  for (const one of all) {
    if (one.estado === 'hecha') continue;
    const mark = needsDecision(one) ? 'review' : 'send';
    for (const id of [one.persona, one._id]) if (mark === 'review' || !marks.has(id)) marks.set(id, mark);
  }
  return marks;
}

const marksBy = new WeakMap<readonly PendingOperation[], Marks>();

function currentMarks(all: readonly PendingOperation[]): Marks {
  const kept = marksBy.get(all);
  if (kept) return kept;
  const marks = marksOf(all);
  marksBy.set(all, marks);
  return marks;
}

export function useWaitingMark(id: string): WaitingMark | null {
  const all = useStore(waitingWork);
  return (all && currentMarks(all).get(id)) ?? null;
}
