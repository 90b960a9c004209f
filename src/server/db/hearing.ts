import { setTimeout } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/** Who wants to know what is notified on a channel. */
export interface Hearing {
  heard(payload: string): void;
  /** Nothing is missed from now on; or something may be, since the connection that hears is gone. */
  hears(well: boolean): void;
}

/** What hears a channel. */
export interface Listening {
  /** Resolves once all that was committed before has been heard; gives up after a second, with what that means said to `hears`. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

const PING = 'ping ';
const PING_EVERY_MS = 10_000;
const PING_LIMIT_MS = 1_000;
const CONNECT_LIMIT_MS = 3_000;
const AGAIN_AFTER_MS = 1_000;

/** Its own process hears it before any request goes on. */
export async function hearPglite(client: PGlite, channel: string, { heard, hears }: Hearing): Promise<Listening> {
  const stop = await client.listen(channel, heard);
  hears(true);
  return {
    // Notifications are handed on in a task of their own.
    caughtUp: () => setTimeout(0),
    close: async () => {
      if (!client.closed) await stop();
    },
  };
}

/**
 * Hears on a connection of its own, which asks itself every now and then whether it still does: one that a firewall has forgotten
 * says nothing, and behind some poolers nobody ever hears.
 */
export function hearPostgres(url: string, channel: string, { heard, hears }: Hearing): Listening {
  const ending = new AbortController();
  const { signal } = ending;
  const pings = new Map<string, () => void>();
  let current: pg.Client | undefined;

  /** @returns whether the channel was heard in time */
  const ping = async (client: pg.Client): Promise<boolean> => {
    const id = crypto.randomUUID();
    const limit = new AbortController();
    const answered = new Promise<boolean>((resolve) => pings.set(id, () => resolve(true)));
    const failed = client.query('select pg_notify($1, $2)', [channel, PING + id]).then(
      () => answered,
      () => false,
    );
    const late = setTimeout(PING_LIMIT_MS, false, { signal: limit.signal }).catch(() => false);
    const well = await Promise.race([failed, late]);
    limit.abort();
    pings.delete(id);
    return well;
  };

  const deafen = (client: pg.Client) => {
    if (current !== client) return;
    current = undefined;
    hears(false);
  };

  const listen = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'libreta-avisos',
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      keepAlive: true,
    });
    client.on('error', () => deafen(client));
    client.on('end', () => deafen(client));
    client.on('notification', ({ payload = '' }) => {
      if (payload.startsWith(PING)) pings.get(payload.slice(PING.length))?.();
      else heard(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      while (!signal.aborted && (await ping(client))) {
        if (!current) hears(true);
        current = client;
        await setTimeout(PING_EVERY_MS, undefined, { ref: false, signal }).catch(() => {});
        // Said by the connection itself.
        if (!current) break;
      }
    } catch {
      // The database is away: it is tried again.
    } finally {
      deafen(client);
      // One that does not answer is not waited for.
      await Promise.race([client.end().catch(() => {}), setTimeout(PING_LIMIT_MS, undefined, { ref: false })]);
    }
  };

  const running = (async () => {
    while (!signal.aborted) {
      await listen();
      await setTimeout(AGAIN_AFTER_MS, undefined, { ref: false, signal }).catch(() => {});
    }
  })();

  return {
    async caughtUp() {
      const client = current;
      if (client && !(await ping(client))) deafen(client);
    },
    async close() {
      ending.abort();
      await running;
    },
  };
}
