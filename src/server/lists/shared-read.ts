/**
 * Lets readers share one read that begins after all of them came, so that each gets everything that was saved before. At most one read runs.
 * @returns the reader; `waits` is called if another read has to end first
 */
export function createSharedRead<T>(read: () => Promise<T>): (waits?: () => void) => Promise<T> {
  let running: Promise<T> | undefined;
  /** Begins when the running one has ended. */
  let next: Promise<T> | undefined;

  const begin = (): Promise<T> => {
    next = undefined;
    running = read().finally(() => {
      running = undefined;
    });
    return running;
  };
  return (waits) => {
    if (!running && !next) return begin();
    waits?.();
    next ??= running?.then(begin, begin) ?? begin();
    return next;
  };
}
