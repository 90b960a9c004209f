import { deviceKnown } from '#web/lib/device-known.ts';
import { createStore } from '#web/lib/store.ts';
import type { BookletReads, Creation, Removal, Replacement } from './booklet-source.ts';

/** What is asked of either side, or of the part of it that a screen has loaded. */
export interface Question<Side, T> {
  readonly remote: Side;
  readonly ask: (side: Side) => Promise<T>;
  /** Under which the answer is shown: what the server says later takes the place of the device's answer. */
  readonly queryKey: readonly unknown[];
  /** What the server was asked already, before the device was open, and when (`performance.now()`). */
  readonly begun?: { readonly answer: Promise<T>; readonly at: number };
}

/** One write of a booklet, and what comes of it where the server or the device has it. */
export type Write<T> = (
  | { readonly hace: 'crear'; readonly about: Creation }
  | { readonly hace: 'reemplazar'; readonly about: Replacement }
  | { readonly hace: 'eliminar'; readonly about: Removal }
) & {
  /** @param sent under which the server remembers it, and for how long it is waited for */
  readonly remote: (sent?: { operation: string; timeoutMs: number }) => Promise<T & { message: string }>;
  /** What was written, as the device shows it. */
  readonly shown: (reads: BookletReads) => Promise<T>;
};

/** What the device can answer, while the vault of whoever is signed in is open. */
export interface DeviceSide {
  readonly reads: BookletReads;
  /** Whether it has all that it is to have: else it answers only where nobody else does. */
  readonly isWhole: () => boolean;
  readonly answer: <Side, T>(question: Question<Side, T>) => Promise<T>;
  /** Has the server do it, or keeps it until the server can. @throws whatever the server refuses with */
  readonly write: <T>(write: Write<T>) => Promise<T & { message: string }>;
  /** Whether what was made under this id is kept or sent already: a form that says it is a leftover. */
  readonly holds: (_id: string) => boolean;
}

export const deviceSide = createStore<DeviceSide | null>(null);

/** Resolves with the device once it is open. @param unless no longer listened to after this */
const deviceOpens = (unless: Promise<unknown>) =>
  new Promise<DeviceSide>((resolve) => {
    const stop = deviceSide.subscribe(() => {
      const device = deviceSide.get();
      if (device) resolve(device);
    });
    unless.then(stop, stop);
  });

/**
 * Asks the server, and the device where there is one that may answer; also one that opens while the server is silent, as that of a page
 * that was just loaded. @throws ApiError, NetworkError as the server's side does
 */
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

/** How often something was saved: what the device has is then no longer all. */
export const timesWritten = createStore(0);

/** Resolves once it is known which side answers. */
export async function sideKnown(): Promise<void> {
  if (!deviceSide.get()) await deviceKnown();
}

/** Writes where it can be written now. @throws ApiError, NetworkError as the server's side does */
export async function written<T>(write: Write<T>): Promise<T & { message: string }> {
  await sideKnown();
  const device = deviceSide.get();
  const saved = await (device ? device.write(write) : write.remote());
  timesWritten.set(timesWritten.get() + 1);
  return saved;
}
