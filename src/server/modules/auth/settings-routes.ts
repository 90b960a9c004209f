import type { FastifyInstance } from 'fastify';
import type { CallAnswer } from '#domain/calls/define-call.ts';
import { getSettings } from '#domain/calls/settings.ts';
import { serve } from '#server/calls/serve.ts';

export function registerSettingsRoutes(app: FastifyInstance, settings: CallAnswer<typeof getSettings>): void {
  serve(app, getSettings, () => settings);
}
