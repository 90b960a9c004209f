import { deviceStarted } from '#web/lib/device-start.ts';
import { onForget } from '#web/lib/loaded.ts';
import { createStore } from '#web/lib/store.ts';
import type { BookletSource, RecordCreation, RecordRemoval, RecordReplacement } from './booklet-source.ts';

export interface Question<Side, T> {
  readonly remote: Side;
  readonly ask: (side: Side) => Promise<T>;
  /** A later answer of the server replaces the device's under this key. */
  readonly queryKey: readonly unknown[];
  /** A request that started before the device was open, and its time by `performance.now()`. */
  readonly begun?: { readonly answer: Promise<T>; readonly at: number };
}

interface SentAtOnce {
  readonly operation: string;
  readonly timeoutMs: number;
  readonly onStamp: (stamp: string | null) => void;
}

export type Write<T> = (
  | { readonly hace: 'crear'; readonly about: RecordCreation }
  | { readonly hace: 'reemplazar'; readonly about: RecordReplacement }
  | { readonly hace: 'eliminar'; readonly about: RecordRemoval }
) & {
  readonly remote: (sent?: SentAtOnce) => Promise<T & { message: string }>;
  readonly shown: (reads: BookletSource) => Promise<T>;
};

export interface DeviceSide {
  readonly reads: BookletSource;
  /** Whether the device has all booklets; if not, it answers only when the server does not. */
  readonly isWhole: () => boolean;
  readonly answer: <Side, T>(question: Question<Side, T>) => Promise<T>;
  /** Sends the write, or stores it until it can be sent. @throws the server's refusal */
  readonly write: <T>(write: Write<T>) => Promise<T & { message: string }>;
  /** Whether the creation with this id is already stored or sent. */
  readonly holds: (_id: string) => boolean;
}

export const deviceSide = createStore<DeviceSide | null>(null);

let forgets = 0;
onForget(() => {
  forgets += 1;
});
/** Grows when what was loaded is forgotten: a question from before may be another account's. */
export const forgetCount = (): number => forgets;

const deviceOpens = (unless: Promise<unknown>) =>
  new Promise<DeviceSide>((resolve) => {
    const stop = deviceSide.subscribe(() => {
      const device = deviceSide.get();
      if (device) resolve(device);
    });
    unless.then(stop, stop);
  });

/** Reads from the server or the device; the device may also open while the server is silent. @throws ApiError, NetworkError */
export async function readFromSource<Side, T>(
  remote: Side,
  ask: (side: Side) => Promise<T>,
  { queryKey }: { queryKey: readonly unknown[] },
): Promise<T> {
  const device = deviceSide.get();
  if (device) return device.answer({ remote, ask, queryKey });
  const before = forgets;
  const at = performance.now();
  const answer = ask(remote);
  const first = await Promise.race([
    answer.then((value) => ({ value })),
    deviceOpens(answer).then((opened) => ({ opened })),
  ]);
  if ('value' in first || forgets !== before) return answer;
  return first.opened.answer({ remote, ask, queryKey, begun: { answer, at } });
}

export const writeCount = createStore(0);

export async function sideDecided(): Promise<void> {
  if (!deviceSide.get()) await deviceStarted();
}

export async function writeToSource<T>(write: Write<T>): Promise<T & { message: string }> {
  await sideDecided();
  const device = deviceSide.get();
  const saved = await (device ? device.write(write) : write.remote());
  writeCount.set(writeCount.get() + 1);
  return saved;
}
