import { fileURLToPath } from 'node:url';
import type { Facts } from '../setup/facts.ts';
import { forked } from '../setup/processes.ts';

/** What the load process is to do. */
export interface Order {
  /** One of them at a time, by chance. */
  readonly jobs: readonly string[];
  /** Set before every path: how the bare server is to do it. */
  readonly under?: string;
  /** The connections go to these in turn. */
  readonly urls: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  readonly seed: number;
  /** Between two jobs of one connection: from so long to three times as long. */
  readonly pauseMs?: number;
}

/** How long jobs took, in milliseconds. */
export interface Times {
  readonly jobs: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
}

/** What came of it. */
export interface Done extends Times {
  readonly seconds: number;
  readonly byJob: Readonly<Record<string, Times>>;
  /** Of one core, by the load process itself. */
  readonly busy: number;
  readonly failed: number;
  readonly failures: readonly string[];
}

export interface Load {
  run(order: Order): Promise<Done>;
  end(): void;
}

/** A process of its own that asks: what it costs is not the server's. */
export async function startLoad(facts: Facts): Promise<Load> {
  const child = forked(fileURLToPath(new URL('./main.ts', import.meta.url)));
  let failed: (error: Error) => void = () => {};
  child.once('exit', (code) => failed(new Error(`The load process ended with ${code}`)));
  const answer = <T>(key: string) =>
    new Promise<T>((resolve, reject) => {
      failed = reject;
      child.once('message', (message: Record<string, unknown>) => {
        if ('error' in message) reject(new Error(String(message.error)));
        else resolve(message[key] as T);
      });
    });
  const ready = answer('ready');
  child.send({ facts });
  await ready;
  return {
    run: (order) => {
      const done = answer<Done>('done');
      child.send({ order });
      return done;
    },
    end: () => child.kill(),
  };
}
