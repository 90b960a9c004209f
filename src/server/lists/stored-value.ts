/** How often a process looks whether another one has computed the value. */
const POLL_MS = 2_000;
/** How often a claim is renewed; the store keeps it several times as long. */
const RENEW_MS = 15_000;

/** A computed value, and what tells how long it serves. */
export interface Obtained<T> {
  /** When the computation began, as {@link ComputedValue.at}. */
  readonly at: Date;
  readonly tookMs: number;
  /** Milliseconds since the computation began. */
  readonly ageMs: number;
  readonly value: T;
  /** Names this computation in the store; undefined if it is not stored. */
  readonly version?: string | undefined;
}

export interface StoredValue<T> extends Omit<Obtained<T>, 'value'> {
  /** Null if the reader has this version already, or if the value is of another key or another release of the application. */
  readonly value: T | null;
}

export const hasValue = <T>(stored: StoredValue<T> | null): stored is Obtained<T> =>
  stored !== null && stored.value !== null;

/** Where processes leave a computed value for each other, and agree on which of them computes the next. */
export interface ValueStore<T> {
  /** @param version of the value that the caller has */
  read(key: string, version: string | undefined): Promise<StoredValue<T> | null>;
  /** Whether the caller is to compute the next value: no other process does, and none has stored one after this version. */
  claim(version: string | undefined): Promise<boolean>;
  /** Keeps the claim; without it, another process may take over after some time. */
  renew(): Promise<void>;
  /** Stores the next value and ends the claim. @returns its version; undefined if another process took over */
  write(key: string, value: T, at: Date, tookMs: number): Promise<string | undefined>;
  /** Ends the claim. */
  release(): Promise<void>;
}

interface Turn<T> {
  readonly key: string;
  /** Of the value that the caller has. */
  readonly version: string | undefined;
  readonly signal: AbortSignal;
  failed(error: unknown): void;
  isFresh(stored: StoredValue<T>): boolean;
  isWorthSharing(own: Obtained<T>): boolean;
  /** @param betweenPieces awaited now and then */
  compute(betweenPieces?: () => Promise<void>): Promise<Obtained<T>>;
}

async function computeForAll<T>(store: ValueStore<T>, turn: Turn<T>): Promise<Obtained<T>> {
  const { key, failed, isWorthSharing, compute } = turn;
  let renewedAt = performance.now();
  const renew = async () => {
    if (performance.now() - renewedAt < RENEW_MS) return;
    renewedAt = performance.now();
    await store.renew().catch(failed);
  };
  try {
    const own = await compute(renew);
    if (!isWorthSharing(own)) return own;
    // The value serves this process even if it cannot be stored.
    const version = await store.write(key, own.value, own.at, own.tookMs).catch(failed);
    return { ...own, version: version ?? undefined };
  } finally {
    await store.release().catch(failed);
  }
}

/** Resolves after a time, or at once on abort. */
const pauseFor = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms).unref();
    signal.addEventListener('abort', end);
  });

/** A fresh value of another process; null as soon as this one is to compute the next. */
async function takeFresh<T>(store: ValueStore<T>, turn: Turn<T>): Promise<Obtained<T> | null> {
  const { key, signal, isFresh } = turn;
  for (let { version } = turn; ; ) {
    signal.throwIfAborted();
    const stored = await store.read(key, version);
    if (hasValue(stored) && isFresh(stored)) return stored;
    version = stored?.version;
    if (await store.claim(version)) return null;
    await pauseFor(POLL_MS, signal);
  }
}

/** The next value, computed by one process at a time: the others wait for it. Each computes its own while the store cannot be used. */
export async function obtainInTurn<T>(store: ValueStore<T>, turn: Turn<T>): Promise<Obtained<T>> {
  try {
    const fresh = await takeFresh(store, turn);
    if (fresh) return fresh;
  } catch (error) {
    turn.signal.throwIfAborted();
    turn.failed(error);
    return turn.compute();
  }
  return computeForAll(store, turn);
}
