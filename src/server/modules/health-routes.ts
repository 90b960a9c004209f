import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError, ERRORS } from '#domain/errors.ts';
import type { Database } from '../db/connect.ts';

const config = { permission: 'public' } as const;
const tags = ['salud'];
const live = { 200: z.object({ status: z.literal('ok') }) };
const health = { 200: z.object({ status: z.enum(['ok', 'noSpace']), message: z.string().optional() }) };

/**
 * `/api/health`: 200 once the database answers, 503 otherwise; it says when there is no room left to record anything.
 * `/api/health/live`: 200 as long as the process can answer at all.
 */
export function registerHealthRoutes(app: FastifyInstance, database: Pick<Database, 'ping' | 'room'>): void {
  app.get('/api/health/live', { config, schema: { tags, response: live } }, async () => ({ status: 'ok' as const }));

  app.get('/api/health', { config, schema: { tags, response: health } }, async (request) => {
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
