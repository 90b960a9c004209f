import type { Keeper } from './keeper.ts';

type What = keyof Keeper;

/** One call of the keeper, as it goes to the worker … */
export interface Asked {
  readonly id: number;
  readonly what: What;
  readonly args: readonly unknown[];
}

/** … and as it comes back. What was thrown comes as its name and message: an error of one's own is not copied. */
export type Answered =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failed: { readonly name: string; readonly message: string } };

export async function answerOf(keeper: Keeper, { id, what, args }: Asked): Promise<Answered> {
  try {
    const call = keeper[what] as (...args: readonly unknown[]) => Promise<unknown>;
    return { id, value: await call(...args) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
    return { id, failed: { name, message } };
  }
}

/** The same keeper from the other side. */
export type RemoteKeeper = {
  readonly [Name in What]: (...args: Parameters<Keeper[Name]>) => Promise<Awaited<ReturnType<Keeper[Name]>>>;
};

/** What the keeper threw. */
export class KeeperFailed extends Error {
  constructor({ name, message }: { name: string; message: string }) {
    super(message);
    this.name = name;
  }
}

interface WorkerLike {
  postMessage(asked: Asked): void;
  addEventListener(type: 'message', listener: (event: { data: Answered }) => void): void;
  addEventListener(type: 'error', listener: (event: { message: string }) => void): void;
}

/** Asks a keeper that lives in a worker; a worker that breaks down fails whatever waits for it. */
export function keeperIn(worker: WorkerLike): RemoteKeeper {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  worker.addEventListener('message', ({ data }) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failed' in data) one?.reject(new KeeperFailed(data.failed));
    else one?.resolve(data.value);
  });
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new KeeperFailed({ name: 'WorkerError', message }));
    waiting.clear();
  });
  const ask = (what: What, args: readonly unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ id: last, what, args });
    });
  return new Proxy({} as RemoteKeeper, {
    get:
      (_, what) =>
      (...args: readonly unknown[]) =>
        ask(what as What, args),
  });
}
