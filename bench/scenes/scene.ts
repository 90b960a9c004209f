import type { Bench } from '../measure.ts';
import type { Options } from '../options.ts';
import type { ServedProcess } from '../setup/processes.ts';

/** What a scene needs to run. */
export interface Scene {
  readonly bench: Bench;
  readonly size: number;
  readonly options: Options;
  /** Starts another process of the server on the same database. */
  start(env?: NodeJS.ProcessEnv): Promise<ServedProcess>;
  readonly main: string;
  readonly populate: string;
}
