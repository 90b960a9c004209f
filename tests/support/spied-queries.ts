import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { vi } from 'vitest';

/** A statement sent to PostgreSQL. */
export interface SentQuery {
  /** The name it is prepared under; PostgreSQL may then use a generic plan. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: unknown[];
}

/** Statements without a plan. */
const WITHOUT_PLAN = /^\s*(begin|commit|rollback|savepoint|release|listen|unlisten|notify|set|show|lock)\b/i;

/** The calls of the work that is watched. Background work of the same process has another context. */
const watched = new AsyncLocalStorage<unknown[][]>();

/** The statements with values that some work sends to PostgreSQL. */
export async function queriesOf(work: () => Promise<unknown>): Promise<SentQuery[]> {
  const calls: unknown[][] = [];
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    if (watched.getStore() === calls) calls.push(given);
    return original.apply(this, given);
  } as never);
  try {
    await watched.run(calls, work);
    return calls.flatMap(([query, second]) => {
      const config: Partial<pg.QueryConfig> =
        typeof query === 'string' ? { text: query } : (query as Partial<pg.QueryConfig>);
      const values = Array.isArray(second) ? second : (config.values ?? []);
      return config.text === undefined || WITHOUT_PLAN.test(config.text)
        ? []
        : [{ name: config.name, text: config.text, values }];
    });
  } finally {
    spy.mockRestore();
  }
}
