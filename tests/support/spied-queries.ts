import pg from 'pg';
import { vi } from 'vitest';

/** A statement as it goes to PostgreSQL. */
export interface Sent {
  /** Under which it is prepared; PostgreSQL may then plan it without its values. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: unknown[];
}

/** What has no plan. */
const WITHOUT_PLAN = /^\s*(begin|commit|rollback|savepoint|release|listen|unlisten|notify|set|show|lock)\b/i;

/** The statements, with their values, that some work sends to PostgreSQL. */
export async function queriesOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return (spy.mock.calls as unknown[][]).flatMap(([query, second]) => {
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
