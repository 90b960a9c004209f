import type { FastifyInstance } from 'fastify';
import { listFormTimes } from '#domain/calls/form-times.ts';
import { serve } from '#server/calls/serve.ts';
import type { Db } from '#server/db/connect.ts';
import { readTimes } from './form-times-repository.ts';

export function registerFormTimesRoutes(app: FastifyInstance, db: Db): void {
  serve(app, listFormTimes, () => readTimes(db));
}
