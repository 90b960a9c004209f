import type { AskOf } from '#domain/calls/define-call.ts';
import { signin as signingIn, signup as signingUp } from '#domain/calls/session.ts';
import { call } from '#web/lib/call.ts';
import { setSession } from '#web/lib/session.ts';

export type Credentials = AskOf<typeof signingIn>['body'];
export type Registration = AskOf<typeof signingUp>['body'];

/** Recovery codes that are shown once, before the session begins. */
export interface CodesToKeep {
  readonly codes: readonly string[];
  readonly enter: () => void;
}

/** Signs in and keeps the whole answer, but for recovery codes: those are to be kept anywhere but here. */
export async function signin(credentials: Credentials): Promise<CodesToKeep | null> {
  const { codigosRecuperacion: codes, ...session } = await call(signingIn, { body: credentials });
  const enter = () => {
    if (session.accessToken) setSession(session);
  };
  if (codes) return { codes, enter };
  enter();
  return null;
}

export const signup = (registration: Registration) => call(signingUp, { body: registration });
