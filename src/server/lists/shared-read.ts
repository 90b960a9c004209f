/**
 * Lets readers share one read that begins after all of them came, so that each gets everything that was saved before. At most one read runs.
 * @param read gets whether its readers waited for an earlier one
 * @returns the reader; `waits` is called if another read has to end first
 */
export function createSharedRead<T>(read: (isLater: boolean) => Promise<T>): (waits?: () => void) => Promise<T> {
  let running: Promise<T> | undefined;
  /** Begins when the running one has ended. */
  let next: Promise<T> | undefined;

  const begin = (isLater: boolean): Promise<T> => {
    next = undefined;
    running = read(isLater).finally(() => {
      running = undefined;
    });
    return running;
  };
  return (waits) => {
    if (!running && !next) return begin(false);
    waits?.();
    const later = () => begin(true);
    next ??= running?.then(later, later) ?? later();
    return next;
  };
}

/** Readers share reads by a key. A key is forgotten when no reader waits for it, so keys that clients choose cannot pile up. */
export function createSharedReads<T>() {
  const reads = new Map<string, { shared: ReturnType<typeof createSharedRead<T>>; readers: number }>();
  return async (key: string, read: (isLater: boolean) => Promise<T>, waits?: () => void): Promise<T> => {
    const one = reads.get(key) ?? { shared: createSharedRead(read), readers: 0 };
    reads.set(key, one);
    one.readers += 1;
    try {
      return await one.shared(waits);
    } finally {
      one.readers -= 1;
      if (one.readers === 0) reads.delete(key);
    }
  };
}
