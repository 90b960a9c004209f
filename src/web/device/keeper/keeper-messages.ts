import type { Keeper } from './keeper.ts';

type KeeperMethod = keyof Keeper;

export interface KeeperRequest {
  readonly id: number;
  readonly what: KeeperMethod;
  readonly args: readonly unknown[];
}

/** An error crosses the worker boundary as its name and message: structured clone loses the class. */
export type KeeperReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failed: { readonly name: string; readonly message: string } };

export async function answerRequest(keeper: Keeper, { id, what, args }: KeeperRequest): Promise<KeeperReply> {
  try {
    const call = keeper[what] as (...args: readonly unknown[]) => Promise<unknown>;
    return { id, value: await call(...args) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
    return { id, failed: { name, message } };
  }
}

export type RemoteKeeper = {
  readonly [Name in KeeperMethod]: (...args: Parameters<Keeper[Name]>) => Promise<Awaited<ReturnType<Keeper[Name]>>>;
};

export class KeeperFailed extends Error {
  constructor({ name, message }: { name: string; message: string }) {
    super(message);
    this.name = name;
  }
}

interface WorkerLike {
  postMessage(call: KeeperRequest): void;
  addEventListener(type: 'message', listener: (event: { data: KeeperReply }) => void): void;
  addEventListener(type: 'error', listener: (event: { message: string }) => void): void;
}

export function connectKeeper(worker: WorkerLike): RemoteKeeper {
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
  const ask = (what: KeeperMethod, args: readonly unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ id: last, what, args });
    });
  return new Proxy({} as RemoteKeeper, {
    get:
      (_, what) =>
      (...args: readonly unknown[]) =>
        ask(what as KeeperMethod, args),
  });
}
