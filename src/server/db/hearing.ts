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
  /** Resolves once everybody who listens has heard all that was committed before; whoever does not answer is given up after a second. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

/** What listeners say to one another: who asks whether all have heard what came before, and who has. */
const WHO = 'who';
const HERE = 'here';
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

const LISTENER = 'libreta-avisos';

/** Asks who else hears on connections like this one. */
const LISTENERS = `select pid from pg_stat_activity where application_name = '${LISTENER}' and datname = current_database()`;

/** Runs statements one after the other, for a connection takes one at a time. */
function createQueue(client: pg.Client) {
  let last: Promise<unknown> = Promise.resolve();
  return <R extends pg.QueryResultRow>(statement: string, values: readonly unknown[] = []) => {
    const result = last.then(() => client.query<R>(statement, [...values]));
    last = result.catch(() => {});
    return result;
  };
}

/** A connection that listens. */
interface Connection {
  readonly client: pg.Client;
  readonly run: ReturnType<typeof createQueue>;
}

/** Answers that are waited for, by the id of what was asked. */
function createAwaited() {
  const awaited = new Map<string, (from: number) => void>();
  return {
    came: (id: string, from: number) => awaited.get(id)?.(from),
    /** @returns whether all of these answered in time */
    async all(id: string, from: readonly number[], ask: () => Promise<unknown>): Promise<boolean> {
      const missing = new Set(from);
      const limit = new AbortController();
      const everybody = new Promise<boolean>((resolve) => {
        awaited.set(id, (one) => {
          missing.delete(one);
          if (missing.size === 0) resolve(true);
        });
      });
      const late = setTimeout(PING_LIMIT_MS, false, { signal: limit.signal }).catch(() => false);
      const asked = ask().then(
        () => everybody,
        () => false,
      );
      const well = await Promise.race([asked, late]);
      limit.abort();
      awaited.delete(id);
      return well;
    },
  };
}

/**
 * Hears on a connection of its own, which asks itself every now and then whether it still does: one that a firewall has forgotten
 * says nothing, and behind some poolers nobody ever hears. Whoever wants to know that everybody has heard something asks all that
 * listen, and each of them answers when it has heard what came before.
 */
export function hearPostgres(url: string, channel: string, { heard, hears }: Hearing): Listening {
  const ending = new AbortController();
  const { signal } = ending;
  const awaited = createAwaited();
  let current: Connection | undefined;

  const say = ({ run }: Connection, payload: string) => run('select pg_notify($1, $2)', [channel, payload]);
  const pidOf = ({ client }: Connection) => (client as pg.Client & { processID: number }).processID;

  /** @returns whether the connection hears itself */
  const echoes = (connection: Connection): Promise<boolean> => {
    const id = crypto.randomUUID();
    const pid = pidOf(connection);
    return awaited.all(id, [pid], () => say(connection, `${HERE} ${id} ${pid}`));
  };

  /** Something that listeners tell one another; anything else is news. */
  const understand = (connection: Connection, payload: string) => {
    const [what, id = '', from = ''] = payload.split(' ');
    if (what === HERE) awaited.came(id, Number(from));
    else if (what === WHO) say(connection, `${HERE} ${id} ${pidOf(connection)}`).catch(() => {});
    else heard(payload);
  };

  const deafen = (connection: Connection) => {
    if (current !== connection) return;
    current = undefined;
    hears(false);
  };

  const listen = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: LISTENER,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      query_timeout: CONNECT_LIMIT_MS,
      keepAlive: true,
    });
    const connection = { client, run: createQueue(client) };
    client.on('error', () => deafen(connection));
    client.on('end', () => deafen(connection));
    client.on('notification', ({ payload = '' }) => understand(connection, payload));
    try {
      await client.connect();
      await connection.run(`listen ${pg.escapeIdentifier(channel)}`);
      while (!signal.aborted && (await echoes(connection))) {
        if (!current) hears(true);
        current = connection;
        await setTimeout(PING_EVERY_MS, undefined, { ref: false, signal }).catch(() => {});
        // Said by the connection itself.
        if (!current) break;
      }
    } catch {
      // The database is away: it is tried again.
    } finally {
      deafen(connection);
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
      const connection = current;
      if (!connection) return;
      const id = crypto.randomUUID();
      const everybody = await connection.run<{ pid: number }>(LISTENERS).catch(() => ({ rows: [] }));
      const pids = everybody.rows.map(({ pid }) => pid);
      await awaited.all(id, pids, () => say(connection, `${WHO} ${id}`));
    },
    async close() {
      ending.abort();
      await running;
    },
  };
}
