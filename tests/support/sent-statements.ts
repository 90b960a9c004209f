import { NodePgPreparedQuery } from 'drizzle-orm/node-postgres';
import { PglitePreparedQuery } from 'drizzle-orm/pglite';
import { vi } from 'vitest';

/** Transaction statements, visible on PostgreSQL only. */
const AROUND = /^(begin|commit|rollback)\b/i;
/** Delayed journal entries of earlier requests, with the clock that is read for them. */
const NOTED_SOON = /^(insert into "journal" \(at,|select .* from clock_timestamp\(\))/i;

type Sent = InstanceType<typeof NodePgPreparedQuery | typeof PglitePreparedQuery>;

/** The statements that some work sends to either engine. */
export async function sentStatements(work: () => Promise<unknown>): Promise<string[]> {
  const spies = [NodePgPreparedQuery, PglitePreparedQuery].map((query) => vi.spyOn(query.prototype, 'execute'));
  try {
    await work();
    return spies
      .flatMap(({ mock }) => (mock.contexts as Sent[]).map((query) => query.getQuery().sql.replace(/\s+/g, ' ').trim()))
      .filter((sql) => !AROUND.test(sql) && !NOTED_SOON.test(sql));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
