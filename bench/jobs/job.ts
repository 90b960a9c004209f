import type { Random } from '#server/population/random.ts';
import type { Call } from '../load/connection.ts';
import type { Facts } from '../setup/facts.ts';

/** One task of a user, as the calls that it takes. */
export interface Job {
  readonly title: string;
  calls(random: Random, facts: Facts): readonly Call[];
  /** The variants of the bare server to compare with; none if the job is not compared. */
  readonly limits?: readonly Limit[];
}

export interface Limit {
  readonly title: string;
  /** The path prefix of this variant on the bare server. */
  readonly under: string;
}

export const BARE: readonly Limit[] = [{ title: 'bare', under: '' }];

export const get = (path: string, token: string): Call => ({ method: 'GET', path, token });
