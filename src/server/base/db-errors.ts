export interface DbFault {
  code: string;
  constraint?: string;
}

/** Messages of the drivers without a code: no connection in time, and a lost connection. */
const READ_TIMEOUT = 'Query read timeout';
const NO_CONNECTION = new RegExp(
  `timeout exceeded when trying to connect|due to connection timeout|${READ_TIMEOUT}`,
  'i',
);
const CONNECTION_LOST = /Connection terminated|is not queryable|after calling end|PGlite is clos/i;

/** The driver's error inside its wrappers; null if the error is not the database's. */
export function dbFault(error: unknown): DbFault | null {
  for (let inner: unknown = error, depth = 0; inner instanceof Error && depth < 5; inner = inner.cause, depth += 1) {
    const { code, constraint } = inner as Error & { code?: unknown; constraint?: unknown };
    if (typeof code === 'string' && /^([0-9A-Z]{5}|E[A-Z_]+)$/.test(code))
      return { code, ...(typeof constraint === 'string' ? { constraint } : {}) };
    if (NO_CONNECTION.test(inner.message)) return { code: '08001' };
    if (CONNECTION_LOST.test(inner.message)) return { code: '08006' };
  }
  return null;
}

export const isReadTimeout = (error: unknown): boolean => error instanceof Error && error.message === READ_TIMEOUT;

/** The name of the unique index that a write violated; null for any other error. */
export function violatedUniqueIndex(error: unknown): string | null {
  const fault = dbFault(error);
  return fault?.code === '23505' ? (fault.constraint ?? '') : null;
}

/** The error of a write on a server that a failover made read-only. */
const READ_ONLY = '25006';

export const isForbidden = (fault: DbFault | null): boolean => fault?.code === '42501';

/** Whether the connection broke or leads to a demoted server, so that a new connection may work at once. */
export function isConnectionLost({ code }: DbFault): boolean {
  return code === READ_ONLY || /^(08003|08006|57P01|57P02|ECONNRESET|EPIPE)$/.test(code);
}

/** Whether the database is down, locked or too busy, so that a later retry makes sense. */
export function isUnavailable({ code }: DbFault): boolean {
  return (
    /^(08|25006|40|53|55P03|57)/.test(code) ||
    /^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)/.test(code)
  );
}

/** Whether a held lock, or no free connection, blocks work for a while. */
export function isStuck({ code }: DbFault): boolean {
  return code === '55P03' || code === '08001';
}

export function isDiskFull({ code }: DbFault): boolean {
  return code === '53100' || code === 'ENOSPC' || code === 'EDQUOT';
}
