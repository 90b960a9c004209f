import { fileURLToPath } from 'node:url';
import type { Facts } from '../setup/facts.ts';
import { forkProgram } from '../setup/processes.ts';
import type { Times } from './times.ts';

/** A task for the load process. */
export interface LoadTask {
  /** Each turn of a connection does one of them, chosen at random. */
  readonly jobs: readonly string[];
  /** Path prefix that selects a variant of the bare server. */
  readonly under?: string;
  /** The connections are distributed over these servers in turn. */
  readonly urls: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  readonly seed: number;
  /** Pause between two jobs of one connection: random, from this to three times this. */
  readonly pauseMs?: number;
}

/** The result of a task. */
export interface LoadResult extends Times {
  readonly seconds: number;
  readonly byJob: Readonly<Record<string, Times>>;
  /** Share of one core that the load process itself used. */
  readonly busy: number;
  readonly failed: number;
  readonly failures: readonly string[];
}

export interface Load {
  run(order: LoadTask): Promise<LoadResult>;
  end(): void;
}

/** Starts a separate process that sends the requests, so that its processor time is not counted as the server's. */
export async function startLoad(facts: Facts): Promise<Load> {
  const child = forkProgram(fileURLToPath(new URL('./main.ts', import.meta.url)));
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
      const done = answer<LoadResult>('done');
      child.send({ order });
      return done;
    },
    end: () => child.kill(),
  };
}
