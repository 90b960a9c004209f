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

export function registerHealthRoutes(app: FastifyInstance, database: Watched): void {
  serve(app, getLive, () => ({ status: 'ok' as const }));

  serve(app, getHealth, async ({ request }) => {
    try {
      await database.ping();
    } catch {
      request.log.warn('the database does not answer');
      throw new AppError('unavailable');
    }
    if (database.room() === 'enough') return { status: 'ok' as const };
    return { status: 'noSpace' as const, message: ERRORS.noSpace.message };
  });
}
