/** Items beyond this are given up while the database is away. */
const MAX_WAITING = 10_000;
const AT_ONCE = 500;

export interface BatchWriter<T> {
  add(item: T): void;
  flush(): Promise<void>;
  close(): Promise<void>;
  waiting(): Waiting<T>;
}

interface Waiting<T> {
  readonly count: number;
  readonly first: T | undefined;
}

interface GatheringOptions<T> {
  write: (items: T[]) => Promise<void>;
  afterMs: number;
  /** Called when a write failed, which is tried again, with the number of waiting items. */
  failed: (error: unknown, waiting: number) => void;
  lost: (items: T[]) => void;
}

/** Writes small items in batches and in order, soon after they are added. */
export function createBatchWriter<T>({ write, afterMs, failed, lost }: GatheringOptions<T>): BatchWriter<T> {
  const waiting: T[] = [];
  let beingWritten: T[] = [];
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const schedule = () => {
    if (!closed) timer ??= setTimeout(() => void flush(), afterMs).unref();
  };

  const writeAll = async () => {
    while (waiting.length > 0) {
      const items = waiting.splice(0, AT_ONCE);
      beingWritten = items;
      try {
        await write(items);
      } catch (error) {
        waiting.unshift(...items);
        return failed(error, waiting.length);
      } finally {
        beingWritten = [];
      }
    }
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (waiting.length > 0) schedule();
    });
    return writing;
  };

  return {
    add(item) {
      if (waiting.length >= MAX_WAITING) return lost([item]);
      waiting.push(item);
      schedule();
    },
    flush,
    waiting: () => ({ count: beingWritten.length + waiting.length, first: beingWritten[0] ?? waiting[0] }),
    async close() {
      closed = true;
      await writing;
      await flush();
      if (waiting.length > 0) lost(waiting.splice(0));
    },
  };
}
