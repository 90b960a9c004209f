import fastifyJwt from '@fastify/jwt';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { can, PERMISSIONS, type Permission } from '#domain/roles.ts';
import type { Actor } from '#server/calls/actor.ts';
import { originOf } from '#server/calls/origin.ts';
import type { Origin } from '#server/journal/doer.ts';

const TOKEN_LIFETIME = '12h';
/** Carries the token of a request, and a new one for the same session in an answer. */
const TOKEN_HEADER = 'x-access-token';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required of every route of the API; a route without one fails at start. */
    permission?: Permission;
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyInstance {
    claimsOf(request: FastifyRequest, options?: { ignoreExpiration?: boolean }): Promise<Claims | null>;
    /** The account of the request's session, for routes that other clients use too; null without a valid session. @throws AppError passwordChange */
    accountOf(request: FastifyRequest, reply: FastifyReply): Promise<Actor | null>;
  }
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: Claims;
    user: Claims;
  }
}

/** A signature says nothing about the shape: claims are checked before they reach the database. */
const claimsSchema = z.object({ sub: z.guid(), sid: z.guid(), gen: z.int32() });
type Claims = z.output<typeof claimsSchema>;
/** `exp` is in seconds since 1970. */
const datedClaims = claimsSchema.extend({ exp: z.number() });

const MAX_VERIFIED = 20_000;

interface AuthOptions {
  secret: string;
  /** The account, the claims of a renewed token if one is due, and whether the password must change; null if the session has ended. */
  holderOf(
    claims: Claims,
    origin: Origin,
  ): Promise<{ actor: Actor; renewed: Claims | null; mustChangePassword: boolean } | null>;
  /** Resolves when every process knows of the ended sessions. */
  endingsPropagated(): Promise<void>;
}

/** `Authorization: Bearer` works too. */
function extractToken(request: { headers: Record<string, unknown> }): string | undefined {
  const own = request.headers[TOKEN_HEADER];
  if (typeof own === 'string' && own !== '') return own;
  const bearer = request.headers.authorization;
  return typeof bearer === 'string' && /^bearer /i.test(bearer) ? bearer.slice(7).trim() : undefined;
}

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
    if (route.config?.call?.endsSessions) route.onSend = () => options.endingsPropagated();
    const isApi = route.url.startsWith('/api') && !route.url.startsWith('/api/docs');
    const permission = route.config?.permission;
    if (isApi && (permission === undefined || !(permission in PERMISSIONS)))
      throw new Error(`Route ${String(route.method)} ${route.url} declares no permission`);
  });

  app.decorate('claimsOf', async (request: FastifyRequest, options?: { ignoreExpiration?: boolean }) => {
    const claims = claimsSchema.safeParse(await request.jwtVerify(options).catch(() => null));
    return claims.success ? claims.data : null;
  });

  /** Verified tokens until they expire, since the same ones come repeatedly. */
  const verified = new Map<string, { claims: Claims; exp: number }>();
  const verifiedClaims = async (request: FastifyRequest) => {
    const token = extractToken(request) ?? '';
    const cached = verified.get(token);
    if (cached && Date.now() < cached.exp * 1_000) return cached.claims;
    const dated = datedClaims.safeParse(await request.jwtVerify().catch(() => null));
    if (!dated.success) return null;
    // A renewed token gets its own expiry.
    const { exp, ...claims } = dated.data;
    if (verified.size >= MAX_VERIFIED) verified.clear();
    verified.set(token, { claims, exp });
    return claims;
  };

  app.decorate('accountOf', async (request: FastifyRequest, reply: FastifyReply) => {
    const claims = await verifiedClaims(request);
    const holder = claims && (await options.holderOf(claims, originOf(request)));
    if (!holder) return null;
    if (holder.renewed) reply.header(TOKEN_HEADER, app.jwt.sign(holder.renewed));
    request.actor = holder.actor;
    if (holder.mustChangePassword && !request.routeOptions.config.call?.beforePasswordChange)
      throw new AppError('passwordChange');
    return holder.actor;
  });

  app.addHook('onRequest', async (request, reply) => {
    const permission = request.routeOptions.config?.permission;
    if (permission === undefined || permission === 'public') return;
    const scope = request.routeOptions.config.call?.forSystems;
    if (scope !== undefined) {
      const reader = await app.readerOf(request, reply);
      if (!reader) throw new AppError('unauthenticated');
      if (!reader.scopes.includes(scope)) throw new AppError('forbidden');
      return;
    }
    const actor = await app.accountOf(request, reply);
    if (!actor) throw new AppError('unauthenticated');
    if (!can(actor.roles, permission)) throw new AppError('forbidden');
  });
});
