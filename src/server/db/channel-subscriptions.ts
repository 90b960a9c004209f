import { setTimeout } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

export interface ChannelListener {
  onNotification(payload: string): void;
  /** True while every notification arrives; false if some may have been lost with the connection. */
  onConnectionChange(well: boolean): void;
}

export interface ChannelSubscription {
  /**
   * Resolves once all listeners received what was committed before. One that does not answer is given up, by default after a second; the own
   * listener is then told that notifications may be missing.
   */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

/** Messages between listeners: a request to confirm what came before, and a confirmation. */
const CONFIRM_REQUEST = 'who';
const CONFIRMATION = 'here';
const PING_EVERY_MS = 10_000;
const PING_LIMIT_MS = 1_000;
export const CONFIRMATION_LIMIT_MS = PING_LIMIT_MS;
const CONNECT_LIMIT_MS = 3_000;
const RECONNECT_AFTER_MS = 1_000;

/** The own process receives a notification before any request continues. */
export async function subscribePglite(
  client: PGlite,
  channel: string,
  { onNotification, onConnectionChange }: ChannelListener,
): Promise<ChannelSubscription> {
  const stop = await client.listen(channel, onNotification);
  onConnectionChange(true);
  return {
    // Notifications are delivered in a task of their own.
    caughtUp: () => setTimeout(0),
    close: async () => {
      if (!client.closed) await stop();
    },
  };
}

const LISTENER = 'libreta-avisos';

const LISTENERS = `select pid from pg_stat_activity where application_name = '${LISTENER}' and datname = current_database()`;

function createQueue(client: pg.Client) {
  let last: Promise<unknown> = Promise.resolve();
  return <R extends pg.QueryResultRow>(statement: string, values: readonly unknown[] = []) => {
    const result = last.then(() => client.query<R>(statement, [...values]));
    last = result.catch(() => {});
    return result;
  };
}

interface Connection {
  readonly client: pg.Client;
  readonly run: ReturnType<typeof createQueue>;
}

function createConfirmations(limitMs: number) {
  const pending = new Map<string, (from: number) => void>();
  return {
    received: (id: string, from: number) => pending.get(id)?.(from),
    async all(id: string, from: readonly number[], ask: () => Promise<unknown>): Promise<boolean> {
      const missing = new Set(from);
      const limit = new AbortController();
      const allConfirmed = new Promise<boolean>((resolve) => {
        pending.set(id, (one) => {
          missing.delete(one);
          if (missing.size === 0) resolve(true);
        });
      });
      const late = setTimeout(limitMs, false, { signal: limit.signal }).catch(() => false);
      const confirmed = ask().then(
        () => allConfirmed,
        () => false,
      );
      const well = await Promise.race([confirmed, late]);
      limit.abort();
      pending.delete(id);
      return well;
    },
  };
}

/** Pings itself, since firewalls and poolers may drop notifications silently. Every listener confirms a request after what came before. */
export function subscribePostgres(
  url: string,
  channel: string,
  { onNotification, onConnectionChange }: ChannelListener,
  confirmationMs: number,
): ChannelSubscription {
  const ending = new AbortController();
  const { signal } = ending;
  const confirmations = createConfirmations(confirmationMs);
  let current: Connection | undefined;

  const notify = ({ run }: Connection, payload: string) => run('select pg_notify($1, $2)', [channel, payload]);
  const pidOf = ({ client }: Connection) => (client as pg.Client & { processID: number }).processID;

  /** @returns whether the connection receives its own notification */
  const echoes = (connection: Connection): Promise<boolean> => {
    const id = crypto.randomUUID();
    const pid = pidOf(connection);
    return confirmations.all(id, [pid], () => notify(connection, `${CONFIRMATION} ${id} ${pid}`));
  };

  const dispatch = (connection: Connection, payload: string) => {
    const [message, id = '', from = ''] = payload.split(' ');
    if (message === CONFIRMATION) confirmations.received(id, Number(from));
    else if (message === CONFIRM_REQUEST)
      notify(connection, `${CONFIRMATION} ${id} ${pidOf(connection)}`).catch(() => {});
    else onNotification(payload);
  };

  const markDisconnected = (connection: Connection) => {
    if (current !== connection) return;
    current = undefined;
    onConnectionChange(false);
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
    client.on('error', () => markDisconnected(connection));
    client.on('end', () => markDisconnected(connection));
    client.on('notification', ({ payload = '' }) => dispatch(connection, payload));
    try {
      await client.connect();
      await connection.run(`listen ${pg.escapeIdentifier(channel)}`);
      while (!signal.aborted && (await echoes(connection))) {
        if (!current) onConnectionChange(true);
        current = connection;
        await setTimeout(PING_EVERY_MS, undefined, { ref: false, signal }).catch(() => {});
        // An event of the connection reset it.
        if (!current) break;
      }
    } catch {
      // The database is away; the loop below connects again.
    } finally {
      markDisconnected(connection);
      await Promise.race([client.end().catch(() => {}), setTimeout(PING_LIMIT_MS, undefined, { ref: false })]);
    }
  };

  const running = (async () => {
    while (!signal.aborted) {
      await listen();
      await setTimeout(RECONNECT_AFTER_MS, undefined, { ref: false, signal }).catch(() => {});
    }
  })();

  return {
    async caughtUp() {
      const connection = current;
      if (!connection) return await setTimeout(PING_LIMIT_MS);
      const id = crypto.randomUUID();
      const listeners = await connection.run<{ pid: number }>(LISTENERS).catch(() => null);
      const pids = listeners?.rows.map(({ pid }) => pid) ?? [];
      const confirmed = () => confirmations.all(id, pids, () => notify(connection, `${CONFIRM_REQUEST} ${id}`));
      const well = listeners !== null && (await confirmed());
      // What the own process has cached may be outdated, even if its listener only answers late.
      if (!well && current === connection) {
        onConnectionChange(false);
        onConnectionChange(true);
      }
    },
    async close() {
      ending.abort();
      await running;
    },
  };
}
