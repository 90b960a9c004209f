import type { FastifyInstance } from 'fastify';
import { endOtherSessions, endSession, listSessions, signout } from '#domain/calls/open-sessions.ts';
import { AppError } from '#domain/errors.ts';
import { originOf } from '#server/calls/origin.ts';
import { serve } from '#server/calls/serve.ts';
import type { SessionRepository } from './session-repository.ts';

export function registerSessionRoutes(app: FastifyInstance, sessions: SessionRepository): void {
  serve(app, signout, async ({ request }) => {
    // An expired token is accepted for signing out; a token that this server did not sign is not.
    const claims = await app.claimsOf(request, { ignoreExpiration: true });
    if (!claims) throw new AppError('unauthenticated');
    await sessions.signOut(claims, originOf(request));
    return { message: 'Tu sesión se cerró.' };
  });

  serve(app, listSessions, async ({ actor }) =>
    (await sessions.list(actor)).map(({ _id, device, address, startedAt, lastUsedAt }) => ({
      _id,
      equipo: device,
      direccion: address,
      desde: startedAt.toISOString(),
      ultimoUso: lastUsedAt.toISOString(),
      actual: _id === actor.session,
    })),
  );

  serve(app, endSession, async ({ params, actor }) => {
    await sessions.endOne(actor, params.id);
    return { message: 'La sesión se cerró.' };
  });

  serve(app, endOtherSessions, async ({ actor }) => {
    const ended = await sessions.endOthers(actor);
    return { message: ended === 0 ? 'No tenías otras sesiones abiertas.' : 'Las demás sesiones se cerraron.' };
  });
}
