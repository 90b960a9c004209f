/** A replica that is further behind is not used, since it shows outdated data. */
export const MAX_LAG_MS = 5_000;
const MAX_MARKS = 600;

export interface ReplicaState {
  readonly used: boolean;
  /** Writes of the last so many milliseconds may be missing; null if that is unknown. */
  readonly behindMs: number | null;
}

/** By this process's clock: a replica that replayed the log up to a mark has all of that moment. An idle database leaves none behind. */
export function createReplicaState(now: () => number = () => performance.now()) {
  let marks: { at: number; lsn: bigint }[] = [];
  let completeAt: number | null = null;

  const behindMs = () => (completeAt === null ? null : Math.max(0, now() - completeAt));

  return {
    mark(at: number, lsn: bigint): void {
      marks = [...marks, { at, lsn }].slice(-MAX_MARKS);
    },
    replayed(lsn: bigint): void {
      const reached = marks.filter((mark) => mark.lsn <= lsn);
      marks = marks.filter((mark) => mark.lsn > lsn);
      for (const { at } of reached) completeAt = Math.max(completeAt ?? at, at);
    },
    /** The replica does not answer, or belongs to another cluster. */
    away(): void {
      completeAt = null;
    },
    get(): ReplicaState {
      const behind = behindMs();
      return { used: behind !== null && behind <= MAX_LAG_MS, behindMs: behind };
    },
  };
}
