/** What a database error says about itself, without the values it happened on. */
export interface DbFault {
  code: string;
  constraint?: string;
}

/** How the drivers say, without a code, that there is no connection. */
const CONNECTION_LOST =
  /Connection terminated|timeout exceeded when trying to connect|is not queryable|after calling end|PGlite is clos/i;

/** The driver's error inside whatever wraps it, or null when the error is not the database's. */
export function dbFault(error: unknown): DbFault | null {
  for (let inner: unknown = error, depth = 0; inner instanceof Error && depth < 5; inner = inner.cause, depth += 1) {
    const { code, constraint } = inner as Error & { code?: unknown; constraint?: unknown };
    if (typeof code === 'string' && /^([0-9A-Z]{5}|E[A-Z_]+)$/.test(code))
      return { code, ...(typeof constraint === 'string' ? { constraint } : {}) };
    if (CONNECTION_LOST.test(inner.message)) return { code: '08006' };
  }
  return null;
}

/** The name of the unique index that a write would have broken, or null when that is not what happened. */
export function brokenUnique(error: unknown): string | null {
  const fault = dbFault(error);
  return fault?.code === '23505' ? (fault.constraint ?? '') : null;
}

/** Whether the database is away, starting, stopping or too busy: trying again later makes sense. */
export function isUnavailable(fault: DbFault): boolean {
  return (
    /^(08|53|57)/.test(fault.code) || /^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)/.test(fault.code)
  );
}
