/** A replica that is further behind is left aside: what it shows as of now would not be true. */
export const MOST_BEHIND_MS = 5_000;
/** So many marks are waited for; more pile up only while a replica is far behind. */
const MOST_MARKS = 600;

/** What is known of a replica. */
export interface ReplicaStanding {
  readonly used: boolean;
  /** What was written in the last so many milliseconds it may lack; null while nobody knows. */
  readonly behindMs: number | null;
}

/**
 * How far a replica has come, by this process's clock alone: the main database's log had come so far at that moment; once the replica
 * has replayed as much it has all of that moment. An idle main database leaves no replica behind.
 */
export function createStanding(now: () => number = () => performance.now()) {
  let marks: { at: number; lsn: bigint }[] = [];
  let completeAt: number | null = null;

  const behindMs = () => (completeAt === null ? null : Math.max(0, now() - completeAt));

  return {
    /** The main database's log ended here at that moment. */
    mark(at: number, lsn: bigint): void {
      marks = [...marks, { at, lsn }].slice(-MOST_MARKS);
    },
    /** The replica has replayed this much. */
    replayed(lsn: bigint): void {
      const reached = marks.filter((mark) => mark.lsn <= lsn);
      marks = marks.filter((mark) => mark.lsn > lsn);
      for (const { at } of reached) completeAt = Math.max(completeAt ?? at, at);
    },
    /** It does not answer, or not of these data. */
    away(): void {
      completeAt = null;
    },
    get(): ReplicaStanding {
      const behind = behindMs();
      return { used: behind !== null && behind <= MOST_BEHIND_MS, behindMs: behind };
    },
  };
}
