import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { errorForLog } from '#server/base/error-for-log.ts';
import type { Database } from '#server/db/connect.ts';
import { singleFlight } from '#server/db/single-flight.ts';
import type { LastBackup } from '#server/modules/health/health-routes.ts';

export interface MetricsContext {
  app: FastifyInstance;
  database: Database;
  replica?: Database | undefined;
  /** Children that are not computed by the rules in force yet; null while unknown. */
  childrenLeft(): number | null;
  backups?: { readonly last: () => LastBackup; readonly everySeconds: number } | undefined;
}

/** Creates gauges and returns their update, which neither rejects nor takes longer than {@link LIMIT_MS}. */
export type MetricsSource = (registry: Registry, running: MetricsContext) => () => void | Promise<void>;

/** Longer than the ping of a database takes to give up, and much shorter than Prometheus waits. */
const LIMIT_MS = 2_500;

/** Undefined after a failure or a timeout; one read at a time, so that hanging ones do not pile up. */
export function readOrUndefined<T>(
  { app }: MetricsContext,
  what: string,
  read: () => Promise<T>,
): () => Promise<T | undefined> {
  const once = singleFlight(read);
  return async () => {
    const ending = new AbortController();
    const { signal } = ending;
    const tooLong = setTimeout(LIMIT_MS, undefined, { ref: false, signal }).then(() => {
      throw new Error('It took too long');
    });
    try {
      return await Promise.race([once(), tooLong]);
    } catch (error) {
      app.log.warn({ err: errorForLog(error), what }, 'measuring failed');
      return undefined;
    } finally {
      ending.abort();
    }
  };
}

/** A gauge that is missing, and not 0, while its value is unknown. */
export function optionalGauge(
  registry: Registry,
  name: string,
  help: string,
): (value: number | null | undefined) => void {
  const gauge = new Gauge({ name, help, registers: [registry] });
  gauge.remove();
  return (value) => (value === null || value === undefined ? gauge.remove() : gauge.set(value));
}
