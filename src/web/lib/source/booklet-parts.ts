import { addressOf } from '#domain/calls/call-path.ts';
import { wholeBookletPath } from '#domain/calls/libreta-path.ts';
import type { StoredRecord } from '#domain/calls/record-wire.ts';
import { api } from '#web/lib/api-client.ts';
import { ApiError } from '#web/lib/api-errors.ts';

/** What is used of the answer of `getWholeBooklet`. */
export interface WholeBooklet {
  readonly persona: StoredRecord;
  readonly registros: Readonly<Record<string, StoredRecord[]>>;
}

/** So many parts of a person that are wanted at once are read by one call. Fewer, as after a save, are less to send on their own. */
const MIN_PARTS = 3;

interface Part<T> {
  readonly of: (whole: WholeBooklet) => T;
  /** Reads the part by its own call. */
  readonly alone: () => Promise<T>;
  readonly signal?: AbortSignal | undefined;
}

interface Wanted {
  /** Settles the promise of the part. */
  answer(whole: Promise<WholeBooklet> | null): void;
  readonly signal: AbortSignal | undefined;
}

const wantedNow = new Map<string, Wanted[]>();

/** Aborts when all of the parts were given up. */
function everyAborted(signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const controller = new AbortController();
  let waiting = signals.length;
  for (const signal of signals)
    signal?.addEventListener('abort', () => {
      waiting -= 1;
      if (waiting === 0) controller.abort(signal.reason);
    });
  return controller.signal;
}

async function readWhole(kind: string, id: string, signal: AbortSignal): Promise<WholeBooklet> {
  const { body } = await api.request('GET', addressOf(wholeBookletPath(kind), { id }), { signal });
  // The server guarantees the shape.
  return body as WholeBooklet;
}

function answerAll(kind: string, id: string, wanted: readonly Wanted[]): void {
  const signal = everyAborted(wanted.map((one) => one.signal));
  const whole = wanted.length >= MIN_PARTS ? readWhole(kind, id, signal) : null;
  for (const one of wanted) one.answer(whole);
}

/** A fault in one part of a booklet must not hide the others. A server that is away or busy is not asked again. */
const isFault = (error: unknown) => error instanceof ApiError && error.code === 'internal';

/** Reads a part of a booklet: together with the others that are wanted at the same moment, or alone. */
export function readBookletPart<T>(kind: string, id: string, part: Part<T>): Promise<T> {
  const aloneAfterFault = (error: unknown): Promise<T> => {
    if (isFault(error)) return part.alone();
    throw error;
  };
  return new Promise<T>((resolve, reject) => {
    const wanted: Wanted = {
      answer: (whole) => (whole ? whole.then(part.of, aloneAfterFault) : part.alone()).then(resolve, reject),
      signal: part.signal,
    };
    const key = `${kind} ${id}`;
    const others = wantedNow.get(key);
    if (others) {
      others.push(wanted);
      return;
    }
    const all = [wanted];
    wantedNow.set(key, all);
    queueMicrotask(() => {
      wantedNow.delete(key);
      answerAll(kind, id, all);
    });
  });
}
