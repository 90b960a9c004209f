/** What a database error says about itself, without the values it happened on. */
export interface DbFault {
  code: string;
  constraint?: string;
}

/** How the drivers say, without a code, that none can be had in time, and that the one there was is gone. */
const SILENCE = 'Query read timeout';
const NO_CONNECTION = new RegExp(`timeout exceeded when trying to connect|due to connection timeout|${SILENCE}`, 'i');
const CONNECTION_LOST = /Connection terminated|is not queryable|after calling end|PGlite is clos/i;

/** The driver's error inside whatever wraps it, or null when the error is not the database's. */
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

/** Whether nothing came back in time, and nobody knows whether it ever will. */
export const isSilence = (error: unknown): boolean => error instanceof Error && error.message === SILENCE;

/** The name of the unique index that a write would have broken, or null when that is not what happened. */
export function brokenUnique(error: unknown): string | null {
  const fault = dbFault(error);
  return fault?.code === '23505' ? (fault.constraint ?? '') : null;
}

/** What only reads: nobody wrote that into a transaction that reads, so this is a server that was the one to write to until now. */
const READ_ONLY = '25006';

/** Whether that is for the owner of the tables alone, or for whoever was given more. */
export const isForbidden = (fault: DbFault | null): boolean => fault?.code === '42501';

/** Whether the connection broke off, or leads to a server of no use any more, so that another one may serve at once. */
export function isConnectionLost({ code }: DbFault): boolean {
  return code === READ_ONLY || /^(08003|08006|57P01|57P02|ECONNRESET|EPIPE)$/.test(code);
}

/** Whether the database is away, starting, stopping, locked or too busy: trying again later makes sense. */
export function isUnavailable({ code }: DbFault): boolean {
  return (
    /^(08|25006|40|53|55P03|57)/.test(code) ||
    /^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)/.test(code)
  );
}

/** Whether something stands in the way for a while: a lock that somebody holds, or no connection to be had in time. */
export function isStuck({ code }: DbFault): boolean {
  return code === '55P03' || code === '08001';
}

/** Whether there is no room left where the database keeps its files. */
export function isDiskFull({ code }: DbFault): boolean {
  return code === '53100' || code === 'ENOSPC' || code === 'EDQUOT';
}
