import type { Waiting } from '#domain/sync/lane.ts';
import { needsSomebody } from '#domain/sync/waiting-count.ts';
import { useStore } from '#web/lib/store.ts';
import { waitingWork } from './waiting-work.ts';

/** Of something that is on this device alone: it is sent by itself, or somebody must look at it first. */
export type WaitingMark = 'send' | 'review';

/** By the ids of people with anything in their booklets, and of records. */
type Marks = ReadonlyMap<string, WaitingMark>;

export function marksOf(all: readonly Waiting[]): Marks {
  const marks = new Map<string, WaitingMark>();
  for (const one of all) {
    if (one.estado === 'hecha') continue;
    const mark = needsSomebody(one) ? 'review' : 'send';
    for (const id of [one.persona, one._id]) if (mark === 'review' || !marks.has(id)) marks.set(id, mark);
  }
  return marks;
}

/** One map for all rows of a screen. */
const marksBy = new WeakMap<readonly Waiting[], Marks>();

function currentMarks(all: readonly Waiting[]): Marks {
  const kept = marksBy.get(all);
  if (kept) return kept;
  const marks = marksOf(all);
  marksBy.set(all, marks);
  return marks;
}

/** Whether something of a person's booklet, or a record, waits on this device. @param id of the person or the record */
export function useWaitingMark(id: string): WaitingMark | null {
  const all = useStore(waitingWork);
  return (all && currentMarks(all).get(id)) ?? null;
}
