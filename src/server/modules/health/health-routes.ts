import type { FastifyInstance } from 'fastify';
import { getHealth, getLive } from '#domain/calls/health.ts';
import { AppError, ERRORS } from '#domain/errors.ts';
import { serve } from '#server/calls/serve.ts';

/** What is asked of the database, and of its disk. */
interface Watched {
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  room(): 'enough' | 'low' | 'out';
}

/** What became of the scheduled copies. */
export interface LastBackup {
  /** Since the newest was begun; null where there is none yet. */
  readonly ageSeconds: number | null;
  /** Whether the last try failed: the log says why. */
  readonly failed: boolean;
}

/** @param lastBackup where copies are scheduled */
export function registerHealthRoutes(app: FastifyInstance, database: Watched, lastBackup?: () => LastBackup): void {
  serve(app, getLive, () => ({ status: 'ok' as const }));

  serve(app, getHealth, async ({ request }) => {
    try {
      await database.ping();
    } catch {
      request.log.warn('the database does not answer');
      throw new AppError('unavailable');
    }
    const backup = lastBackup && { backup: lastBackup() };
    if (database.room() === 'enough') return { status: 'ok' as const, ...backup };
    return { status: 'noSpace' as const, message: ERRORS.noSpace.message, ...backup };
  });
}
