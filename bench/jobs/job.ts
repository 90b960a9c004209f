import type { Random } from '#server/population/random.ts';
import type { Call } from '../load/connection.ts';
import type { Facts } from '../setup/facts.ts';

/** What somebody does with the booklet, as the calls it takes. */
export interface Job {
  readonly title: string;
  calls(random: Random, facts: Facts): readonly Call[];
  /** The ways in which the bare server does the same, by the path's first part; none where nothing is compared. */
  readonly limits?: readonly Limit[];
}

export interface Limit {
  readonly title: string;
  /** Where the bare server does it so. */
  readonly under: string;
}

export const BARE: readonly Limit[] = [{ title: 'bare', under: '' }];

export const get = (path: string, token: string): Call => ({ method: 'GET', path, token });
