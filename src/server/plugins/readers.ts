import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#domain/errors.ts';
import { SYSTEM_SCOPES } from '#domain/exchange/scopes.ts';
import { can } from '#domain/roles.ts';
import { originOf } from '#server/calls/origin.ts';
import type { Reader } from '#server/calls/reader.ts';
import type { Origin } from '#server/journal/doer.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The registered system whose token the request shows; null for another token. */
    systemOf(request: FastifyRequest): Promise<Reader | null>;
    /** Who reads: a registered system, or an administrator in a session; null without either. @throws AppError forbidden for other accounts */
    readerOf(request: FastifyRequest, reply: FastifyReply): Promise<Reader | null>;
  }
  interface FastifyRequest {
    /** Set by `readerOf`, and for calls that systems may make too. */
    reader: Reader | null;
  }
}

interface ReadersOptions {
  /** The system of a token; null for a token of something else, and for a system that may no longer read. */
  systemOf(token: string, origin: Origin): Promise<Reader | null>;
}

const BEARER = /^bearer +(\S+)$/i;

export const readersPlugin = fp(async (app: FastifyInstance, options: ReadersOptions) => {
  app.decorateRequest('reader', null);

  app.decorate('systemOf', async (request: FastifyRequest) => {
    const [, token] = BEARER.exec(request.headers.authorization?.trim() ?? '') ?? [];
    return token === undefined ? null : options.systemOf(token, originOf(request));
  });

  app.decorate('readerOf', async (request: FastifyRequest, reply: FastifyReply) => {
    request.reader = await app.systemOf(request);
    if (request.reader) return request.reader;
    const actor = await app.accountOf(request, reply);
    if (!actor) return null;
    if (!can(actor.roles, 'exchange')) throw new AppError('forbidden');
    request.reader = { doer: actor, scopes: SYSTEM_SCOPES, places: null };
    return request.reader;
  });
});
