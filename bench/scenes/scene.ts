import type { Bench } from '../measure.ts';
import type { Options } from '../options.ts';
import type { Serving } from '../setup/processes.ts';

/** What a scene plays on. */
export interface Scene {
  readonly bench: Bench;
  readonly size: number;
  readonly options: Options;
  /** Another process of the server on the same database. */
  start(env?: NodeJS.ProcessEnv): Promise<Serving>;
  readonly main: string;
  readonly populate: string;
}
