import type { AskOf } from '#domain/calls/define-call.ts';
import { signin as signingIn, signup as signingUp } from '#domain/calls/session.ts';
import { call } from '#web/lib/call.ts';
import { setSession } from '#web/lib/session.ts';

export type Credentials = AskOf<typeof signingIn>['body'];
export type Registration = AskOf<typeof signingUp>['body'];

/** Signs in and keeps the whole answer. */
export async function signin(credentials: Credentials): Promise<void> {
  const session = await call(signingIn, { body: credentials });
  if (session.accessToken) setSession(session);
}

export const signup = (registration: Registration) => call(signingUp, { body: registration });
