import type { FastifyInstance } from 'fastify';
import { getHealth, getLive } from '#domain/calls/health.ts';
import { AppError, ERRORS } from '#domain/errors.ts';
import { serve } from '../calls/serve.ts';
import type { Database } from '../db/connect.ts';

export function registerHealthRoutes(app: FastifyInstance, database: Pick<Database, 'ping' | 'room'>): void {
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
