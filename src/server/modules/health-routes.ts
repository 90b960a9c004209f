import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';

const config = { permission: 'public' } as const;
const response = { 200: z.object({ status: z.literal('ok') }) };

/** 200 once the database answers, 503 otherwise. */
export function registerHealthRoute(app: FastifyInstance, database: { ping(): Promise<void> }): void {
  app.get('/api/health', { config, schema: { tags: ['salud'], response } }, async (request) => {
    try {
      await database.ping();
    } catch {
      request.log.warn('the database does not answer');
      throw new AppError('unavailable');
    }
    return { status: 'ok' as const };
  });
}
