import type { FastifyInstance } from 'fastify';
import { getHealth, getLive } from '#domain/calls/health.ts';
import { AppError, ERRORS } from '#domain/errors.ts';
import { RESTART_RETRY_AFTER_SECONDS } from '#server/base/restart-retry-after.ts';
import { serve } from '#server/calls/serve.ts';

interface Watched {
  /** Rejects if the database does not answer. */
  ping(): Promise<void>;
  room(): 'enough' | 'low' | 'out';
}

export interface LastBackup {
  /** Since the start of the newest backup; null if there is none. */
  readonly ageSeconds: number | null;
  readonly failed: boolean;
}

interface Health {
  readonly database: Watched;
  leaving(): boolean;
  readonly lastBackup?: (() => LastBackup) | undefined;
  /** If reports have a replica: whether they read it. */
  readonly replicaUsed?: (() => boolean) | undefined;
}

export function registerHealthRoutes(app: FastifyInstance, health: Health): void {
  const { database, leaving, lastBackup, replicaUsed } = health;
  serve(app, getLive, () => ({ status: 'ok' as const }));

  serve(app, getHealth, async ({ request }) => {
    if (leaving()) throw new AppError('unavailable', { retryAfter: RESTART_RETRY_AFTER_SECONDS });
    try {
      await database.ping();
    } catch {
      request.log.warn('the database does not answer');
      throw new AppError('unavailable');
    }
    const more = {
      ...(lastBackup && { backup: lastBackup() }),
      ...(replicaUsed && { reports: replicaUsed() ? ('replica' as const) : ('main' as const) }),
    };
    if (database.room() === 'enough') return { status: 'ok' as const, ...more };
    return { status: 'noSpace' as const, message: ERRORS.noSpace.message, ...more };
  });
}
