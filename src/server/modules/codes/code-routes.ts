import type { FastifyInstance } from 'fastify';
import { CODE_RENEWALS, CODES, openCode } from '#domain/calls/codes.ts';
import { PERSON_KINDS } from '#domain/journal/journal.ts';
import { serve } from '#server/calls/serve.ts';
import type { CodeRepository } from './code-repository.ts';

export function registerCodeRoutes(app: FastifyInstance, codes: CodeRepository): void {
  for (const kind of PERSON_KINDS) {
    serve(app, CODES[kind], async ({ actor, params: { id } }) => ({ codigo: await codes.get(actor, kind, id) }));
    serve(app, CODE_RENEWALS[kind], async ({ actor, params: { id } }) => ({
      codigo: await codes.renew(actor, kind, id),
      message: 'La libreta tiene un código nuevo. Los códigos impresos antes ya no la abren.',
    }));
  }
  serve(app, openCode, ({ actor, params: { token } }) => codes.open(actor, token));
}
