import { AsyncLocalStorage } from 'node:async_hooks';
import { NodePgPreparedQuery } from 'drizzle-orm/node-postgres';
import { PglitePreparedQuery } from 'drizzle-orm/pglite';
import { vi } from 'vitest';

/** Transaction statements, visible on PostgreSQL only. */
const AROUND = /^(begin|commit|rollback)\b/i;
/** What a request leaves to be written later: journal entries, with the clock that is read for them, and the last uses of sessions. */
const NOTED_SOON =
  /^(insert into "journal" \(at,|select .* from clock_timestamp\(\)|update "session" set last_used_at)/i;

/** The statements of the work that is watched. Background work of the same process has another context. */
const watched = new AsyncLocalStorage<Sent[]>();

type Sent = InstanceType<typeof NodePgPreparedQuery | typeof PglitePreparedQuery>;

/** The statements that some work sends to either engine. */
export async function sentStatements(work: () => Promise<unknown>): Promise<string[]> {
  const sent: Sent[] = [];
  const spies = [NodePgPreparedQuery, PglitePreparedQuery].map((query) => {
    const original = query.prototype.execute as (...given: unknown[]) => unknown;
    return vi.spyOn(query.prototype, 'execute').mockImplementation(function (this: Sent, ...given: unknown[]) {
      if (watched.getStore() === sent) sent.push(this);
      return original.apply(this, given);
    } as never);
  });
  try {
    await watched.run(sent, work);
    return sent
      .map((query) => query.getQuery().sql.replace(/\s+/g, ' ').trim())
      .filter((sql) => !AROUND.test(sql) && !NOTED_SOON.test(sql));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
