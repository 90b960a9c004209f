import type { FastifyInstance } from 'fastify';
import { listFormTimes } from '#domain/calls/form-times.ts';
import { serve } from '#server/calls/serve.ts';
import type { FormTimesRepository } from './form-times-repository.ts';

export function registerFormTimesRoutes(app: FastifyInstance, repository: FormTimesRepository): void {
  serve(app, listFormTimes, () => repository.lastYear());
}
