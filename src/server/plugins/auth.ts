import fastifyJwt from '@fastify/jwt';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { can, PERMISSIONS, type Permission } from '#domain/roles.ts';
import type { Actor } from '#server/calls/actor.ts';

const TOKEN_LIFETIME = '12h';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a caller must be allowed to do; a route of the API that names none fails at start. */
    permission?: Permission;
  }
  interface FastifyRequest {
    /** Set on every route whose permission is not `public`. */
    actor: Actor | null;
  }
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: { sub: string; epoch: number };
    user: { sub: string; epoch: number };
  }
}

/** A signature says nothing about the shape: claims are checked before they reach the database. */
const claimsSchema = z.object({ sub: z.guid(), epoch: z.int32() });

interface AuthOptions {
  secret: string;
  /** The user of a session that is still valid: active, and of the same epoch as the token. */
  actorOf(userId: string, epoch: number): Promise<Actor | null>;
}

/** The token travels in `x-access-token`; `Authorization: Bearer` works too. */
function extractToken(request: { headers: Record<string, unknown> }): string | undefined {
  const own = request.headers['x-access-token'];
  if (typeof own === 'string' && own !== '') return own;
  const bearer = request.headers.authorization;
  return typeof bearer === 'string' && /^bearer /i.test(bearer) ? bearer.slice(7).trim() : undefined;
}

/** Sessions and permissions, for every route by default. */
export const authPlugin = fp(async (app: FastifyInstance, options: AuthOptions) => {
  await app.register(fastifyJwt, {
    secret: options.secret,
    sign: { algorithm: 'HS256', expiresIn: TOKEN_LIFETIME },
    verify: {
      algorithms: ['HS256'],
      extractToken,
    },
  });
  app.decorateRequest('actor', null);

  app.addHook('onRoute', (route) => {
    const isApi = route.url.startsWith('/api') && !route.url.startsWith('/api/docs');
    const permission = route.config?.permission;
    if (isApi && (permission === undefined || !(permission in PERMISSIONS)))
      throw new Error(`Route ${String(route.method)} ${route.url} declares no permission`);
  });

  app.addHook('onRequest', async (request) => {
    const permission = request.routeOptions.config?.permission;
    if (permission === undefined || permission === 'public') return;
    const claims = claimsSchema.safeParse(await request.jwtVerify().catch(() => null));
    const actor = claims.success ? await options.actorOf(claims.data.sub, claims.data.epoch) : null;
    if (!actor) throw new AppError('unauthenticated');
    request.actor = actor;
    if (!can(actor.roles, permission)) throw new AppError('forbidden');
  });
});
