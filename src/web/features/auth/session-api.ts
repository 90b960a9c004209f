import type { CallInput } from '#domain/calls/define-call.ts';
import { ROUTES } from '#domain/calls/routes.ts';
import type { Session, signin as signingIn } from '#domain/calls/session.ts';
import { callRoute } from '#web/lib/call-route.ts';
import { setSession } from '#web/lib/session.ts';

export type SigninBody = CallInput<typeof signingIn>['body'];

/** Recovery codes, shown once before the session begins. */
export interface CodesToKeep {
  readonly codes: readonly string[];
  readonly enter: () => void;
}

/** Signs in and stores the session, except recovery codes. @param onEntered called once the session has begun */
export async function signInAndStore(
  credentials: SigninBody,
  onEntered: (session: Session) => void,
): Promise<CodesToKeep | null> {
  const answer = await callRoute<typeof signingIn>(ROUTES.signin, { body: credentials }, { token: null });
  const { codigosRecuperacion: codes, ...session } = answer;
  const enter = () => {
    if (!session.accessToken) return;
    setSession(session);
    onEntered(session);
  };
  if (codes) return { codes, enter };
  enter();
  return null;
}
