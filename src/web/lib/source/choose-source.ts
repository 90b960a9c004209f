import { deviceKnown } from '#web/lib/device-known.ts';
import { createStore } from '#web/lib/store.ts';
import type { BookletReads, Creation, Removal, Replacement } from './booklet-source.ts';

export interface Question<Side, T> {
  readonly remote: Side;
  readonly ask: (side: Side) => Promise<T>;
  /** A later answer of the server replaces the device's under this key. */
  readonly queryKey: readonly unknown[];
  /** A request that started before the device was open, and its time by `performance.now()`. */
  readonly begun?: { readonly answer: Promise<T>; readonly at: number };
}

export type Write<T> = (
  | { readonly hace: 'crear'; readonly about: Creation }
  | { readonly hace: 'reemplazar'; readonly about: Replacement }
  | { readonly hace: 'eliminar'; readonly about: Removal }
) & {
  readonly remote: (sent?: { operation: string; timeoutMs: number }) => Promise<T & { message: string }>;
  readonly shown: (reads: BookletReads) => Promise<T>;
};

export interface DeviceSide {
  readonly reads: BookletReads;
  /** Whether the device has all booklets; if not, it answers only when the server does not. */
  readonly isWhole: () => boolean;
  readonly answer: <Side, T>(question: Question<Side, T>) => Promise<T>;
  /** Sends the write, or stores it until it can be sent. @throws the server's refusal */
  readonly write: <T>(write: Write<T>) => Promise<T & { message: string }>;
  /** Whether the creation with this id is already stored or sent. */
  readonly holds: (_id: string) => boolean;
}

export const deviceSide = createStore<DeviceSide | null>(null);

const deviceOpens = (unless: Promise<unknown>) =>
  new Promise<DeviceSide>((resolve) => {
    const stop = deviceSide.subscribe(() => {
      const device = deviceSide.get();
      if (device) resolve(device);
    });
    unless.then(stop, stop);
  });

/** Reads from the server or the device; the device may also open while the server is silent. @throws ApiError, NetworkError */
export async function answered<Side, T>(
  remote: Side,
  ask: (side: Side) => Promise<T>,
  { queryKey }: { queryKey: readonly unknown[] },
): Promise<T> {
  const device = deviceSide.get();
  if (device) return device.answer({ remote, ask, queryKey });
  const at = performance.now();
  const answer = ask(remote);
  const first = await Promise.race([
    answer.then((value) => ({ value })),
    deviceOpens(answer).then((opened) => ({ opened })),
  ]);
  return 'value' in first ? first.value : first.opened.answer({ remote, ask, queryKey, begun: { answer, at } });
}

export const timesWritten = createStore(0);

export async function sideKnown(): Promise<void> {
  if (!deviceSide.get()) await deviceKnown();
}

export async function written<T>(write: Write<T>): Promise<T & { message: string }> {
  await sideKnown();
  const device = deviceSide.get();
  const saved = await (device ? device.write(write) : write.remote());
  timesWritten.set(timesWritten.get() + 1);
  return saved;
}
